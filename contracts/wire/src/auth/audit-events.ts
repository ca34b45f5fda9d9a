import { auditListing } from "@cartulary/audit";
import { z } from "zod";
import { freeForm, instant, text, uuid } from "../fields.ts";
import { ADMINISTRATION_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

/** An action that was performed or rejected. */
export const AuditEventRecord = record("AuditEvent", {
  id: uuid<"AuditEvent">(),
  at: instant(),
  actorId: uuid<"User">().nullable(),
  tokenId: uuid<"Token">().nullable(),
  action: text(),
  resourceType: text().nullable(),
  resourceId: z.guid().nullable(),
  requestId: text().nullable(),
  address: text().nullable(),
  detail: freeForm(),
});

export const auditOperations = operations({
  listAuditEvents: {
    method: "get",
    path: `${ADMINISTRATION_BASE}/audit_events`,
    tag: "audit",
    summary: "List performed and rejected actions with their actors, latest first",
    scope: "admin",
    role: "admin",
    list: auditListing,
    replies: { 200: z.array(AuditEventRecord) },
  },
});
