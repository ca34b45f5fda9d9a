export { type AuditTrail, createAuditTrail } from "./audit-trail.ts";
export { type Actor, type AuditEvent, type AuditField, auditEvent, auditListing, type Deed } from "./event.ts";
export type { AuditStore, AuditStores } from "./ports.ts";
export { REDACTED, redacted, redactedText } from "./redaction.ts";
