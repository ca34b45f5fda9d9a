import type { AuditEvent } from "@cartulary/audit";
import { type Instant, secondsAfter } from "@cartulary/kernel";

/** The audit trail receives one event per this time for failures of one kind from one network (auth.md 1.5). */
const RECORDED_EVERY_SECONDS = 60;

export interface FailureCount {
  /** When the audit trail last received an event. */
  readonly recordedAt: Instant;
  /** Number of failures since then. */
  readonly unrecorded: number;
  /** The latest of them. */
  readonly last: AuditEvent;
}

/**
 * Counts a failure. Returns the event to record, if one is due, which also represents the failures since the last one.
 */
export function countFailure(
  count: FailureCount | null,
  event: AuditEvent,
): { readonly next: FailureCount; readonly due: AuditEvent | null } {
  const unrecorded = (count?.unrecorded ?? 0) + 1;
  if (count && event.at < secondsAfter(count.recordedAt, RECORDED_EVERY_SECONDS)) {
    return { next: { recordedAt: count.recordedAt, unrecorded, last: event }, due: null };
  }
  return { next: { recordedAt: event.at, unrecorded: 0, last: event }, due: summaryEvent(event, unrecorded) };
}

/** Returns the event with the number of failures that it represents. */
export function summaryEvent(event: AuditEvent, count: number): AuditEvent {
  return count > 1 ? { ...event, detail: { ...event.detail, count } } : event;
}
