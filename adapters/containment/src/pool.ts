import type { PoolCounts } from "./child-runtime.ts";
import { createConcurrencyLimiter, type PlaceRequest, QUEUE_LIMITS, type QueueLimits } from "./concurrency-limiter.ts";
import { ContainmentError } from "./containment-error.ts";

export { ContainmentError, type PlaceRequest, type QueueLimits };

/** The result of a job. */
export interface JobResult {
  readonly output: unknown;
  /** Memory that the worker holds after the job. */
  readonly memoryBytes: number;
}

/** A process or thread that does one job at a time until it dies or is killed. */
export interface PoolWorker<Job> {
  /**
   * Rejects with a {@link ContainmentError} if there is no output. The caller then kills the worker, which does no
   * other job.
   */
  run(job: Job): Promise<JobResult>;
  isAlive(): boolean;
  /** Makes the worker keep this process' event loop alive, or not. */
  keepAwake(awake: boolean): void;
  /** Resolves when the worker has ended. */
  readonly exited: Promise<void>;
  /** Resolves with {@link exited}. */
  kill(): Promise<void>;
}

export interface PoolOptions<Job> {
  /** Starts a worker. Its first job rejects if the start fails. */
  readonly start: () => PoolWorker<Job>;
  /** Maximum number of workers. They are started when there are jobs for them. */
  readonly places: number;
  /** Limits of the waiting jobs; {@link QUEUE_LIMITS} by default. */
  readonly queue?: Partial<QueueLimits> | undefined;
  /** A worker is replaced after this number of jobs, or when it holds this much memory between two jobs. */
  readonly retirement: { readonly jobs: number; readonly memoryBytes: number };
  /** An idle worker ends after this time; 60 s by default. */
  readonly idleMilliseconds?: number | undefined;
}

/** Disposable workers for untrusted jobs, with a queue. */
export interface Pool<Job> {
  /** Returns the output of a job. Rejects with a {@link ContainmentError} and kills the worker otherwise. */
  run(job: Job, request: PlaceRequest): Promise<unknown>;
  counts(): PoolCounts;
  /** Kills all workers and rejects waiting and later jobs. Resolves when none is left. */
  close(): Promise<void>;
}

const IDLE_MS = 60_000;
/** Maximum number of owners in {@link createPool}'s `costlyOwners`; the oldest are forgotten. */
const COSTLY_OWNERS_MAX = 1_000;

/** Creates a pool without workers. */
export function createPool<Job>({ start, retirement, ...options }: PoolOptions<Job>): Pool<Job> {
  const places = createConcurrencyLimiter(options.places, { ...QUEUE_LIMITS, ...options.queue });
  const idle = new Map<PoolWorker<Job>, NodeJS.Timeout>();
  const all = new Set<PoolWorker<Job>>();
  const jobsDone = new WeakMap<PoolWorker<Job>, number>();
  let isClosed = false;

  /** Owners whose last job used up its worker. */
  const costlyOwners = new Set<string | null>();

  /**
   * Returns the most recently used idle worker, so that the others can time out. An owner who used up a worker gets a
   * new one and leaves the last idle worker to other owners.
   */
  function workerForJob(owner: string | null): PoolWorker<Job> {
    const alive = [...idle.keys()].filter((each) => each.isAlive());
    const worker = alive.at(-1);
    const isReserved = alive.length === 1 && costlyOwners.has(owner) && all.size < options.places;
    if (!worker || isReserved) return startWorker();
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    worker.keepAwake(true);
    return worker;
  }

  function startWorker(): PoolWorker<Job> {
    if (isClosed) throw new ContainmentError("closed", "The pool was closed");
    const worker = start();
    all.add(worker);
    worker.exited.then(() => {
      all.delete(worker);
      clearTimeout(idle.get(worker));
      idle.delete(worker);
    });
    return worker;
  }

  /** Starts a spare worker when an owner has to wait, so that other owners do not wait for a start. */
  function startSpare(): void {
    if (idle.size === 0 && all.size < options.places && !isClosed) makeIdle(startWorker());
  }

  function makeIdle(worker: PoolWorker<Job>): void {
    worker.keepAwake(false);
    const end = () => {
      idle.delete(worker);
      void worker.kill();
    };
    idle.set(worker, setTimeout(end, options.idleMilliseconds ?? IDLE_MS).unref());
  }

  /** True if the worker can do another job. */
  function canContinue(worker: PoolWorker<Job>, memoryBytes: number): boolean {
    const jobs = (jobsDone.get(worker) ?? 0) + 1;
    jobsDone.set(worker, jobs);
    return jobs < retirement.jobs && memoryBytes <= retirement.memoryBytes;
  }

  function discard(worker: PoolWorker<Job>, owner: string | null): void {
    costlyOwners.add(owner);
    const [oldest = null] = costlyOwners;
    if (costlyOwners.size > COSTLY_OWNERS_MAX) costlyOwners.delete(oldest);
    void worker.kill();
  }

  async function runIn(worker: PoolWorker<Job>, job: Job, owner: string | null): Promise<unknown> {
    try {
      const { output, memoryBytes } = await worker.run(job);
      if (canContinue(worker, memoryBytes)) makeIdle(worker);
      else discard(worker, owner);
      return output;
    } catch (error) {
      discard(worker, owner);
      throw error;
    }
  }

  return {
    async run(job, request) {
      const { onBehalfOf } = request;
      const leave = await places.acquire(request, startSpare);
      let worker: PoolWorker<Job> | undefined;
      try {
        worker = workerForJob(onBehalfOf);
        costlyOwners.delete(onBehalfOf);
        return await runIn(worker, job, onBehalfOf);
      } finally {
        // A killed worker holds its memory until it has ended; its place is freed then.
        if (worker && !idle.has(worker)) worker.exited.then(leave);
        else leave();
      }
    },
    counts: () => places.counts(),
    async close() {
      isClosed = true;
      places.close(new ContainmentError("closed", "The pool was closed"));
      await Promise.all([...all].map((worker) => worker.kill()));
    },
  };
}
