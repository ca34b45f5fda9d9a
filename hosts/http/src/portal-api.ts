import type { ConnectorAuthentication } from "@cartulary/auth";
import type { Incidents, MandataireId, PaymentIngestion } from "@cartulary/rental";
import { PORTAL_BASE, portalOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { implement } from "./exchange/implement.ts";
import type { ApiDependencies } from "./exchange/perform.ts";
import { portalIncidentHandlers } from "./operations/incidents.ts";
import { portalBankTransactionHandlers } from "./operations/payments.ts";
import { printRentalError } from "./transport/errors.ts";

/** What the portal needs. */
export interface PortalApiDependencies extends ApiDependencies {
  readonly connectorAuthentication: ConnectorAuthentication;
  /** The incidents of the mandataire that a connector is bound to. */
  readonly incidents: (mandataireId: MandataireId) => Incidents;
  /** What moves on its account, likewise. */
  readonly paymentIngestion: (mandataireId: MandataireId) => PaymentIngestion;
  /** Base of absolute URLs. */
  readonly baseUrl: () => string;
}

/**
 * What programs bring for a mandataire, to be mounted at {@link PORTAL_BASE} or anywhere else: no bearer token opens it.
 * It refuses as the rental product does.
 */
export function portalApi(dependencies: PortalApiDependencies): Hono {
  const { incidents, paymentIngestion, baseUrl } = dependencies;
  const handlers = {
    ...portalIncidentHandlers(incidents, baseUrl),
    ...portalBankTransactionHandlers(paymentIngestion),
  };
  return implement(portalOperations, handlers, PORTAL_BASE, dependencies, { printError: printRentalError });
}
