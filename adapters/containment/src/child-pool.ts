import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { ChildRuntime } from "./child-runtime.ts";
import { type Addon, type Command, commandFor } from "./command.ts";
import { startChild } from "./contained-child.ts";
import type { JobOfChild, Source } from "./conversation.ts";
import { nodeChildren } from "./node-children.ts";
import type { PlaceRequest, QueueLimits } from "./places.ts";
import { createPool } from "./pool.ts";

export type { QueueLimits, Source };

/** Work for a child. Input and output are JSON, in which byte arrays may stand. */
export interface Job<Input> extends PlaceRequest {
  readonly input: Input;
  /** Bytes that the child reads as it wants them, so that neither process holds more of them than it must. */
  readonly sources?: readonly Source[];
  /** Takes what the child writes, piece by piece, each before the next; without it, it is thrown away. */
  readonly write?: (bytes: Uint8Array) => Promise<void>;
  /** Instead of the pool's own. */
  readonly cpuMilliseconds?: number;
  /** Ends the work, and with it its child; `run` rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What a pool is made of. */
export interface ChildPoolOptions {
  /** The module that each child runs, which calls `serveJobs`; see `siblingModule`. */
  readonly entry: URL;
  /** Processes at once. They are started when there is work for them. */
  readonly children: number;
  /** Of what waits for one; `QUEUE_LIMITS` where nothing else is said. */
  readonly queue?: Partial<QueueLimits>;
  /** CPU time of a job, in all threads of its child together: a busy machine makes no work fail. */
  readonly cpuMilliseconds: number;
  /**
   * Time of a job by the clock, without what it waits for its sources or for whoever takes its output: for a child that
   * sleeps or stands still. Twenty times its CPU time, and a minute at least, where nothing is said.
   */
  readonly wallMilliseconds?: number;
  /** Resident memory of a child, above which it is killed within some milliseconds. */
  readonly memoryBytes: number;
  /** A child is replaced after so many jobs, or when it holds so much memory between two of them. */
  readonly retirement: { readonly jobs: number; readonly memoryBytes: number };
  /** Packages with native code that it loads. */
  readonly addons?: readonly Addon[];
  /** All of a child's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long a child may be kept waiting for a source or a writer; 120 s where nothing is said. */
  readonly stallMilliseconds?: number;
  /** An idle child ends after so long; 60 s where nothing is said. */
  readonly idleMilliseconds?: number;
  /** What children run on; Node.js, the one of this process, where nothing is said. */
  readonly childRuntime?: ChildRuntime | undefined;
}

/**
 * Disposable processes for work that nobody can trust: each does one job at a time, with bounds on time and memory, no
 * environment, no files but its code, no sockets, no other processes; none outlives this process, however it ends.
 */
export interface ChildPool {
  /**
   * What the child answered. Rejects with a `ContainmentError` when there is no answer, and with what a source or
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
/** How much more time by the clock than CPU time a job may take: the machine may be busy, and a child lets others go first. */
const WALL_FACTOR = 20;
const WALL_MS_MIN = 60_000;

/** A pool without any process yet. */
export function createChildPool(options: ChildPoolOptions): ChildPool {
  const { entry, memoryBytes, env = {}, addons = [], stallMilliseconds = STALL_MS } = options;
  let command: Command | undefined;
  const pool = createPool<JobOfChild>({
    start() {
      command ??= commandFor({ entry, memoryBytes, env, addons }, options.childRuntime ?? nodeChildren());
      return startChild(command, memoryBytes);
    },
    places: options.children,
    queue: options.queue,
    retirement: options.retirement,
    idleMilliseconds: options.idleMilliseconds,
  });

  function run(job: Job<unknown>): Promise<unknown> {
    const { input, sources = [], write = async () => {}, signal = null } = job;
    const { cpuMilliseconds = options.cpuMilliseconds } = job;
    const wallMilliseconds = options.wallMilliseconds ?? Math.max(WALL_FACTOR * cpuMilliseconds, WALL_MS_MIN);
    const limits = { cpuMilliseconds, wallMilliseconds, stallMilliseconds };
    return pool.run({ input, sources, write, signal, ...limits }, job);
  }

  return {
    run: run as ChildPool["run"],
    stream: (job, judge = () => {}) =>
      written(async (write, signal) => judge((await run({ ...job, write, signal })) as never)),
    close: () => pool.close(),
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
