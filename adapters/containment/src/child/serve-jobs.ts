import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { WATCHDOG_WORDS } from "../containment-error.ts";
import type { FromChild, ToChild } from "../protocol.ts";
import { siblingModule } from "../sibling-module.ts";
import { monotonicMs } from "./monotonic.ts";
import type { WatchdogOrders } from "./watchdog.ts";

/** What a job reads from and writes to, besides its input and its output. */
export interface JobIo {
  /** Each can be read once; nothing of it comes before it is asked for. */
  readonly sources: readonly AsyncIterable<Uint8Array>[];
  /** Resolves when somebody took the bytes. */
  write(bytes: Uint8Array): Promise<void>;
}

/** After the pool's own deadline: this one is for a pool that is stuck itself. */
const SPARE_MS = 1_000;

/**
 * Makes this process a child that does jobs one after the other: the whole of its entry module. It ends with its pool,
 * and kills itself above its bounds. What `handle` throws ends the process too: expected refusals are outputs.
 */
export function serveJobs<Input, Output>(handle: (input: Input, io: JobIo) => Output | Promise<Output>): void {
  const [parent, rssBytesMax] = process.argv.slice(2).map(Number);
  if (parent === undefined || rssBytesMax === undefined || !process.send) throw new Error("Only a pool starts this");
  const deadline = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  const orders: WatchdogOrders = { rssBytesMax, parent, deadline, words: WATCHDOG_WORDS };
  const watchdog = new Worker(siblingModule(import.meta.url, "watchdog"), { workerData: orders });
  watchdog.once("error", fail);
  watchdog.once("online", () => {
    // What serves requests goes first. The watchdog was started before, so that it does not wait for the work it watches.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    talk(handle as (input: unknown, io: JobIo) => unknown, deadline);
  });
  // A terminal and some supervisors send these to everybody: it is the host that lets work finish, or ends it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  process.once("disconnect", () => process.exit());
}

function talk(handle: (input: unknown, io: JobIo) => unknown, deadline: Float64Array): void {
  const clock = runningClock(deadline);
  const waiting: ((bytes: Uint8Array | null) => void)[] = [];

  /** Asks the pool for something. Its time does not count. */
  function ask(message: FromChild): Promise<Uint8Array | null> {
    clock.stop();
    return new Promise((resolve) => {
      waiting.push(resolve);
      tell(message);
    });
  }

  async function* sourceAt(source: number): AsyncIterable<Uint8Array> {
    for (;;) {
      const bytes = await ask({ kind: "pull", source });
      if (bytes === null) return;
      yield bytes;
    }
  }

  async function work(input: unknown, sourceCount: number): Promise<void> {
    const sources = Array.from({ length: sourceCount }, (_, source) => sourceAt(source));
    const write = async (bytes: Uint8Array) => void (await ask({ kind: "output", bytes }));
    const output = await handle(input, { sources, write });
    clock.stop();
    tell({ kind: "done", output, memoryBytes: process.memoryUsage.rss() });
  }

  process.on("message", (message: ToChild) => {
    if (message.kind === "job") {
      clock.start(message.milliseconds + SPARE_MS);
      work(message.input, message.sourceCount).catch(fail);
    } else {
      const answered = waiting.shift();
      if (waiting.length === 0) clock.resume();
      answered?.(message.kind === "piece" ? message.bytes : null);
    }
  });
  tell({ kind: "ready" });
}

/** Writes down when the time of a job is over, for the watchdog. */
function runningClock(deadline: Float64Array) {
  let left = 0;
  const resume = () => {
    deadline[0] = monotonicMs() + left;
  };
  return {
    start(milliseconds: number) {
      left = milliseconds;
      resume();
    },
    stop() {
      if (deadline[0]) left = deadline[0] - monotonicMs();
      deadline[0] = 0;
    },
    resume,
  };
}

function tell(message: FromChild): void {
  process.send?.(message);
}

function fail(error: unknown): void {
  tell({ kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
