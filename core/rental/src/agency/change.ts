import type { Id, Instant } from "@cartulary/kernel";

/**
 * States of a record in a list of changes (rental.md §4). A `revoked` record exists but is no longer visible to the
 * caller.
 */
export const SNAPSHOT_STATES = ["present", "deleted", "revoked"] as const;
export type SnapshotState = (typeof SNAPSHOT_STATES)[number];

/** The latest change of a record. */
export interface Change {
  readonly id: Id<string>;
  readonly at: Instant;
  readonly state: SnapshotState;
}

/** Selects changes, ordered by time and id. */
export interface ChangesQuery {
  /** Inclusive. With `afterId`, changes at exactly this instant are limited to ids after it. */
  readonly since: Instant;
  readonly afterId: Id<string> | null;
  readonly page: number;
  readonly perPage: number;
}
