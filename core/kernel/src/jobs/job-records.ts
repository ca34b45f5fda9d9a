import type { Instant } from "../clock.ts";
import type { Id } from "../ids.ts";

export const JOB_STATUSES = ["waiting", "running", "failed"] as const;

/** Waiting: for its first or another attempt. Failed: permanently; a waiting job may have failed attempts behind it. */
export type JobStatus = (typeof JOB_STATUSES)[number];

/** A job as administrators see it: without its payload, which is for its handler. Completed jobs are not kept. */
export interface StoredJob {
  readonly id: Id<"Job">;
  readonly queue: string;
  readonly status: JobStatus;
  /** Attempts that have started. */
  readonly attempts: number;
  readonly attemptsMax: number;
  /** The earliest start of the next attempt; `null` unless it waits. */
  readonly dueAt: Instant | null;
  /** The time of the final failure; `null` unless it failed. */
  readonly failedAt: Instant | null;
  /** The error of the last failed attempt; `null` without one. */
  readonly reason: string | null;
}

/**
 * Port: the jobs of all hosts, for administrators. Its cost does not grow with the number of jobs. Tested by
 * `jobQueueContract` in `@cartulary/ports/kernel`.
 */
export interface JobRecords {
  /**
   * Returns up to `limit` jobs: waiting ones by their due time, failed ones latest first, running ones in any order.
   * When more jobs than `limit` wait in one queue, the store chooses which of them are listed.
   */
  list(status: JobStatus, limit: number): Promise<readonly StoredJob[]>;
  find(id: Id<"Job">): Promise<StoredJob | null>;
  /** Lets a failed job wait for one more attempt, due now. Returns false when the job is not failed. */
  retry(id: Id<"Job">): Promise<boolean>;
}

/** Stores that the administration of jobs needs. */
export interface JobRecordStores {
  readonly jobRecords: JobRecords;
}
