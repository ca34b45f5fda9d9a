import { once } from "node:events";
import { PassThrough } from "node:stream";
import { type Addon, type Command, commandFor } from "./child-command.ts";
import { startChild } from "./child-process.ts";
import type { ChildRuntime } from "./child-runtime.ts";
import type { PlaceRequest, QueueLimits } from "./concurrency-limiter.ts";
import { nodeChildren } from "./node-children.ts";
import { createPool } from "./pool.ts";
import type { ChildJob, Source } from "./run-child-job.ts";

export type { QueueLimits, Source };

/** A job for a child. Input and output are JSON that may contain byte arrays. */
export interface Job<Input> extends PlaceRequest {
  readonly input: Input;
  /** Byte streams that the child pulls, so that neither process buffers more than needed. */
  readonly sources?: readonly Source[];
  /** Receives the output bytes of the child in order, one chunk at a time; without it they are discarded. */
  readonly write?: (bytes: Uint8Array) => Promise<void>;
  /** Overrides the pool's limit. */
  readonly cpuMilliseconds?: number;
  /** Aborts the job and kills its child; `run` rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface ChildPoolOptions {
  /** The module that each child runs, which calls `serveJobs`; see `siblingModule`. */
  readonly entry: URL;
  /** Maximum number of processes. They are started when there are jobs for them. */
  readonly children: number;
  /** Limits of the waiting jobs; `QUEUE_LIMITS` by default. */
  readonly queue?: Partial<QueueLimits>;
  /** CPU time of a job in all threads of its child together, so that a busy machine makes no job fail. */
  readonly cpuMilliseconds: number;
  /**
   * Elapsed time of a job, without the time it waits for its sources and its writer. Catches a child that sleeps. By
   * default twenty times the CPU time, at least a minute.
   */
  readonly wallMilliseconds?: number;
  /** Maximum resident memory of a child; the child is killed within milliseconds above it. */
  readonly memoryBytes: number;
  /** A child is replaced after this number of jobs, or when it holds this much memory between two jobs. */
  readonly retirement: { readonly jobs: number; readonly memoryBytes: number };
  /** Packages with native code that it loads. */
  readonly addons?: readonly Addon[];
  /** The whole environment of a child. */
  readonly env?: Readonly<Record<string, string>>;
  /** Maximum time that a child waits for a source or a writer; 120 s by default. */
  readonly stallMilliseconds?: number;
  /** An idle child ends after this time; 60 s by default. */
  readonly idleMilliseconds?: number;
  /** The runtime of the children; by default the Node.js of this process. */
  readonly childRuntime?: ChildRuntime | undefined;
}

/**
 * A pool of disposable processes for untrusted work. Each does one job at a time with limited time and memory, without
 * environment, sockets, other processes or files except its code. No child outlives this process.
 */
export interface ChildPool {
  /**
   * Returns the output of the child. Rejects with a `ContainmentError` if there is none, and with errors of sources and
   * of `write`; the child is then killed and replaced.
   */
  run<Output, Input = unknown>(job: Job<Input>): Promise<Output>;
  /**
   * Streams what the child writes. The job starts with the first read and is aborted when the reader stops. The stream
   * fails if the job fails, or if `judge` throws for its output after the last byte.
   */
  stream<Output, Input = unknown>(
    job: Omit<Job<Input>, "write" | "signal">,
    judge?: (output: Output) => void,
  ): AsyncIterable<Uint8Array>;
  /** Kills every child and rejects waiting and later jobs. Resolves when no process is left. */
  close(): Promise<void>;
}

const STALL_MS = 120_000;
/** Ratio of elapsed time to CPU time: the machine may be busy, and children run at low priority. */
const WALL_FACTOR = 20;
const WALL_MS_MIN = 60_000;

/**
 * Creates a pool without processes.
 *
 * @example
 * ```ts
 * import { createChildPool } from "@cartulary/containment";
 *
 * const pool = createChildPool({
 *   entry: new URL("./words.child.ts", import.meta.url), // calls serveJobs of @cartulary/containment/child
 *   children: 1,
 *   cpuMilliseconds: 10_000,
 *   memoryBytes: 300_000_000,
 *   retirement: { jobs: 100, memoryBytes: 250_000_000 },
 * });
 * console.log(await pool.run<number>({ onBehalfOf: "ana", input: "the lease of the mill" }));
 * await pool.close();
 * ```
 */
export function createChildPool(options: ChildPoolOptions): ChildPool {
  const { entry, memoryBytes, env = {}, addons = [], stallMilliseconds = STALL_MS } = options;
  let command: Command | undefined;
  const pool = createPool<ChildJob>({
    start() {
      command ??= commandFor({ entry, memoryBytes, env, addons }, options.childRuntime ?? nodeChildren());
      return startChild(command, memoryBytes);
    },
    places: options.children,
    queue: options.queue,
    retirement: options.retirement,
    idleMilliseconds: options.idleMilliseconds,
  });

  const { observer } = options.childRuntime ?? {};
  const name = poolNameOf(entry);
  observer?.opened(name, pool.counts);

  function run(job: Job<unknown>): Promise<unknown> {
    const { input, sources = [], write = async () => {}, signal = null } = job;
    const { cpuMilliseconds = options.cpuMilliseconds } = job;
    const wallMilliseconds = options.wallMilliseconds ?? Math.max(WALL_FACTOR * cpuMilliseconds, WALL_MS_MIN);
    const limits = { cpuMilliseconds, wallMilliseconds, stallMilliseconds };
    const work = () => pool.run({ input, sources, write, signal, ...limits }, job);
    return observer ? observer.around(name, work) : work();
  }

  return {
    run: run as ChildPool["run"],
    stream: (job, judge = () => {}) =>
      streamOf(async (write, signal) => judge((await run({ ...job, write, signal })) as never)),
    close: () => pool.close(),
  };
}

/** `merge` for `file:///…/merge.child.ts`. */
function poolNameOf({ pathname }: URL): string {
  return (pathname.split("/").at(-1) ?? "").replace(/(?:\.child)?\.[cm]?[jt]s$/, "");
}

/** Streams what `work` writes. Starts the work with the first read and aborts it when the reader stops. */
async function* streamOf(
  work: (write: (bytes: Uint8Array) => Promise<void>, signal: AbortSignal) => Promise<void>,
): AsyncIterable<Uint8Array> {
  const pipe = new PassThrough();
  const abandoned = new AbortController();
  pipe.once("close", () => abandoned.abort());
  const write = async (bytes: Uint8Array) => {
    if (!pipe.write(bytes)) await once(pipe, "drain", { signal: abandoned.signal });
  };
  work(write, abandoned.signal).then(
    () => pipe.end(),
    (error) => pipe.destroy(error),
  );
  yield* pipe;
}
