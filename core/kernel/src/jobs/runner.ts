import type { Transact } from "../transact.ts";
import {
  JOB_BATCH_MAX,
  type Job,
  JobCancelledError,
  type JobDefinition,
  type JobStores,
  LEASE_SECONDS,
  type LeaseStores,
  throwIfCancelled,
} from "./queue.ts";

/** Port: delayed execution. */
export interface Timer {
  /** Calls `work` once after the delay. The returned function cancels it. */
  after(milliseconds: number, work: () => void): () => void;
}

/** Receives the failures of a runner, for the log. */
export interface JobObserver {
  /** An attempt failed; `final` when it was the last one. */
  failed(failure: { readonly job: Job; readonly error: unknown; readonly final: boolean }): void;
  /** The queue did not answer. The runner retries. */
  unreachable(error: unknown): void;
}

/** Runs the jobs of some queues. Any number of runners, on any number of hosts, share the work. */
export interface JobRunner {
  /** Enqueues the initial jobs, unless they already wait. */
  seed(): Promise<void>;
  /** Starts polling. */
  start(): void;
  /**
   * Starts no more jobs and signals running ones to stop. Jobs that still run after `graceSeconds` are released for
   * another host. Resolves when the queue knows of no running job of this runner, at most {@link GIVE_BACK_MS} after
   * the grace time.
   */
  stop(graceSeconds: number): Promise<void>;
  /** Runs all due jobs one after another; returns the number of attempts. */
  drain(): Promise<number>;
}

interface Dependencies {
  readonly transact: Transact<JobStores & LeaseStores>;
  readonly definitions: readonly JobDefinition[];
  readonly timer: Timer;
  readonly observer: JobObserver;
  /** Concurrent jobs in all. One queue gets at most one less, so that its long jobs do not block the other queues. */
  readonly concurrency?: number;
}

const CONCURRENCY = 4;
const POLL_MS = 1_000;
const RENEW_MS = (LEASE_SECONDS * 1_000) / 3;
/** Time after the grace period in which the queue must accept released jobs. */
const GIVE_BACK_MS = 2_000;

/** A running job, or a batch that runs together. */
interface Run {
  readonly queue: string;
  readonly ended: Promise<void>;
  stop(): void;
  /** Releases its jobs and no longer waits for the work. */
  abandon(): void;
}

/** Jobs claimed together, with their definition. */
interface Claimed {
  readonly definition: JobDefinition;
  readonly jobs: readonly Job[];
}

export function createJobRunner(dependencies: Dependencies): JobRunner {
  const { transact, definitions, timer, observer, concurrency = CONCURRENCY } = dependencies;
  const runs = new Set<Run>();
  let endPause = () => {};
  /** True when a slot became free, possibly while a claim was under way. */
  let hasNewRoom = false;
  let looking: Promise<void> = Promise.resolve();
  let stopping = false;
  const queues = definitions.map(({ queue }) => queue);
  const ofOneQueue = Math.max(1, concurrency - 1);
  const limits = new Map(
    definitions.map(({ queue, atOnceMax = ofOneQueue }) => [queue, Math.min(atOnceMax, ofOneQueue)]),
  );
  let first = 0;
  const served = new Map<string, number>();

  const hasRoom = (queue: string) => [...runs].filter((run) => run.queue === queue).length < (limits.get(queue) ?? 0);

  /** Begins after the queue and the owner served last, so that a busy one does not starve the others. */
  async function claim(): Promise<Claimed | null> {
    const claimed = await claimFrom([...queues.slice(first), ...queues.slice(0, first)].filter(hasRoom));
    const [job] = claimed?.jobs ?? [];
    if (job) {
      first = queues.indexOf(job.queue) + 1;
      served.set(job.queue, job.turn);
    }
    return claimed;
  }

  function claimFrom(candidates: readonly string[]): Promise<Claimed | null> {
    return transact.claim(async ({ leases }) => {
      const job = await leases.claim(candidates, served);
      if (!job) return null;
      const definition = definitions.find(({ queue }) => queue === job.queue);
      if (!definition) throw new TypeError(`No definition for jobs of the queue ${job.queue}`);
      const more = definition.handleBatch ? await leases.claimBatch(job, JOB_BATCH_MAX - 1) : [];
      return { definition, jobs: [job, ...more] };
    });
  }

  function begin(claimed: Claimed): Run {
    const run = runOf(claimed, dependencies);
    runs.add(run);
    run.ended.then(() => {
      const wasFull = runs.size === concurrency || !hasRoom(run.queue);
      runs.delete(run);
      if (wasFull || !claimed.definition.handleBatch) lookAgain();
    });
    return run;
  }

  function lookAgain(): void {
    hasNewRoom = true;
    endPause();
  }

  /** Waits for the next poll or for a free slot. */
  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = timer.after(POLL_MS, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });
  }

  async function look(): Promise<void> {
    while (!stopping) {
      hasNewRoom = false;
      const claimed = runs.size < concurrency ? await claim().catch(observer.unreachable) : null;
      if (claimed) {
        const run = begin(claimed);
        // A stop arrived during the claim.
        if (stopping) run.stop();
      } else if (!stopping && !hasNewRoom) {
        await pause();
      }
    }
    await Promise.all([...runs].map(({ ended }) => ended));
  }

  return {
    async seed() {
      const initialJobs = definitions.flatMap((definition) => definition.initialJob ?? []);
      await transact.write(async ({ jobs }) => {
        for (const job of initialJobs) await jobs.enqueue(job);
      });
    },

    start() {
      stopping = false;
      looking = look();
    },

    async stop(graceSeconds) {
      stopping = true;
      endPause();
      for (const run of runs) run.stop();
      const late = Promise.withResolvers<void>();
      let cancel = timer.after(graceSeconds * 1_000, () => {
        for (const run of runs) run.abandon();
        cancel = timer.after(GIVE_BACK_MS, late.resolve);
      });
      await Promise.race([looking, late.promise]);
      cancel();
    },

    async drain() {
      let count = 0;
      for (let claimed = await claim(); claimed; claimed = await claim()) {
        await begin(claimed).ended;
        count += claimed.jobs.length;
      }
      return count;
    },
  };
}

/** Runs claimed jobs, renews their leases meanwhile, and records their results. */
function runOf({ definition, jobs }: Claimed, { transact, timer, observer }: Dependencies): Run {
  const { handle, handleBatch } = definition;
  const remaining = new Set(jobs);
  const signal = { aborted: false };
  const abandoned = Promise.withResolvers<never>();
  const lease = startLeaseRenewal();

  function startLeaseRenewal(): { release(): void } {
    let isRunning = true;
    let cancel = timer.after(RENEW_MS, renew);
    function renew() {
      transact
        .claim(async ({ leases }) => {
          let areOurs = true;
          for (const job of remaining) areOurs = (await leases.renew(job)) && areOurs;
          return areOurs;
        })
        .then((areOurs) => {
          if (!areOurs) signal.aborted = true;
        }, observer.unreachable)
        .then(() => {
          if (isRunning) cancel = timer.after(RENEW_MS, renew);
        });
    }
    return {
      release() {
        isRunning = false;
        cancel();
      },
    };
  }

  async function attempt(job: Job): Promise<void> {
    try {
      throwIfCancelled(signal);
      await Promise.race([handle(job, signal), abandoned.promise]);
    } catch (error) {
      observer.failed({ job, error, final: job.attempt >= job.attemptsMax });
      await transact.write(({ leases }) => leases.fail(job, reasonOf(error)));
      return;
    }
    await transact.write(({ leases }) => leases.complete(job));
  }

  /** Returns false when the batch failed and each job must run alone. */
  async function attemptBatch(): Promise<boolean> {
    if (!handleBatch) return false;
    try {
      await Promise.race([handleBatch(jobs, signal), abandoned.promise]);
    } catch {
      return false;
    }
    await transact.write(({ leases }) => leases.complete(...jobs));
    return true;
  }

  async function attemptAll(): Promise<void> {
    if (jobs.length > 1 && (await attemptBatch())) return;
    for (const job of jobs) {
      await attempt(job);
      remaining.delete(job);
    }
  }

  return {
    queue: definition.queue,
    ended: attemptAll().catch(observer.unreachable).finally(lease.release),
    stop() {
      signal.aborted = true;
    },
    abandon: () => abandoned.reject(new JobCancelledError()),
  };
}

const REASON_LENGTH_MAX = 1_000;

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH_MAX);
}
