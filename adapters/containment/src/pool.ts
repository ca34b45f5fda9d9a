import { ContainmentError } from "./containment-error.ts";
import { createPlaces, type PlaceRequest, QUEUE_LIMITS, type QueueLimits } from "./places.ts";

export { ContainmentError, type PlaceRequest, type QueueLimits };

/** What a job came to. */
export interface Finished {
  readonly output: unknown;
  /** Memory that whoever did it goes on having. */
  readonly memoryBytes: number;
}

/** A process, or a thread, that does one job at a time, until it dies or is killed. */
export interface Contained<Job> {
  /**
   * Rejects with a {@link ContainmentError} when it comes to no answer. It does no other job after that: whoever called
   * kills it.
   */
  run(job: Job): Promise<Finished>;
  isAlive(): boolean;
  /** Whether the event loop of this process goes on for its sake. */
  keepAwake(awake: boolean): void;
  /** Resolves when it is no more. */
  readonly gone: Promise<void>;
  /** Resolves with {@link gone}. */
  kill(): Promise<void>;
}

export interface PoolOptions<Job> {
  /** Another one to do jobs. What goes wrong at its start comes out of its first job. */
  readonly start: () => Contained<Job>;
  /** How many there are at once. They are started when there is work for them. */
  readonly places: number;
  /** Of what waits for one; {@link QUEUE_LIMITS} where nothing else is said. */
  readonly queue?: Partial<QueueLimits> | undefined;
  /** One is replaced after so many jobs, or when it has so much memory between two of them. */
  readonly retirement: { readonly jobs: number; readonly memoryBytes: number };
  /** One that is idle ends after so long; 60 s where nothing is said. */
  readonly idleMilliseconds?: number | undefined;
}

/** Disposable places for work that nobody can trust, and the queue before them. */
export interface Pool<Job> {
  /** What came of a job. Rejects with a {@link ContainmentError} when nothing did; whoever did it is killed then. */
  run(job: Job, request: PlaceRequest): Promise<unknown>;
  /** Kills all of them and refuses what waits or comes. Resolves when none is left. */
  close(): Promise<void>;
}

const IDLE_MS = 60_000;
/** Owners of whom it is known that they used one up; the oldest are forgotten. */
const SPENDERS_MAX = 1_000;

/** A pool in which nothing runs yet. */
export function createPool<Job>({ start, retirement, ...options }: PoolOptions<Job>): Pool<Job> {
  const places = createPlaces(options.places, { ...QUEUE_LIMITS, ...options.queue });
  const idle = new Map<Contained<Job>, NodeJS.Timeout>();
  const all = new Set<Contained<Job>>();
  const jobsDone = new WeakMap<Contained<Job>, number>();
  let isClosed = false;

  /** Owners whose last job used one up. */
  const spenders = new Set<string | null>();

  /**
   * One that is idle, the last used first: the others can then end. An owner who used one up waits for the start of the
   * next one and leaves the last idle one to other owners.
   */
  function oneForJob(owner: string | null): Contained<Job> {
    const alive = [...idle.keys()].filter((each) => each.isAlive());
    const one = alive.at(-1);
    const isReserved = alive.length === 1 && spenders.has(owner) && all.size < options.places;
    if (!one || isReserved) return newOne();
    clearTimeout(idle.get(one));
    idle.delete(one);
    one.keepAwake(true);
    return one;
  }

  function newOne(): Contained<Job> {
    if (isClosed) throw new ContainmentError("closed", "The pool was closed");
    const one = start();
    all.add(one);
    one.gone.then(() => {
      all.delete(one);
      clearTimeout(idle.get(one));
      idle.delete(one);
    });
    return one;
  }

  /** Starts one ahead where an owner has more to do than his turn: others shall not wait for a start beside him. */
  function keepSpare(): void {
    if (idle.size === 0 && all.size < options.places && !isClosed) putAside(newOne());
  }

  function putAside(one: Contained<Job>): void {
    one.keepAwake(false);
    const end = () => {
      idle.delete(one);
      void one.kill();
    };
    idle.set(one, setTimeout(end, options.idleMilliseconds ?? IDLE_MS).unref());
  }

  /** Whether one is as good as new for the next job. */
  function isFit(one: Contained<Job>, memoryBytes: number): boolean {
    const jobs = (jobsDone.get(one) ?? 0) + 1;
    jobsDone.set(one, jobs);
    return jobs < retirement.jobs && memoryBytes <= retirement.memoryBytes;
  }

  function discard(one: Contained<Job>, owner: string | null): void {
    spenders.add(owner);
    const [oldest = null] = spenders;
    if (spenders.size > SPENDERS_MAX) spenders.delete(oldest);
    void one.kill();
  }

  async function runIn(one: Contained<Job>, job: Job, owner: string | null): Promise<unknown> {
    try {
      const { output, memoryBytes } = await one.run(job);
      if (isFit(one, memoryBytes)) putAside(one);
      else discard(one, owner);
      return output;
    } catch (error) {
      discard(one, owner);
      throw error;
    }
  }

  return {
    async run(job, request) {
      const { onBehalfOf } = request;
      const leave = await places.enter(request, keepSpare);
      let one: Contained<Job> | undefined;
      try {
        one = oneForJob(onBehalfOf);
        spenders.delete(onBehalfOf);
        return await runIn(one, job, onBehalfOf);
      } finally {
        // What was killed has its memory until it is gone: its place is free then, and not before.
        if (one && !idle.has(one)) one.gone.then(leave);
        else leave();
      }
    },
    async close() {
      isClosed = true;
      places.close(new ContainmentError("closed", "The pool was closed"));
      await Promise.all([...all].map((one) => one.kill()));
    },
  };
}
