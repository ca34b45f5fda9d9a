import { type AuditEntry, auditEvent } from "@cartulary/audit";
import type { Container } from "inversify";
import { tokens } from "./tokens.ts";

/** Records a local command in the audit trail, without a user. */
export async function recordCommandAudit(container: Container, entry: AuditEntry): Promise<void> {
  const { transact } = await container.getAsync(tokens.database);
  const event = auditEvent(container.get(tokens.machine), { userId: null }, entry);
  await transact.write(({ audit }) => audit.record(event));
}
