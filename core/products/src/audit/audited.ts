import { type AuditStores, auditEvent, type Deed } from "@cartulary/audit";
import type { Caller, Clock, NewId, OnRemoval } from "@cartulary/kernel";

/**
 * What is audited: each product's events are in the file of its name beside this one. Signing in, tokens, applications,
 * connectors and devices write theirs where they happen (core/auth), and what is done at the machine is in
 * hosts/server/src/machine-deeds.ts.
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

/** Records the removal of what has nothing else to tell; its kind in the words of the wire. */
export function recordRemoval<Stores extends AuditStores>(
  recording: Recording,
  resourceType: string,
): OnRemoval<Stores> {
  const record = recorder<Stores>(recording);
  return (stores, caller, resourceId) =>
    record(stores, caller, { action: `${resourceType}.deleted`, resourceType, resourceId });
}
