import { type Clock, type Instant, secondsAfter } from "../clock.ts";
import type { JsonObject } from "../text/json-object.ts";
import type { Transact } from "../transact.ts";
import type { ServedTurns } from "./owner-turns.ts";

/** How long a runner has a job before another one may take it, unless it renews its lease. */
export const LEASE_SECONDS = 60;
/** How often a job is tried before it has failed for good, unless it says otherwise. */
export const ATTEMPTS_MAX = 10;
/** How many jobs are done together at most, by handlers that take several. */
export const TOGETHER_MAX = 50;
/** The least and the most that passes before a failed job is tried again. */
export const RETRY_SECONDS_MIN = 5;
export const RETRY_SECONDS_MAX = 3_600;

/** Work to be done later, by whichever host comes to it. */
export interface NewJob {
  /** One of the queues that the database was opened with. */
  readonly queue: string;
  /**
   * For whom the work is done: a person, or a mandataire. Owners have turns in each queue, so that many jobs of one keep no
   * other waiting. `null`, and when absent: the system itself, which has turns as an owner has.
   */
  readonly owner?: string | null;
  /** What the handler is told. Few words: ids, never contents. */
  readonly payload?: JsonObject;
  /** Not before this; at once when absent. */
  readonly runAt?: Instant;
  /**
   * As long as a job of this queue with this key waits for its first attempt, another one is not added. A job that has
   * begun no longer counts: it may have looked before whatever asks for the next one.
   */
  readonly dedupeKey?: string;
  /** 1 or more; {@link ATTEMPTS_MAX} when absent. */
  readonly attemptsMax?: number;
}

/** A job as its handler sees it. */
export interface Job {
  /** The same for every attempt. */
  readonly id: string;
  readonly queue: string;
  /** Its owner's, see `turnOf`. */
  readonly turn: number;
  readonly payload: JsonObject;
  /** 1 at the first one. */
  readonly attempt: number;
  readonly attemptsMax: number;
}

/** Port: jobs of the transaction that asks for them, kept or taken back with everything else it writes. */
export interface Jobs {
  /** False when a job with the same key waits already. */
  enqueue(job: NewJob): Promise<boolean>;
}

/**
 * Port: who has which job. Only runners ask it.
 *
 * A claimed job is its runner's until the lease runs out; a runner that dies says nothing, so its jobs go to others
 * then, as an attempt that failed. Whoever lost its lease changes nothing that it is not sure to have: but it may have
 * worked beside the next one for a while. Pinned by `jobQueueContract` in `@cartulary/ports/kernel`.
 */
export interface JobLeases {
  /**
   * A job of the first of `queues` in which one is due, leased for {@link LEASE_SECONDS} from now; `null` when there is
   * none in any. In that queue it is the first one of the turn that follows the one that `served` names.
   */
  claim(queues: readonly string[], served?: ServedTurns): Promise<Job | null>;
  /** More jobs that are due of one queue, `limit` at most, leased in the same way: those of one turn before all others. */
  claimMore(of: Pick<Job, "queue" | "turn">, limit: number): Promise<readonly Job[]>;
  /** The lease begins again. False when the job is another runner's, or nobody's, by now. */
  renew(job: Job): Promise<boolean>;
  /** These jobs of one queue are done. */
  complete(...jobs: readonly Job[]): Promise<void>;
  /**
   * The attempt failed. Unless it was the last, another follows after a while that doubles from one to the next, between
   * {@link RETRY_SECONDS_MIN} and {@link RETRY_SECONDS_MAX}; else the job is kept for some days, as failed.
   */
  fail(job: Job, reason: string): Promise<void>;
  /** How many jobs of each queue there are, queues without any included. */
  counts(): Promise<readonly QueueCounts[]>;
}

/** The depth of a queue. */
export interface QueueCounts {
  readonly queue: string;
  /** Due or not, for the first attempt or another. */
  readonly waiting: number;
  readonly running: number;
  /** For good. */
  readonly failed: number;
}

/** What use cases need inside a transaction to have work done later. */
export interface JobStores {
  readonly jobs: Jobs;
}

/** What runners need inside a transaction. */
export interface LeaseStores {
  readonly leases: JobLeases;
}

/** Whether work under way should come to an end. Every `AbortSignal` is one. */
export interface StopSignal {
  readonly aborted: boolean;
}

/**
 * Does a job. It may run more than once for one job, even twice at the same time, after a crash or a pause longer than
 * the lease: what it does must bear that. Work that takes long looks at `stop` now and then and throws
 * {@link StoppedError} when it is told to; it is then tried again elsewhere. Resolving means that the job is done.
 */
export type JobHandler = (job: Job, stop: StopSignal) => Promise<void>;

/** What a package does with the jobs of one queue. */
export interface JobDefinition {
  /** Lower-case words, with the package's name in front: `blobs/collect`. */
  readonly queue: string;
  readonly handle: JobHandler;
  /**
   * Does up to {@link TOGETHER_MAX} jobs at once, with one claim and one end, where several wait. When it fails, `handle`
   * does them one by one, so that none fails for another's fault. Who was so busy a moment ago is not looked for again
   * before it is time to: there is more to be done together then.
   */
  readonly handleTogether?: (jobs: readonly Job[], stop: StopSignal) => Promise<void>;
  /** How many of its jobs run at the same time on one host; absent, all but one of those that may. */
  readonly atOnceMax?: number;
  /** Enqueued whenever a host starts; carries a key, so that many hosts want one. */
  readonly first?: NewJob & { readonly dedupeKey: string };
}

/** Work ended before it was done, because it was told to. */
export class StoppedError extends Error {
  readonly code = "stopped";

  constructor() {
    super("The work was told to stop");
    this.name = "StoppedError";
  }
}

/** Throws {@link StoppedError} once `stop` says so. */
export function requireGoing(stop: StopSignal | undefined): void {
  if (stop?.aborted) throw new StoppedError();
}

/** What passes at least between the failure of an attempt and the next one. */
export function retrySeconds(attempt: number): number {
  return Math.min(RETRY_SECONDS_MAX, RETRY_SECONDS_MIN * 2 ** Math.min(attempt - 1, 16));
}

/** Work that comes round again. */
interface Recurring {
  readonly queue: string;
  readonly everySeconds: number;
  readonly transact: Transact<JobStores>;
  readonly clock: Clock;
  /** May run more than once, as every handler. */
  readonly work: (stop: StopSignal) => Promise<void>;
}

/** The same for every run: of all the runs to come, one waits. */
const DEDUPE_KEY = "next";

/**
 * A job that is done once in `everySeconds`, whatever the number of hosts. Its first act is to enqueue the next run, in a
 * transaction of its own: neither a crash nor a failure for good ends the chain, and a second attempt finds that next
 * run waiting. The very first one is due when a host starts for the first time.
 */
export function recurringJob({ queue, everySeconds, transact, clock, work }: Recurring): JobDefinition {
  const next = { queue, dedupeKey: DEDUPE_KEY };
  return {
    queue,
    first: next,
    async handle(_job, stop) {
      const runAt = secondsAfter(clock.now(), everySeconds);
      await transact.write(({ jobs }) => jobs.enqueue({ ...next, runAt }));
      await work(stop);
    },
  };
}
