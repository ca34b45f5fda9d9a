import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { WATCHDOG_MESSAGE } from "../containment-error.ts";
import { createFrameReader } from "../frames.ts";
import type { FromChild, ToChild } from "../protocol.ts";
import { siblingModule } from "../sibling-module.ts";
import { cpuMicroseconds } from "./cpu-time.ts";
import { ownStandardOutput } from "./standard-output.ts";
import type { WatchdogOptions } from "./watchdog.ts";

/**
 * Below the host's priority, which is 0, so that its event loop goes first. At 10, the usual step below, a host and a
 * database that are busy with one person left the letter of another a tenth of a core.
 */
const NICENESS = 5;

/** The byte streams of a job. */
export interface JobIo {
  /** Each can be read once and yields bytes on demand. */
  readonly sources: readonly AsyncIterable<Uint8Array>[];
  /** Resolves when the bytes were consumed. */
  write(bytes: Uint8Array): Promise<void>;
}

/**
 * Turns this process into a child that serves jobs one after the other; the whole of an entry module. The process ends
 * with its pool, kills itself above its limits, and ends if `handle` throws: expected failures are outputs.
 */
export function serveJobs<Input, Output>(handle: (input: Input, io: JobIo) => Output | Promise<Output>): void {
  const [parent, rssBytesMax] = process.argv.slice(2).map(Number);
  if (parent === undefined || rssBytesMax === undefined) throw new Error("Only a pool starts this");
  const tell = ownStandardOutput();
  const fail = (error: unknown) =>
    tell({ kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  const cpuLimit = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  const watchdogOptions: WatchdogOptions = { rssBytesMax, parent, cpuLimit, words: WATCHDOG_MESSAGE };
  const watchdog = new Worker(siblingModule(import.meta.url, "watchdog"), { workerData: watchdogOptions });
  watchdog.once("error", fail);
  watchdog.once("online", () => {
    // Lowers the priority below the host's. The watchdog is started first, so that it does not wait behind the work it
    // watches.
    setPriority(NICENESS);
    handleMessages(handle as (input: unknown, io: JobIo) => unknown, cpuLimit, { tell, fail });
  });
  // Terminals and some supervisors send these to the whole process group; the host decides when jobs end.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
}

interface ToPool {
  tell(message: FromChild): void;
  fail(error: unknown): void;
}

function handleMessages(
  handle: (input: unknown, io: JobIo) => unknown,
  cpuLimit: Float64Array,
  { tell, fail }: ToPool,
): void {
  const waiting: ((bytes: Uint8Array | null) => void)[] = [];

  /** Sends a request to the pool and returns its reply. */
  function request(message: FromChild): Promise<Uint8Array | null> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      tell(message);
    });
  }

  async function* sourceAt(source: number): AsyncIterable<Uint8Array> {
    for (;;) {
      const bytes = await request({ kind: "pull", source });
      if (bytes === null) return;
      yield bytes;
    }
  }

  async function work(input: unknown, sourceCount: number): Promise<void> {
    const sources = Array.from({ length: sourceCount }, (_, source) => sourceAt(source));
    const write = async (bytes: Uint8Array) => void (await request({ kind: "output", bytes }));
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
