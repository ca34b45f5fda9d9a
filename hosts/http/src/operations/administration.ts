import type { AuditTrail } from "@cartulary/audit";
import type { Applications, Connectors } from "@cartulary/auth";
import type { auditOperations, connectorOperations, oauthApplicationOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** OAuth applications over HTTP. */
export const oauthApplicationHandlers = (applications: Applications): Handlers<typeof oauthApplicationOperations> => ({
  listOauthApplications: async ({ list, caller }) => listed(await applications.list(caller, list)),
  createOauthApplication: async ({ body, caller }) => created(await applications.register(caller, body), UNCACHED),
  getOauthApplication: async ({ params, caller }) => ok(await applications.get(caller, params.id)),
  deleteOauthApplication: async ({ params, caller }) => {
    await applications.remove(caller, params.id);
    return noContent();
  },
});

/** Connectors over HTTP. */
export const connectorHandlers = (connectors: Connectors): Handlers<typeof connectorOperations> => ({
  listConnectors: async ({ list, caller }) => listed(await connectors.list(caller, list)),
  createConnector: async ({ body, caller }) => created(await connectors.create(caller, body), UNCACHED),
  getConnector: async ({ params, caller }) => ok(await connectors.get(caller, params.id)),
  deleteConnector: async ({ params, caller }) => {
    await connectors.remove(caller, params.id);
    return noContent();
  },
  createConnectorKey: async ({ params, caller }) => created(await connectors.addKey(caller, params.id), UNCACHED),
});

/** The trail over HTTP. */
export const auditHandlers = (auditTrail: AuditTrail): Handlers<typeof auditOperations> => ({
  listAuditEvents: async ({ list, caller }) => listed(await auditTrail.list(caller, list)),
});

/** On an answer that holds a secret. */
const UNCACHED = { "Cache-Control": "no-store" };
