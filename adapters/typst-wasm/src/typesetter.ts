import type { Fonts, TypesetCause, TypesetRequest, TypesetResult, Typesetter } from "@cartulary/composition";
import { ContainmentError, createPool, type PlaceRequest, type QueueLimits } from "@cartulary/containment/pool";
import { rateLimited, unavailable } from "@cartulary/kernel";
import { type CompilerOrders, loadCompiler } from "./compiler/load-compiler.ts";
import { startWorker, type WorkerJob } from "./contained-worker.ts";
import type { FontsResult, WorkerRequest } from "./worker-protocol.ts";

export interface WasmTypesetterOptions {
  /** CPU time of one compilation; 10 s by default. */
  readonly cpuMilliseconds?: number;
  /** Maximum memory of a compiler; 512 MiB by default. */
  readonly memoryBytes?: number;
  /** Maximum number of threads, each with its own compiler; one by default. */
  readonly workers?: number;
  /** Limits of the waiting compilations; by default those of composition.md 2. */
  readonly queue?: Partial<QueueLimits>;
  /** Font files in addition to those of this package. */
  readonly fonts?: readonly Uint8Array[];
}

const CPU_MS = 10_000;
const MEMORY_BYTES = 536_870_912;
const RETRY_SECONDS = 1;
/** The memory of a compiler never shrinks. */
const RETIREMENT = { jobs: 200, memoryBytes: 314_572_800 };

/**
 * Runs Typst as WebAssembly in threads that are terminated at their time limit: sources read only the files of their
 * request. Writes PDF 1.7, because its exporter takes no options for PDF/A; each result has a warning about it. Loads
 * nothing before the first request; `close` ends all threads.
 *
 * @example
 * ```ts
 * import { createWasmTypesetter } from "@cartulary/typst-wasm";
 *
 * const typesetter = createWasmTypesetter();
 * await typesetter.close();
 * ```
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
        throw new Error(`The compiler ended before it listed its fonts: ${causeOf(error)}`, { cause: error });
      }
    },
    close: () => pool.close(),
  };
}

/** Reads a composition when a thread is free, so that waiting requests take no memory. */
async function workOf(request: TypesetRequest): Promise<WorkerRequest> {
  const { createdAt } = request;
  if ("composition" in request) {
    const { composition, pictures = [] } = request;
    return { kind: "typeset", work: await composition(), pictures, createdAt };
  }
  const { main, files } = request;
  return { kind: "typeset", work: { main, files }, pictures: [], createdAt };
}

/** Returns the cause of a failure. Throws 429 if the owner has too many waiting jobs, 503 for a full queue. */
function causeOf(error: unknown): TypesetCause {
  if (!(error instanceof ContainmentError)) throw error;
  const { reason } = error;
  if (reason === "rate_limited")
    throw rateLimited("Too many of your documents are waiting; try again", RETRY_SECONDS, error);
  if (reason !== "busy" && reason !== "closed") return reason;
  throw unavailable("compilation_busy", "Too many documents are being compiled; try again", RETRY_SECONDS, error);
}
