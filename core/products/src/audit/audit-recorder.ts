import { type AuditEntry, type AuditStores, auditEvent } from "@cartulary/audit";
import type { Caller, Clock, NewId, OnRemoval } from "@cartulary/kernel";

/**
 * Audited actions, by the module that records them:
 *
 * - the archive (archive-audit.ts): folders and documents moved; they and workspaces deleted, restored and purged from the
 *   trash; permissions granted, changed and revoked; public access published, cut, propagated and excluded; plans,
 *   catalogues, templates and compositions deleted
 * - the agency (agency-audit.ts): mandataires and their members; periods closed, opening balances, accounting files;
 *   mandates terminated; files of an estate taken over
 * - the identity (identity-audit.ts, identity.ts): users created, changed and deleted; groups and their members;
 *   contacts and teams deleted
 * - the maintenance (maintenance.ts): failed jobs retried
 * - core/auth, where it happens: sessions opened, closed and refused; passwords; tokens issued, revoked and picked up;
 *   what people decide about programs and devices; applications and their grants; connectors and their keys; identities
 *   linked; assertions, secrets, codes and refresh tokens refused or used again
 * - the machine (hosts/server/src/cli-audit.ts): what commands take out of the books
 *
 * Reading is not audited, nor are changes of the own fields of folders and documents.
 */

export interface RecorderDependencies {
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Records an entry in the transaction of its action; without a caller for actions of jobs. */
export type RecordAudit<Stores> = (stores: Stores, caller: Caller | null, entry: AuditEntry) => Promise<void>;

/** Creates the recorder of a product. */
export function createRecorder<Stores extends AuditStores>(recording: RecorderDependencies): RecordAudit<Stores> {
  return ({ audit }, caller, entry) => audit.record(auditEvent(recording, caller ?? { userId: null }, entry));
}

/** Creates a recorder of actions without a user: of another application or local commands. */
export function machineRecorder<Stores extends AuditStores>(recording: RecorderDependencies): RecordAudit<Stores> {
  return ({ audit }, _caller, entry) => audit.record(auditEvent(recording, { userId: null }, entry));
}

/** Creates a recorder of actions that an administrator of the machine takes by a command. */
export function commandRecorder<Stores extends AuditStores>(recording: RecorderDependencies): RecordAudit<Stores> {
  const record = machineRecorder<Stores>(recording);
  return (stores, caller, entry) => record(stores, caller, { ...entry, detail: { ...entry.detail, via: "machine" } });
}

/** Records removals without further details; `resourceType` is named as in the API. */
export function recordRemoval<Stores extends AuditStores>(
  recording: RecorderDependencies,
  resourceType: string,
): OnRemoval<Stores> {
  const record = createRecorder<Stores>(recording);
  return (stores, caller, resourceId) =>
    record(stores, caller, { action: `${resourceType}.deleted`, resourceType, resourceId });
}
