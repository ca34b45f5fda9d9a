import type { AuditEvent } from "@cartulary/audit";
import { type Instant, secondsAfter } from "@cartulary/kernel";

/** Of refusals of one kind from one network, the trail gets one in so many seconds (auth.md 1.5). */
const RECORDED_EVERY_SECONDS = 60;

/** Refusals of one kind from one network. */
export interface RefusalCount {
  /** When one of them was last written into the trail. */
  readonly recordedAt: Instant;
  /** How many came since then. */
  readonly unrecorded: number;
  /** The last of them. */
  readonly last: AuditEvent;
}

/** The count after one more; and the event that stands for all that came since the last one, where one is due. */
export function counted(
  count: RefusalCount | null,
  event: AuditEvent,
): { readonly next: RefusalCount; readonly due: AuditEvent | null } {
  const unrecorded = (count?.unrecorded ?? 0) + 1;
  if (count && event.at < secondsAfter(count.recordedAt, RECORDED_EVERY_SECONDS)) {
    return { next: { recordedAt: count.recordedAt, unrecorded, last: event }, due: null };
  }
  return { next: { recordedAt: event.at, unrecorded: 0, last: event }, due: standingFor(event, unrecorded) };
}

/** An event that stands for so many. */
export function standingFor(event: AuditEvent, count: number): AuditEvent {
  return count > 1 ? { ...event, detail: { ...event.detail, count } } : event;
}
