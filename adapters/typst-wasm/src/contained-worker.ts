import { Worker } from "node:worker_threads";
import { ContainmentError, type PoolWorker } from "@cartulary/containment/pool";
import type { CompilerOrders } from "./compiler/load-compiler.ts";
import type { FromWorker, WorkerRequest } from "./worker-protocol.ts";

/** A request and its CPU time limit. */
export interface WorkerJob {
  /** Called when the thread is free. */
  readonly request: () => Promise<WorkerRequest>;
  readonly cpuMilliseconds: number;
}

type Reason = ConstructorParameters<typeof ContainmentError>[0];

const MIB = 1_048_576;
/** Interval of CPU time checks. */
const CHECK_EVERY_MS = 50;
/** Ratio of elapsed time to CPU time, for a thread that does not respond or sleeps. */
const WALL_FACTOR = 20;
const WALL_MS_MIN = 60_000;

/** Starts a thread of this process with its own compiler, an empty environment and no arguments. */
export function startWorker(orders: Promise<CompilerOrders>, memoryBytes: number): PoolWorker<WorkerJob> {
  const { worker, over, gone, isAlive, end } = threadOf(memoryBytes);
  const answer = () => new Promise<FromWorker>((resolve) => worker.once("message", resolve));
  const ready = orders.then((compiler) => {
    const firstMessage = answer();
    worker.postMessage(compiler);
    return firstMessage;
  });
  ready.catch(() => {});
  return {
    isAlive,
    exited: gone,
    keepAwake: (awake) => (awake ? worker.ref() : worker.unref()),
    kill: () => end("closed"),
    async run({ request, cpuMilliseconds }) {
      await Promise.race([ready, over]);
      const workerRequest = await request();
      const endWatch = await Promise.race([watchCpu(worker, cpuMilliseconds, () => end("timeout")), over]);
      try {
        const reply = answer();
        worker.postMessage(workerRequest);
        const message = await Promise.race([reply, over]);
        if (message.kind === "trapped") throw containmentError(message.reason);
        if (message.kind !== "done") throw containmentError("crash");
        return message;
      } finally {
        endWatch();
      }
    },
  };
}

/** Calls `exceeded` when the thread has used this CPU time from now on, or far more elapsed time. */
async function watchCpu(worker: Worker, cpuMilliseconds: number, exceeded: () => void): Promise<() => void> {
  const before = await worker.cpuUsage();
  const check = () =>
    worker.cpuUsage(before).then(({ user, system }) => {
      if (user + system > 1000 * cpuMilliseconds) exceeded();
    }, ignoreEnd);
  const checks = setInterval(check, CHECK_EVERY_MS);
  const deadline = setTimeout(exceeded, Math.max(WALL_FACTOR * cpuMilliseconds, WALL_MS_MIN));
  return () => {
    clearInterval(checks);
    clearTimeout(deadline);
  };
}

/** A terminated thread uses no more time. */
const ignoreEnd = () => {};

function threadOf(memoryBytes: number) {
  const entry = entryBeside(import.meta.url);
  const worker = new Worker(entry, {
    ...{ env: {}, argv: [], stdin: false, stdout: true, stderr: true },
    execArgv: entry.pathname.endsWith(".ts") ? ["--conditions=@cartulary/source"] : [],
    // Limits the heap of the Markdown parser; the compiler's memory is limited in its module.
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memoryBytes / MIB) },
  });
  const { promise: over, reject } = Promise.withResolvers<never>();
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  let endedFor: Reason | null = null;
  let alive = true;
  // The exit of an idle thread must not be an unhandled rejection.
  over.catch(() => {});
  worker.stdout.resume();
  worker.stderr.resume();
  worker.once("error", (error: NodeJS.ErrnoException) => {
    endedFor ??= error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "crash";
  });
  worker.once("exit", () => {
    alive = false;
    reject(containmentError(endedFor ?? "crash"));
    resolve();
  });
  async function end(reason: Reason): Promise<void> {
    endedFor ??= reason;
    await worker.terminate();
    await gone;
  }
  return { worker, over, gone, end, isAlive: () => alive && endedFor === null };
}

const containmentError = (reason: Reason) => new ContainmentError(reason, `The compiler's thread ended: ${reason}`);

/** `typeset.worker.ts` in source, `typeset.worker.js` after a build. */
const entryBeside = (ownUrl: string) => new URL(`./typeset.worker${ownUrl.slice(ownUrl.lastIndexOf("."))}`, ownUrl);
