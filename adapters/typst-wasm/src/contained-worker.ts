import { Worker } from "node:worker_threads";
import { type Contained, ContainmentError } from "@cartulary/containment/pool";
import type { CompilerOrders } from "./compiler/load-compiler.ts";
import type { FromWorker, WorkerRequest } from "./worker-protocol.ts";

/** A request, and the CPU time that it may take. */
export interface WorkerJob {
  /** Asked when the thread is free. */
  readonly request: () => Promise<WorkerRequest>;
  readonly cpuMilliseconds: number;
}

type Reason = ConstructorParameters<typeof ContainmentError>[0];

const MIB = 1_048_576;
/** How often a thread is asked what CPU time it has taken. */
const LOOK_EVERY_MS = 50;
/** How much more time by the clock than CPU time a job may take: for a thread that does not answer, or stands still. */
const WALL_FACTOR = 20;
const WALL_MS_MIN = 60_000;

/** A thread with a compiler of its own, in this process: it has its environment and its words, but none of ours. */
export function startWorker(orders: Promise<CompilerOrders>, memoryBytes: number): Contained<WorkerJob> {
  const { worker, over, gone, isAlive, end } = threadOf(memoryBytes);
  const answer = () => new Promise<FromWorker>((resolve) => worker.once("message", resolve));
  const ready = orders.then((compiler) => {
    const begun = answer();
    worker.postMessage(compiler);
    return begun;
  });
  ready.catch(() => {});
  return {
    isAlive,
    gone,
    keepAwake: (awake) => (awake ? worker.ref() : worker.unref()),
    kill: () => end("closed"),
    async run({ request, cpuMilliseconds }) {
      await Promise.race([ready, over]);
      const wanted = await request();
      const endWatch = await Promise.race([watchCpu(worker, cpuMilliseconds, () => end("timeout")), over]);
      try {
        const answered = answer();
        worker.postMessage(wanted);
        const message = await Promise.race([answered, over]);
        if (message.kind === "trapped") throw containmentError(message.reason);
        if (message.kind !== "done") throw containmentError("crash");
        return message;
      } finally {
        endWatch();
      }
    },
  };
}

/** Calls `exceeded` once a thread has taken so much CPU time from now on, or far more time by the clock. */
async function watchCpu(worker: Worker, cpuMilliseconds: number, exceeded: () => void): Promise<() => void> {
  const before = await worker.cpuUsage();
  const look = () =>
    worker.cpuUsage(before).then(({ user, system }) => {
      if (user + system > 1000 * cpuMilliseconds) exceeded();
    }, ignoreEnd);
  const looking = setInterval(look, LOOK_EVERY_MS);
  const deadline = setTimeout(exceeded, Math.max(WALL_FACTOR * cpuMilliseconds, WALL_MS_MIN));
  return () => {
    clearInterval(looking);
    clearTimeout(deadline);
  };
}

/** A thread that is gone takes no more time. */
const ignoreEnd = () => {};

function threadOf(memoryBytes: number) {
  const entry = entryBeside(import.meta.url);
  const worker = new Worker(entry, {
    ...{ env: {}, argv: [], stdin: false, stdout: true, stderr: true },
    execArgv: entry.pathname.endsWith(".ts") ? ["--conditions=@cartulary/source"] : [],
    // Of what is read as Markdown; that of the compiler is bounded in its module.
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memoryBytes / MIB) },
  });
  const { promise: over, reject } = Promise.withResolvers<never>();
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  let endedFor: Reason | null = null;
  let alive = true;
  // Between two jobs it concerns nobody.
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

/** `typeset.worker.ts` from source, `typeset.worker.js` when it was built. */
const entryBeside = (ownUrl: string) => new URL(`./typeset.worker${ownUrl.slice(ownUrl.lastIndexOf("."))}`, ownUrl);
