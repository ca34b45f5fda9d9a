import type { AuditTrail } from "@cartulary/audit";
import type { Applications, Connectors } from "@cartulary/auth";
import type { JobAdministration } from "@cartulary/kernel";
import { ADMINISTRATION_BASE, administrationOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import {
  auditHandlers,
  connectorHandlers,
  jobHandlers,
  oauthApplicationHandlers,
} from "./operations/administration.ts";
import type { ApiDependencies } from "./requests/api-dependencies.ts";
import { implement } from "./requests/implement.ts";

export interface AdministrationApiDependencies extends ApiDependencies {
  readonly applications: Applications;
  readonly connectors: Connectors;
  readonly auditTrail: AuditTrail;
  readonly jobAdministration: JobAdministration;
}

/** The administration operations outside the products, for any mount path such as {@link ADMINISTRATION_BASE}. */
export function administrationApi(dependencies: AdministrationApiDependencies): Hono {
  return implement(
    administrationOperations,
    {
      ...oauthApplicationHandlers,
      ...connectorHandlers,
      ...auditHandlers,
      ...jobHandlers,
    },
    ADMINISTRATION_BASE,
    dependencies,
  );
}
