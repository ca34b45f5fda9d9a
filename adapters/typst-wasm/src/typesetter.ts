import type { Fonts, TypesetCause, TypesetRequest, TypesetResult, Typesetter } from "@cartulary/composition";
import { ContainmentError, createPool, type PlaceRequest, type QueueLimits } from "@cartulary/containment/pool";
import { rateLimited, unavailable } from "@cartulary/kernel";
import { type CompilerOrders, loadCompiler } from "./compiler/load-compiler.ts";
import { startWorker, type WorkerJob } from "./contained-worker.ts";
import type { FontsResult, WorkerRequest } from "./worker-protocol.ts";

export interface WasmTypesetterOptions {
  /** CPU time of one compilation; 10 s where nothing is said. */
  readonly cpuMilliseconds?: number;
  /** Memory of a compiler, which it cannot grow beyond; 512 MiB where nothing is said. */
  readonly memoryBytes?: number;
  /** Threads at once; one where nothing is said. Each has a compiler of its own. */
  readonly workers?: number;
  /** Of compilations that wait for a worker; those of composition.md 2 where nothing is said. */
  readonly queue?: Partial<QueueLimits>;
  /** Files of fonts beside those that come with this package. */
  readonly fonts?: readonly Uint8Array[];
}

const CPU_MS = 10_000;
const MEMORY_BYTES = 536_870_912;
const RETRY_SECONDS = 1;
/** What a compiler has grown to it has for ever. */
const RETIREMENT = { jobs: 200, memoryBytes: 314_572_800 };

/**
 * Typst in WebAssembly, in threads that are ended when their time is over: sources read nothing but the files of their
 * request. It writes PDF 1.7 and no PDF/A, since its exporter takes no options, and says so in a warning of each result.
 * Nothing is loaded until it is asked for; `close` ends what runs.
 */
export function createWasmTypesetter(options: WasmTypesetterOptions = {}): Typesetter & { close(): Promise<void> } {
  const { memoryBytes = MEMORY_BYTES, cpuMilliseconds = CPU_MS, fonts = [] } = options;
  let orders: Promise<CompilerOrders> | undefined;
  const pool = createPool<WorkerJob>({
    start() {
      orders ??= loadCompiler({ memoryBytes, fonts });
      return startWorker(orders, memoryBytes);
    },
    places: options.workers ?? 1,
    queue: options.queue,
    retirement: { ...RETIREMENT, memoryBytes: Math.min(RETIREMENT.memoryBytes, memoryBytes / 2) },
  });
  const ask = (request: WorkerJob["request"], place: PlaceRequest) => pool.run({ request, cpuMilliseconds }, place);

  return {
    async typeset(request) {
      try {
        return (await ask(() => workOf(request), request)) as TypesetResult;
      } catch (error) {
        return { outcome: "failed", cause: causeOf(error), diagnostics: [] };
      }
    },
    async fonts(onBehalfOf): Promise<Fonts> {
      try {
        const families = (await ask(async () => ({ kind: "fonts" }), { onBehalfOf })) as FontsResult;
        return { families, fontPaths: [] };
      } catch (error) {
        throw new Error(`The compiler ended before it said what fonts it has: ${causeOf(error)}`, { cause: error });
      }
    },
    close: () => pool.close(),
  };
}

/** A composition is read when there is a thread for it: what waits takes no memory. */
async function workOf(request: TypesetRequest): Promise<WorkerRequest> {
  const { createdAt } = request;
  if ("composition" in request) return { kind: "typeset", work: await request.composition(), createdAt };
  const { main, files } = request;
  return { kind: "typeset", work: { main, files }, createdAt };
}

/** Why the work failed. Throws what is no failure of it: 429 where one has too much waiting, 503 where all have. */
function causeOf(error: unknown): TypesetCause {
  if (!(error instanceof ContainmentError)) throw error;
  const { reason } = error;
  if (reason === "rate_limited") throw rateLimited("Too many of your documents wait; try again", RETRY_SECONDS, error);
  if (reason !== "busy" && reason !== "closed") return reason;
  throw unavailable("compilation_busy", "Too many documents are being compiled; try again", RETRY_SECONDS, error);
}
