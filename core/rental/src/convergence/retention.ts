import { type Clock, DomainError, type Instant, millisecondsOf, secondsAfter } from "@cartulary/kernel";

/** How long tombstones are retained. */
const RETENTION_DAYS = 7;
const DAY_SECONDS = 86_400;

/** Throws 410 if tombstones since that time may be missing; the client must then read the collection anew. */
export function requireWithinRetention(since: Instant, clock: Clock): void {
  if (millisecondsOf(since) >= millisecondsOf(secondsAfter(clock.now(), -RETENTION_DAYS * DAY_SECONDS))) return;
  throw new DomainError(
    "gone",
    "snapshot_expired",
    `Removals are retained for ${RETENTION_DAYS} days; read the whole collection again, then continue from X-Snapshot-At`,
  );
}

/** Returns the time before which tombstones are removed: an hour later than the retention, for readers in progress. */
export function retentionCutoff(now: Instant): Instant {
  return secondsAfter(now, -RETENTION_DAYS * DAY_SECONDS - 3_600);
}
