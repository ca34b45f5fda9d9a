import { availableParallelism } from "node:os";
import { delimiter } from "node:path";
import type { TypesetCause, TypesetPicture, TypesetRequest, TypesetResult, Typesetter } from "@cartulary/composition";
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
  /** CPU time of one compilation; 10 s by default. */
  readonly cpuMilliseconds?: number;
  /** Resident memory of a child; 512 MiB by default. */
  readonly memoryBytes?: number;
  /** Maximum number of children; by default the number of cores, four at most. */
  readonly children?: number;
  /** Limits of the waiting compilations; by default those of composition.md 2. */
  readonly queue?: Partial<QueueLimits>;
  /** Font directories in addition to the embedded fonts. */
  readonly fontPaths?: readonly string[];
  /** The runtime of the children; by default the Node.js of this process. */
  readonly childRuntime?: ChildRuntime | undefined;
}

const CPU_MS = 10_000;
const MEMORY_BYTES = 536_870_912;
const CHILDREN_MAX = 4;
const RETRY_SECONDS = 1;
/** The compiler's memory grows by some megabytes per ten documents, even after eviction. */
const RETIREMENT = { jobs: 200, memoryBytes: 314_572_800 };

/**
 * Runs Typst in contained children: sources read only the files of their request, without packages and network. Starts
 * no child before the first request; `close` ends all children.
 *
 * @example
 * ```ts
 * import { createTypesetter } from "@cartulary/typst";
 *
 * const typesetter = createTypesetter();
 * await typesetter.close();
 * ```
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

/** Returns the input of a child. The child's request reads a composition, so that waiting takes no memory. */
function workOf(request: TypesetRequest): Pick<Job<ChildRequest>, "input" | "sources"> {
  const { createdAt } = request;
  if (!("composition" in request)) {
    const { main, files } = request;
    return { input: { createdAt, sources: { main, files }, picturePaths: [] } };
  }
  const { composition, pictures = [] } = request;
  return {
    input: { createdAt, sources: null, picturePaths: pictures.map(({ path }) => path) },
    sources: [() => piecesOf(composition), ...pictures.map((picture) => () => chunksOf(picture))],
  };
}

/** Maximum size of a message with a part of a picture: writing it blocks this process. */
const CHUNK_BYTES = 262_144;

async function* chunksOf({ bytes }: TypesetPicture): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) yield bytes.subarray(start, start + CHUNK_BYTES);
}

function resultOf(result: ChildResult): TypesetResult {
  if (result.outcome === "failed") return { ...result, cause: "error" };
  if (result.outcome !== "too_large") return result;
  return { outcome: "failed", cause: "memory", diagnostics: [] };
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
