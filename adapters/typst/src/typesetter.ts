import { availableParallelism } from "node:os";
import { delimiter } from "node:path";
import type { TypesetCause, TypesetRequest, TypesetResult, Typesetter } from "@cartulary/composition";
import {
  type ChildRuntime,
  ContainmentError,
  createChildPool,
  type Job,
  type QueueLimits,
  siblingModule,
} from "@cartulary/containment";
import { rateLimited, unavailable } from "@cartulary/kernel";
import { piecesOf } from "./composition-pieces.ts";
import { ENGINE_ADDONS, ENGINE_ENVIRONMENT } from "./engine/index.ts";
import { findFonts } from "./fonts/fonts.ts";
import type { ChildRequest, ChildResult } from "./typeset.child.ts";

export interface TypesetterOptions {
  /** CPU time of one compilation; 10 s where nothing is said. */
  readonly cpuMilliseconds?: number;
  /** Resident memory of a child; 512 MiB where nothing is said. */
  readonly memoryBytes?: number;
  /** Children at once; as many as there are cores, four at most, where nothing is said. */
  readonly children?: number;
  /** Of compilations that wait for a child; those of composition.md 2 where nothing is said. */
  readonly queue?: Partial<QueueLimits>;
  /** Directories of fonts beside the embedded ones. */
  readonly fontPaths?: readonly string[];
  /** What children run on; the Node.js of this process where nothing is said. */
  readonly childRuntime?: ChildRuntime | undefined;
}

const CPU_MS = 10_000;
const MEMORY_BYTES = 536_870_912;
const CHILDREN_MAX = 4;
const RETRY_SECONDS = 1;
/** The compiler's memory grows by some megabytes with each ten documents, whatever is forgotten between them. */
const RETIREMENT = { jobs: 200, memoryBytes: 314_572_800 };

/**
 * Typst in contained children: sources read nothing but the files of their request, no packages, no network. Nothing runs
 * until it is asked for; `close` ends what runs.
 */
export function createTypesetter(options: TypesetterOptions = {}): Typesetter & { close(): Promise<void> } {
  const { fontPaths = [], queue = {}, children = Math.min(availableParallelism(), CHILDREN_MAX) } = options;
  const memoryBytes = options.memoryBytes ?? MEMORY_BYTES;
  const pool = createChildPool({
    entry: siblingModule(import.meta.url, "typeset.child"),
    ...{ children, memoryBytes, queue, childRuntime: options.childRuntime },
    cpuMilliseconds: options.cpuMilliseconds ?? CPU_MS,
    retirement: { ...RETIREMENT, memoryBytes: Math.min(RETIREMENT.memoryBytes, memoryBytes / 2) },
    addons: ENGINE_ADDONS,
    env: { ...ENGINE_ENVIRONMENT, TYPST_FONT_PATHS: fontPaths.join(delimiter) },
  });
  return {
    async typeset(request) {
      const { onBehalfOf, inBackground } = request;
      try {
        const job = { ...workOf(request), onBehalfOf, inBackground };
        return resultOf(await pool.run<ChildResult, ChildRequest>(job));
      } catch (error) {
        return { outcome: "failed", cause: causeOf(error), diagnostics: [] };
      }
    },
    fonts: () => findFonts(fontPaths),
    close: () => pool.close(),
  };
}

/** What a child gets. A composition is read when it asks for it: what waits for a place takes no memory. */
function workOf(request: TypesetRequest): Pick<Job<ChildRequest>, "input" | "sources"> {
  const { createdAt } = request;
  if (!("composition" in request)) {
    const { main, files } = request;
    return { input: { createdAt, sources: { main, files } } };
  }
  return { input: { createdAt, sources: null }, sources: [() => piecesOf(request.composition)] };
}

function resultOf(result: ChildResult): TypesetResult {
  if (result.outcome === "failed") return { ...result, cause: "error" };
  if (result.outcome !== "too_large") return result;
  return { outcome: "failed", cause: "memory", diagnostics: [] };
}

/** Why the work failed. Throws what is no failure of it: 429 where one has too much waiting, 503 where all have. */
function causeOf(error: unknown): TypesetCause {
  if (!(error instanceof ContainmentError)) throw error;
  const { reason } = error;
  if (reason === "rate_limited") throw rateLimited("Too many of your documents wait; try again", RETRY_SECONDS, error);
  if (reason !== "busy" && reason !== "closed") return reason;
  throw unavailable("compilation_busy", "Too many documents are being compiled; try again", RETRY_SECONDS, error);
}
