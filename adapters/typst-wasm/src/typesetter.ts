import type { Fonts, TypesetResult, Typesetter } from "@cartulary/composition";
import { ContainmentError, createPool, type Pool, type Urgency } from "@cartulary/containment/pool";
import { unavailable } from "@cartulary/kernel";
import { type CompilerOrders, loadCompiler } from "./compiler/load-compiler.ts";
import { startWorker, type WorkerJob } from "./contained-worker.ts";
import type { FontsResult, WorkerRequest } from "./worker-protocol.ts";

export interface WasmTypesetterOptions {
  /** Running time of one compilation; 10 s where nothing is said. */
  readonly milliseconds?: number;
  /** Memory of a compiler, which it cannot grow beyond; 512 MiB where nothing is said. */
  readonly memoryBytes?: number;
  /** Threads at once; one where nothing is said. Each has a compiler of its own. */
  readonly workers?: number;
  /** Files of fonts beside those that come with this package. */
  readonly fonts?: readonly Uint8Array[];
}

const MILLISECONDS = 10_000;
const MEMORY_BYTES = 536_870_912;
/** Compilations that may wait for a worker. */
const WAITING_MAX = 1_000;
/** What a compiler has grown to it has for ever. */
const RETIREMENT = { jobs: 200, memoryBytes: 314_572_800 };

/**
 * Typst in WebAssembly, in threads that are ended when their time is over: sources read nothing but the files of their
 * request. It writes PDF 1.7 and no PDF/A, since its exporter takes no options, and says so in a warning of each result.
 * Nothing is loaded until it is asked for; `close` ends what runs.
 */
export function createWasmTypesetter(options: WasmTypesetterOptions = {}): Typesetter & { close(): Promise<void> } {
  const { memoryBytes = MEMORY_BYTES, milliseconds = MILLISECONDS, fonts = [] } = options;
  let orders: Promise<CompilerOrders> | undefined;
  const pool = createPool<WorkerJob>({
    start() {
      orders ??= loadCompiler({ memoryBytes, fonts });
      return startWorker(orders, memoryBytes);
    },
    places: options.workers ?? 1,
    waiting: WAITING_MAX,
    retirement: { ...RETIREMENT, memoryBytes: Math.min(RETIREMENT.memoryBytes, memoryBytes / 2) },
  });
  return {
    async typeset(request) {
      const urgency = request.inBackground ? "background" : "foreground";
      try {
        return (await ask(pool, { kind: "typeset", request }, milliseconds, urgency)) as TypesetResult;
      } catch (error) {
        return failureOf(error);
      }
    },
    async fonts(): Promise<Fonts> {
      const families = (await ask(pool, { kind: "fonts" }, milliseconds, "foreground")) as FontsResult;
      return { families, fontPaths: [] };
    },
    close: () => pool.close(),
  };
}

const ask = (pool: Pool<WorkerJob>, request: WorkerRequest, milliseconds: number, urgency: Urgency) =>
  pool.run({ request, milliseconds }, { urgency });

function failureOf(error: unknown): TypesetResult {
  if (!(error instanceof ContainmentError)) throw error;
  if (error.reason === "busy" || error.reason === "closed") {
    throw unavailable("compilation_busy", "Too many documents are being compiled; try again", 1, error);
  }
  return { outcome: "failed", cause: error.reason, diagnostics: [] };
}
