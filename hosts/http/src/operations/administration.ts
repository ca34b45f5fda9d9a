import type { AuditTrail } from "@cartulary/audit";
import type { Applications, Connectors } from "@cartulary/auth";
import type { JobAdministration } from "@cartulary/kernel";
import type { auditOperations, connectorOperations, jobOperations, oauthApplicationOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const oauthApplicationHandlers: Handlers<
  typeof oauthApplicationOperations,
  { readonly applications: Applications }
> = {
  listOauthApplications: async ({ list, caller }, { applications }) => listReply(await applications.list(caller, list)),
  createOauthApplication: async ({ body, caller }, { applications }) =>
    created(await applications.register(caller, body), UNCACHED),
  getOauthApplication: async ({ params, caller }, { applications }) => ok(await applications.get(caller, params.id)),
  deleteOauthApplication: async ({ params, caller }, { applications }) =>
    noContent(await applications.remove(caller, params.id)),
};

export const connectorHandlers: Handlers<typeof connectorOperations, { readonly connectors: Connectors }> = {
  listConnectors: async ({ list, caller }, { connectors }) => listReply(await connectors.list(caller, list)),
  createConnector: async ({ body, caller }, { connectors }) => created(await connectors.create(caller, body), UNCACHED),
  getConnector: async ({ params, caller }, { connectors }) => ok(await connectors.get(caller, params.id)),
  deleteConnector: async ({ params, caller }, { connectors }) => noContent(await connectors.remove(caller, params.id)),
  createConnectorKey: async ({ params, caller }, { connectors }) =>
    created(await connectors.addKey(caller, params.id), UNCACHED),
};

export const auditHandlers: Handlers<typeof auditOperations, { readonly auditTrail: AuditTrail }> = {
  listAuditEvents: async ({ list, caller }, { auditTrail }) => listReply(await auditTrail.list(caller, list)),
};

export const jobHandlers: Handlers<typeof jobOperations, { readonly jobAdministration: JobAdministration }> = {
  listJobs: async ({ query, caller }, { jobAdministration }) =>
    ok(await jobAdministration.list(caller, query.status ?? "failed")),
  getJob: async ({ params, caller }, { jobAdministration }) => ok(await jobAdministration.get(caller, params.id)),
  retryJob: async ({ params, caller }, { jobAdministration }) => ok(await jobAdministration.retry(caller, params.id)),
};

/** Header of responses with a secret. */
const UNCACHED = { "Cache-Control": "no-store" };
