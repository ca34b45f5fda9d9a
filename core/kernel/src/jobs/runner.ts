import type { Transact } from "../transact.ts";
import {
  type Job,
  type JobDefinition,
  type JobStores,
  LEASE_SECONDS,
  type LeaseStores,
  requireGoing,
  StoppedError,
  TOGETHER_MAX,
} from "./queue.ts";

/** Port: lets time pass. */
export interface Timer {
  /** Calls `work` once, some milliseconds from now. The answer calls that off. */
  after(milliseconds: number, work: () => void): () => void;
}

/** Is told what a runner meets. None of it needs an answer. */
export interface JobObserver {
  /** An attempt failed; `final` when it was the last. */
  failed(failure: { readonly job: Job; readonly error: unknown; readonly final: boolean }): void;
  /** The queue did not answer. It is asked again. */
  unreachable(error: unknown): void;
}

/** Does the jobs of some queues. Any number of runners, on any number of hosts, share the work. */
export interface JobRunner {
  /** Enqueues what recurs, unless it waits already. */
  seed(): Promise<void>;
  /** Looks for jobs from now on. */
  start(): void;
  /**
   * Begins nothing more and tells the work under way to stop. What has not ended after `graceSeconds` is given back to
   * the queue, for another host to try again. Resolves when nothing of this runner's is under way as far as the queue
   * knows, a moment after the grace at the latest.
   */
  stop(graceSeconds: number): Promise<void>;
  /** Does all that is due, one job after another, until nothing is; answers how many attempts that took. */
  drain(): Promise<number>;
}

interface Dependencies {
  readonly transact: Transact<JobStores & LeaseStores>;
  readonly definitions: readonly JobDefinition[];
  readonly timer: Timer;
  readonly observer: JobObserver;
  /** How many jobs run at the same time; of one queue one less, so that long jobs of one never keep all others waiting. */
  readonly concurrency?: number;
}

const CONCURRENCY = 4;
const POLL_MS = 1_000;
const RENEW_MS = (LEASE_SECONDS * 1_000) / 3;
/** After the grace: how long the queue may take to take jobs back. */
const GIVE_BACK_MS = 2_000;

/** A job under way, or some that are done together. */
interface Run {
  readonly queue: string;
  readonly ended: Promise<void>;
  /** Asks it to stop. */
  stop(): void;
  /** Goes on without it. */
  abandon(): void;
}

/** What was taken from the queue at once, and what does it. */
interface Claimed {
  readonly definition: JobDefinition;
  readonly jobs: readonly Job[];
}

export function createJobRunner(dependencies: Dependencies): JobRunner {
  const { transact, definitions, timer, observer, concurrency = CONCURRENCY } = dependencies;
  const runs = new Set<Run>();
  let endPause = () => {};
  /** A place became free, maybe while jobs were looked for without it. */
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

  /** What had its turn is asked last at the next one, or a full queue would keep the others waiting; so it is with owners. */
  async function claim(): Promise<Claimed | null> {
    const claimed = await claimFrom([...queues.slice(first), ...queues.slice(0, first)].filter(hasRoom));
    const [job] = claimed?.jobs ?? [];
    if (job) {
      first = queues.indexOf(job.queue) + 1;
      served.set(job.queue, job.turn);
    }
    return claimed;
  }

  function claimFrom(wanted: readonly string[]): Promise<Claimed | null> {
    return transact.claim(async ({ leases }) => {
      const job = await leases.claim(wanted, served);
      if (!job) return null;
      const definition = definitions.find(({ queue }) => queue === job.queue);
      if (!definition) throw new TypeError(`Nobody asked for jobs of the queue ${job.queue}`);
      const more = definition.handleTogether ? await leases.claimMore(job, TOGETHER_MAX - 1) : [];
      return { definition, jobs: [job, ...more] };
    });
  }

  function begin(claimed: Claimed): Run {
    const run = runOf(claimed, dependencies);
    runs.add(run);
    run.ended.then(() => {
      const wasFull = runs.size === concurrency || !hasRoom(run.queue);
      runs.delete(run);
      if (wasFull || !claimed.definition.handleTogether) lookAgain();
    });
    return run;
  }

  function lookAgain(): void {
    hasNewRoom = true;
    endPause();
  }

  /** Until it is time to look again, or a job has ended. */
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
        // The claim was on its way when the stop came.
        if (stopping) run.stop();
      } else if (!stopping && !hasNewRoom) {
        await pause();
      }
    }
    await Promise.all([...runs].map(({ ended }) => ended));
  }

  return {
    async seed() {
      const first = definitions.flatMap((definition) => definition.first ?? []);
      await transact.write(async ({ jobs }) => {
        for (const job of first) await jobs.enqueue(job);
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

/** Does jobs, keeps their leases meanwhile, and tells the queue how they ended. */
function runOf({ definition, jobs }: Claimed, { transact, timer, observer }: Dependencies): Run {
  const { handle, handleTogether } = definition;
  const left = new Set(jobs);
  const signal = { aborted: false };
  const abandoned = Promise.withResolvers<never>();
  const lease = keepLease();

  function keepLease(): { release(): void } {
    let stored = true;
    let cancel = timer.after(RENEW_MS, renew);
    function renew() {
      transact
        .claim(async ({ leases }) => {
          let areOurs = true;
          for (const job of left) areOurs = (await leases.renew(job)) && areOurs;
          return areOurs;
        })
        .then((areOurs) => {
          if (!areOurs) signal.aborted = true;
        }, observer.unreachable)
        .then(() => {
          if (stored) cancel = timer.after(RENEW_MS, renew);
        });
    }
    return {
      release() {
        stored = false;
        cancel();
      },
    };
  }

  async function attempt(job: Job): Promise<void> {
    try {
      requireGoing(signal);
      await Promise.race([handle(job, signal), abandoned.promise]);
    } catch (error) {
      observer.failed({ job, error, final: job.attempt >= job.attemptsMax });
      await transact.write(({ leases }) => leases.fail(job, reasonOf(error)));
      return;
    }
    await transact.write(({ leases }) => leases.complete(job));
  }

  /** False where it is not known whose fault it was. */
  async function attemptTogether(): Promise<boolean> {
    if (!handleTogether) return false;
    try {
      await Promise.race([handleTogether(jobs, signal), abandoned.promise]);
    } catch {
      return false;
    }
    await transact.write(({ leases }) => leases.complete(...jobs));
    return true;
  }

  async function attemptAll(): Promise<void> {
    if (jobs.length > 1 && (await attemptTogether())) return;
    for (const job of jobs) {
      await attempt(job);
      left.delete(job);
    }
  }

  return {
    queue: definition.queue,
    ended: attemptAll().catch(observer.unreachable).finally(lease.release),
    stop() {
      signal.aborted = true;
    },
    abandon: () => abandoned.reject(new StoppedError()),
  };
}

const REASON_LENGTH_MAX = 1_000;

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH_MAX);
}
