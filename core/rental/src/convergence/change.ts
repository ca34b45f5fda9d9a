import { type Clock, DomainError, type Id, type Instant, millisecondsOf, secondsAfter } from "@cartulary/kernel";

/** What became of a record, for somebody who follows its collection (rental.md §4). */
export const SNAPSHOT_STATES = ["present", "deleted", "revoked"] as const;
/** One of {@link SNAPSHOT_STATES}; `revoked` is what is there, and no longer for whoever asks. */
export type SnapshotState = (typeof SNAPSHOT_STATES)[number];

/** The last that happened to a record. */
export interface Change {
  readonly id: Id<string>;
  readonly at: Instant;
  readonly state: SnapshotState;
}

/** Which changes are asked for, in the order of their moment and id. */
export interface ChangesQuery {
  /** From this moment on; with `afterId`, of that very moment only what has a later id. */
  readonly since: Instant;
  readonly afterId: Id<string> | null;
  readonly page: number;
  readonly perPage: number;
}

/** How long it is remembered what became of records that are gone. */
const REMEMBERED_DAYS = 7;
const DAY_SECONDS = 86_400;

/** Refuses with 410 a moment of which it is no longer known what was removed since: only reading everything anew helps. */
export function requireRemembered(since: Instant, clock: Clock): void {
  if (millisecondsOf(since) >= millisecondsOf(secondsAfter(clock.now(), -REMEMBERED_DAYS * DAY_SECONDS))) return;
  throw new DomainError(
    "gone",
    "snapshot_expired",
    `What was removed is remembered for ${REMEMBERED_DAYS} days: read the collection anew, then follow it from X-Snapshot-At`,
  );
}

/** Traces of removals that are older than this are forgotten: an hour longer than anybody may ask, who reads meanwhile. */
export function forgottenBefore(now: Instant): Instant {
  return secondsAfter(now, -REMEMBERED_DAYS * DAY_SECONDS - 3_600);
}
