import type { ConnectorAuthentication } from "@cartulary/auth";
import type { Incidents } from "@cartulary/rental/incidents";
import type { PaymentIngestion } from "@cartulary/rental/money";
import { PORTAL_BASE, portalOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { portalIncidentHandlers } from "./operations/incidents/incidents.ts";
import { portalBankTransactionHandlers } from "./operations/money/payments.ts";
import type { ApiDependencies } from "./requests/api-dependencies.ts";
import type { OfMandataire } from "./requests/handlers.ts";
import { implement } from "./requests/implement.ts";
import { formatRentalError } from "./transport/errors.ts";

export interface PortalApiDependencies extends ApiDependencies {
  readonly connectorAuthentication: ConnectorAuthentication;
  /** Returns the incidents of the connector's mandataire. */
  readonly incidents: OfMandataire<Incidents>;
  /** Returns the payment import of the connector's mandataire. */
  readonly paymentIngestion: OfMandataire<PaymentIngestion>;
  /** Base of absolute URLs. */
  readonly baseUrl: () => string;
}

/**
 * The operations of a mandataire's connectors, for any mount path such as {@link PORTAL_BASE}. Errors have the format
 * of the rental product.
 */
export function portalApi(dependencies: PortalApiDependencies): Hono {
  const handlers = {
    ...portalIncidentHandlers,
    ...portalBankTransactionHandlers,
  };
  return implement(portalOperations, handlers, PORTAL_BASE, dependencies, { formatError: formatRentalError });
}
