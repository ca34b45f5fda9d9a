import { type Clock, type Instant, secondsAfter } from "../clock.ts";
import type { JsonObject } from "../text/json-object.ts";
import type { Transact } from "../transact.ts";
import type { ServedTurns } from "./owner-turns.ts";

/** Lease time of a claimed job, unless its runner renews it; then another runner may claim it. */
export const LEASE_SECONDS = 60;
/** Attempts before a job fails permanently, unless the job sets its own number. */
export const ATTEMPTS_MAX = 10;
/** Jobs of one call of `handleBatch` at most. */
export const JOB_BATCH_MAX = 50;
/** Shortest and longest delay before a failed job is retried. */
export const RETRY_SECONDS_MIN = 5;
export const RETRY_SECONDS_MAX = 3_600;

/** A job to enqueue; any host may run it. */
export interface NewJob {
  /** A queue that the database was opened with. */
  readonly queue: string;
  /**
   * The user or mandataire that the job is for. Queues serve owners in turns, so that many jobs of one owner do not
   * delay others. `null` or absent: the system, which has one turn as well.
   */
  readonly owner?: string | null;
  /** Input of the handler. Small: ids, no contents. */
  readonly payload?: JsonObject;
  /** Earliest start; now when absent. */
  readonly runAt?: Instant;
  /**
   * Skips the job while another job of this queue with this key waits for its first attempt. A job that has started
   * does not count, because it may not see the latest changes.
   */
  readonly dedupeKey?: string;
  /** 1 or more; {@link ATTEMPTS_MAX} when absent. */
  readonly attemptsMax?: number;
}

/** A job as its handler sees it. */
export interface Job {
  /** Stable across attempts. */
  readonly id: string;
  readonly queue: string;
  /** The owner's turn, see `turnOf`. */
  readonly turn: number;
  readonly payload: JsonObject;
  /** Begins with 1. */
  readonly attempt: number;
  readonly attemptsMax: number;
  /** The trace in which the job was enqueued (W3C Trace Context); absent outside traces. */
  readonly traceparent?: string;
}

/** Port: enqueues jobs in the current transaction; they are rolled back with it. */
export interface Jobs {
  /** Returns false when a job with the same key already waits. */
  enqueue(job: NewJob): Promise<boolean>;
}

/**
 * Port: leases of jobs, for runners.
 *
 * A runner owns a claimed job until the lease expires. The jobs of a crashed runner are then claimed again, which
 * counts as a failed attempt. A runner whose lease expired cannot change the job any more, but its work may overlap
 * with the next runner's. Tested by `jobQueueContract` in `@cartulary/ports/kernel`.
 */
export interface JobLeases {
  /**
   * Leases a due job of the first of `queues` that has one, for {@link LEASE_SECONDS}; `null` when no job is due.
   * Within the queue, it takes the turn that follows the one in `served`.
   */
  claim(queues: readonly string[], served?: ServedTurns): Promise<Job | null>;
  /** Leases up to `limit` more due jobs of the queue, those of the given turn first. */
  claimBatch(of: Pick<Job, "queue" | "turn">, limit: number): Promise<readonly Job[]>;
  /** Extends the lease. Returns false when the job has ended or another runner has claimed it. */
  renew(job: Job): Promise<boolean>;
  /** Completes jobs of one queue. */
  complete(...jobs: readonly Job[]): Promise<void>;
  /**
   * Records a failed attempt. Unless it was the last, schedules a retry after a delay that doubles between {@link
   * RETRY_SECONDS_MIN} and {@link RETRY_SECONDS_MAX}; otherwise marks the job as failed, which stays for some days.
   */
  fail(job: Job, reason: string): Promise<void>;
  /** Counts the jobs of every queue, empty queues included. */
  counts(): Promise<readonly QueueCounts[]>;
}

/** The depth of a queue. */
export interface QueueCounts {
  readonly queue: string;
  /** Jobs that wait for any attempt, due or not. */
  readonly waiting: number;
  readonly running: number;
  /** Permanently failed jobs. */
  readonly failed: number;
}

/** Stores that use cases need to enqueue jobs. */
export interface JobStores {
  readonly jobs: Jobs;
}

/** Stores that runners need. */
export interface LeaseStores {
  readonly leases: JobLeases;
}

/** Tells running work to stop. Every `AbortSignal` is one. */
export interface StopSignal {
  readonly aborted: boolean;
}

/**
 * Handles a job. Must be idempotent: it may run more than once, even concurrently, after a crash or a pause longer than
 * the lease. Long work checks `stop` regularly and throws {@link JobCancelledError}; the job is then retried later.
 * Resolving completes the job.
 */
export type JobHandler = (job: Job, stop: StopSignal) => Promise<void>;

/** The handler of one queue and its settings. */
export interface JobDefinition {
  /** Lower-case words, prefixed with the package: `blobs/collect`. */
  readonly queue: string;
  readonly handle: JobHandler;
  /**
   * Handles up to {@link JOB_BATCH_MAX} jobs with one claim and one completion, when several wait. If it fails,
   * `handle` runs them one by one, so that a job does not fail because of another. After a batch the runner waits for
   * its next poll, so that more jobs gather.
   */
  readonly handleBatch?: (jobs: readonly Job[], stop: StopSignal) => Promise<void>;
  /** Limit of concurrent jobs of this queue on one host; absent: all slots but one. */
  readonly atOnceMax?: number;
  /** Enqueued whenever a host starts. Its key prevents duplicates from several hosts. */
  readonly initialJob?: NewJob & { readonly dedupeKey: string };
}

/** Thrown by work that stops early because of its {@link StopSignal}. */
export class JobCancelledError extends Error {
  readonly code = "stopped";

  constructor() {
    super("The work was cancelled");
    this.name = "JobCancelledError";
  }
}

/** Throws {@link JobCancelledError} if `stop` is aborted. */
export function throwIfCancelled(stop: StopSignal | undefined): void {
  if (stop?.aborted) throw new JobCancelledError();
}

/** Returns the minimum delay between a failed attempt and the next. */
export function retrySeconds(attempt: number): number {
  return Math.min(RETRY_SECONDS_MAX, RETRY_SECONDS_MIN * 2 ** Math.min(attempt - 1, 16));
}

interface Recurring {
  readonly queue: string;
  readonly everySeconds: number;
  /** True for a job that also runs whenever a host starts; once if several start together. */
  readonly runsAtStart?: boolean;
  readonly transact: Transact<JobStores>;
  readonly clock: Clock;
  /** Must be idempotent, as every handler. */
  readonly work: (stop: StopSignal) => Promise<void>;
}

/** One key for all runs of the chain: at most one waits. */
const DEDUPE_KEY = "next";
/** The key of runs at a start, which do not replace the one of the chain that waits. */
const START_KEY = "start";

/**
 * Returns a job that runs every `everySeconds`, on one of the hosts. It first enqueues the next run, in its own
 * transaction: neither a crash nor a permanent failure breaks the chain, and a retry finds the next run already
 * waiting. The first run is due when a host first starts; `runsAtStart` makes one due at every start.
 */
export function recurringJob({
  queue,
  everySeconds,
  runsAtStart = false,
  transact,
  clock,
  work,
}: Recurring): JobDefinition {
  const next = { queue, dedupeKey: DEDUPE_KEY };
  return {
    queue,
    initialJob: runsAtStart ? { queue, dedupeKey: START_KEY } : next,
    async handle(_job, stop) {
      const runAt = secondsAfter(clock.now(), everySeconds);
      await transact.write(({ jobs }) => jobs.enqueue({ ...next, runAt }));
      await work(stop);
    },
  };
}
