import { auditListing } from "@cartulary/audit";
import { z } from "zod";
import { freeForm, instant, text, uuid } from "../fields.ts";
import { ADMINISTRATION_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

/** One thing that was done or refused. */
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

/** The trail can be read, and nothing else. */
export const auditOperations = operations({
  listAuditEvents: {
    method: "get",
    path: `${ADMINISTRATION_BASE}/audit_events`,
    tag: "audit",
    summary: "What was done and refused, by whom; the latest first",
    scope: "admin",
    role: "admin",
    list: auditListing,
    replies: { 200: z.array(AuditEventRecord) },
  },
});
