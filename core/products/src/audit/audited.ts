import { type AuditStores, auditEvent, type Deed } from "@cartulary/audit";
import type { Caller, Clock, NewId, OnRemoval } from "@cartulary/kernel";

/**
 * What is audited, by the part that writes it:
 *
 * - the archive (archive-audit.ts): folders and documents moved and deleted; permissions granted, changed and revoked;
 *   public access published, cut, propagated and excluded; workspaces, plans, catalogues, templates and compositions
 *   deleted
 * - the agency (agency-audit.ts): mandataires and their members; periods closed, opening balances, accounting files;
 *   mandates terminated; files of an estate taken over
 * - the identity (identity-audit.ts, identity.ts): users created, changed and deleted; groups and their members;
 *   contacts and teams deleted
 * - core/auth, where it happens: sessions opened, closed and refused; passwords; tokens issued, revoked and picked up;
 *   what people decide about programs and devices; applications and their grants; connectors and their keys; identities
 *   linked; assertions, secrets, codes and refresh tokens refused or used again
 * - the machine (hosts/server/src/machine-deeds.ts): what commands take out of the books
 *
 * Reading is not audited, nor are changes of the own fields of folders and documents.
 */

/** What every event is made with. */
export interface Recording {
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Writes a deed into the trail, in the transaction of what was done. */
export type Record<Stores> = (stores: Stores, caller: Caller, deed: Deed) => Promise<void>;

/** The writer of one product's events. */
export function recorder<Stores extends AuditStores>(recording: Recording): Record<Stores> {
  return ({ audit }, caller, deed) => audit.record(auditEvent(recording, caller, deed));
}

/** The same where no person of ours did it: what another application or the machine says. */
export function machineRecorder<Stores extends AuditStores>(recording: Recording): Record<Stores> {
  return ({ audit }, _caller, deed) => audit.record(auditEvent(recording, { userId: null }, deed));
}

/** Records the removal of what has nothing else to tell; its kind in the words of the wire. */
export function recordRemoval<Stores extends AuditStores>(
  recording: Recording,
  resourceType: string,
): OnRemoval<Stores> {
  const record = recorder<Stores>(recording);
  return (stores, caller, resourceId) =>
    record(stores, caller, { action: `${resourceType}.deleted`, resourceType, resourceId });
}
