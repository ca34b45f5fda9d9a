import { once } from "node:events";
import { PassThrough } from "node:stream";
import { type Command, commandFor } from "./command.ts";
import { type ContainedChild, startChild } from "./contained-child.ts";
import { ContainmentError } from "./containment-error.ts";
import type { Source } from "./conversation.ts";
import { createPlaces, type Urgency } from "./places.ts";

export type { Source };

/** Work for a child. Input and output are what `structuredClone` can copy. */
export interface Job<Input> {
  readonly input: Input;
  /** Bytes that the child reads as it wants them, so that neither process holds more of them than it must. */
  readonly sources?: readonly Source[];
  /** Takes what the child writes, piece by piece, each before the next; without it, it is thrown away. */
  readonly write?: (bytes: Uint8Array) => Promise<void>;
  /** Instead of the pool's own. */
  readonly milliseconds?: number;
  /** `background` where nobody waits for it: it leaves a place free for whoever does, and lets him go first. */
  readonly urgency?: Urgency;
  /** Ends the work, and with it its child; `run` rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What a pool is made of. */
export interface ChildPoolOptions {
  /** The module that each child runs, which calls `serveJobs`; see `siblingModule`. */
  readonly entry: URL;
  /** Processes at once. They are started when there is work for them. */
  readonly children: number;
  /** Jobs that may wait for one; another one is refused. */
  readonly waiting: number;
  /** Running time of a job. What it waits for its sources, or for whoever takes its output, does not count. */
  readonly milliseconds: number;
  /** Resident memory of a child, above which it is killed within some milliseconds. */
  readonly memoryBytes: number;
  /** A child is replaced after so many jobs, or when it holds so much memory between two of them. */
  readonly retirement: { readonly jobs: number; readonly memoryBytes: number };
  /** Whether its code has native addons. */
  readonly addons?: boolean;
  /** All of a child's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long a child may be kept waiting for a source or a writer; 120 s where nothing is said. */
  readonly stallMilliseconds?: number;
  /** An idle child ends after so long; 60 s where nothing is said. */
  readonly idleMilliseconds?: number;
}

/**
 * Disposable processes for work that nobody can trust: each does one job at a time, with bounds on time and memory, no
 * environment, no files but its code, no other processes; none outlives this process, however it ends.
 */
export interface ChildPool {
  /**
   * What the child answered. Rejects with a {@link ContainmentError} when there is no answer, and with what a source or
   * `write` threw; the child is killed then, and the next job gets another one.
   */
  run<Output, Input = unknown>(job: Job<Input>): Promise<Output>;
  /**
   * What a child writes. The job begins when the first byte is asked for, and ends with the reading; failures come out of
   * that, and so does what `judge` throws at the output, which comes after the last byte.
   */
  stream<Output, Input = unknown>(
    job: Omit<Job<Input>, "write" | "signal">,
    judge?: (output: Output) => void,
  ): AsyncIterable<Uint8Array>;
  /** Kills every child and refuses what waits or comes. Resolves when no process is left. */
  close(): Promise<void>;
}

const STALL_MS = 120_000;
const IDLE_MS = 60_000;

/** A pool without any process yet. */
export function createChildPool(options: ChildPoolOptions): ChildPool {
  const { memoryBytes, retirement, stallMilliseconds = STALL_MS } = options;
  const places = createPlaces(options.children, options.waiting);
  const idle = new Map<ContainedChild, NodeJS.Timeout>();
  const children = new Set<ContainedChild>();
  const jobsDone = new WeakMap<ContainedChild, number>();
  let command: Command | undefined;
  let isClosed = false;

  /** One that is idle, the last used first: the others can then end. */
  function childForJob(): ContainedChild {
    const child = [...idle.keys()].findLast((each) => each.isAlive());
    if (!child) return newChild();
    clearTimeout(idle.get(child));
    idle.delete(child);
    child.keepAwake(true);
    return child;
  }

  function newChild(): ContainedChild {
    if (isClosed) throw new ContainmentError("closed", "The pool was closed");
    command ??= commandFor(options.entry, memoryBytes, options.env ?? {}, { addons: options.addons ?? false });
    const child = startChild(command, memoryBytes);
    children.add(child);
    child.gone.then(() => {
      children.delete(child);
      clearTimeout(idle.get(child));
      idle.delete(child);
    });
    return child;
  }

  function keep(child: ContainedChild, rssBytes: number): void {
    const jobs = (jobsDone.get(child) ?? 0) + 1;
    jobsDone.set(child, jobs);
    if (jobs >= retirement.jobs || rssBytes > retirement.memoryBytes) return void child.kill();
    child.keepAwake(false);
    const end = () => {
      idle.delete(child);
      void child.kill();
    };
    idle.set(child, setTimeout(end, options.idleMilliseconds ?? IDLE_MS).unref());
  }

  async function runIn(child: ContainedChild, job: Job<unknown>): Promise<unknown> {
    const { input, sources = [], write = async () => {}, milliseconds = options.milliseconds, signal = null } = job;
    try {
      const finished = await child.run({ input, sources, write, milliseconds, stallMilliseconds, signal });
      keep(child, finished.rssBytes);
      return finished.output;
    } catch (error) {
      void child.kill();
      throw error;
    }
  }

  async function run(job: Job<unknown>): Promise<unknown> {
    const leave = await places.enter(job.signal, job.urgency ?? "foreground");
    let child: ContainedChild | undefined;
    try {
      child = childForJob();
      return await runIn(child, job);
    } finally {
      // What was killed has its memory until it is gone: its place is free then, and not before.
      if (child && !idle.has(child)) child.gone.then(leave);
      else leave();
    }
  }

  return {
    run: run as ChildPool["run"],
    stream: (job, judge = () => {}) =>
      written(async (write, signal) => judge((await run({ ...job, write, signal })) as never)),
    async close() {
      isClosed = true;
      places.close(new ContainmentError("closed", "The pool was closed"));
      await Promise.all([...children].map((child) => child.kill()));
    },
  };
}

/** What `work` writes, as somebody reads it: the work begins with the reading, and is aborted when that ends early. */
async function* written(
  work: (write: (bytes: Uint8Array) => Promise<void>, signal: AbortSignal) => Promise<void>,
): AsyncIterable<Uint8Array> {
  const pipe = new PassThrough();
  const unwanted = new AbortController();
  pipe.once("close", () => unwanted.abort());
  const write = async (bytes: Uint8Array) => {
    if (!pipe.write(bytes)) await once(pipe, "drain", { signal: unwanted.signal });
  };
  work(write, unwanted.signal).then(
    () => pipe.end(),
    (error) => pipe.destroy(error),
  );
  yield* pipe;
}
