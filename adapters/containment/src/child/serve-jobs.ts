import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { WATCHDOG_WORDS } from "../containment-error.ts";
import { createFrameReader } from "../frames.ts";
import type { FromChild, ToChild } from "../protocol.ts";
import { siblingModule } from "../sibling-module.ts";
import { cpuMicroseconds } from "./cpu-time.ts";
import { ownStandardOutput } from "./standard-output.ts";
import type { WatchdogOrders } from "./watchdog.ts";

/** What a job reads from and writes to, besides its input and its output. */
export interface JobIo {
  /** Each can be read once; nothing of it comes before it is asked for. */
  readonly sources: readonly AsyncIterable<Uint8Array>[];
  /** Resolves when somebody took the bytes. */
  write(bytes: Uint8Array): Promise<void>;
}

/**
 * Makes this process a child that does jobs one after the other: the whole of its entry module. It ends with its pool,
 * and kills itself above its bounds. What `handle` throws ends the process too: expected refusals are outputs.
 */
export function serveJobs<Input, Output>(handle: (input: Input, io: JobIo) => Output | Promise<Output>): void {
  const [parent, rssBytesMax] = process.argv.slice(2).map(Number);
  if (parent === undefined || rssBytesMax === undefined) throw new Error("Only a pool starts this");
  const tell = ownStandardOutput();
  const fail = (error: unknown) =>
    tell({ kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  const cpuLimit = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  const orders: WatchdogOrders = { rssBytesMax, parent, cpuLimit, words: WATCHDOG_WORDS };
  const watchdog = new Worker(siblingModule(import.meta.url, "watchdog"), { workerData: orders });
  watchdog.once("error", fail);
  watchdog.once("online", () => {
    // What serves requests goes first. The watchdog was started before, so that it does not wait for the work it watches.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    talk(handle as (input: unknown, io: JobIo) => unknown, cpuLimit, { tell, fail });
  });
  // A terminal and some supervisors send these to everybody: it is the host that lets work finish, or ends it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
}

/** What leaves this process. */
interface Speech {
  tell(message: FromChild): void;
  fail(error: unknown): void;
}

function talk(handle: (input: unknown, io: JobIo) => unknown, cpuLimit: Float64Array, { tell, fail }: Speech): void {
  const waiting: ((bytes: Uint8Array | null) => void)[] = [];

  /** Asks the pool for something. */
  function ask(message: FromChild): Promise<Uint8Array | null> {
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
    cpuLimit[0] = 0;
    tell({ kind: "done", output, memoryBytes: process.memoryUsage.rss() });
  }

  const read = createFrameReader(Number.POSITIVE_INFINITY, (taken) => {
    const message = taken as ToChild;
    if (message.kind === "job") {
      cpuLimit[0] = cpuMicroseconds() + 1000 * message.cpuMilliseconds;
      work(message.input, message.sourceCount).catch(fail);
    } else {
      waiting.shift()?.(message.kind === "piece" ? message.bytes : null);
    }
  });
  process.stdin.on("data", read);
  process.stdin.once("end", () => process.exit());
  tell({ kind: "ready" });
}
