import { Worker } from "node:worker_threads";
import { type Contained, ContainmentError } from "@cartulary/containment/pool";
import type { CompilerOrders } from "./compiler/load-compiler.ts";
import type { FromWorker, WorkerRequest } from "./worker-protocol.ts";

/** A request, and the time that it may take. */
export interface WorkerJob {
  readonly request: WorkerRequest;
  readonly milliseconds: number;
}

type Reason = ConstructorParameters<typeof ContainmentError>[0];

const MIB = 1_048_576;

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
    async run({ request, milliseconds }) {
      await Promise.race([ready, over]);
      const deadline = setTimeout(() => end("timeout"), milliseconds);
      try {
        const answered = answer();
        worker.postMessage(request);
        const message = await Promise.race([answered, over]);
        if (message.kind === "trapped") throw containmentError(message.reason);
        if (message.kind !== "done") throw containmentError("crash");
        return message;
      } finally {
        clearTimeout(deadline);
      }
    },
  };
}

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
