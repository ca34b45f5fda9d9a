export { type AuditTrail, createAuditTrail } from "./audit-trail.ts";
export { type Actor, type AuditEntry, type AuditEvent, type AuditField, auditEvent, auditListing } from "./event.ts";
export type { AuditStore, AuditStores } from "./ports.ts";
export { REDACTED, redactDetail, redactText } from "./redaction.ts";
