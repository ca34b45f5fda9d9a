import type { AuditTrail } from "@cartulary/audit";
import type { Applications, Connectors } from "@cartulary/auth";
import { ADMINISTRATION_BASE, administrationOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { implement } from "./exchange/implement.ts";
import type { ApiDependencies } from "./exchange/perform.ts";
import { auditHandlers, connectorHandlers, oauthApplicationHandlers } from "./operations/administration.ts";

/** What administrators' own operations need. */
export interface AdministrationApiDependencies extends ApiDependencies {
  readonly applications: Applications;
  readonly connectors: Connectors;
  readonly auditTrail: AuditTrail;
}

/** What administrators keep beside the products, to be mounted at {@link ADMINISTRATION_BASE} or anywhere else. */
export function administrationApi(dependencies: AdministrationApiDependencies): Hono {
  const { applications, connectors, auditTrail } = dependencies;
  return implement(
    administrationOperations,
    {
      ...oauthApplicationHandlers(applications),
      ...connectorHandlers(connectors),
      ...auditHandlers(auditTrail),
    },
    ADMINISTRATION_BASE,
    dependencies,
  );
}
