import { availableParallelism } from "node:os";
import { delimiter } from "node:path";
import type { TypesetRequest, TypesetResult, Typesetter } from "@cartulary/composition";
import { ContainmentError, createChildPool, siblingModule } from "@cartulary/containment";
import { unavailable } from "@cartulary/kernel";
import { ENGINE_ENVIRONMENT } from "./engine/index.ts";
import { findFonts } from "./fonts/fonts.ts";
import type { ChildResult } from "./typeset.child.ts";

export interface TypesetterOptions {
  /** Running time of one compilation; 10 s where nothing is said. */
  readonly milliseconds?: number;
  /** Resident memory of a child; 512 MiB where nothing is said. */
  readonly memoryBytes?: number;
  /** Children at once; as many as there are cores, four at most, where nothing is said. */
  readonly children?: number;
  /** Directories of fonts beside the embedded ones. */
  readonly fontPaths?: readonly string[];
}

const MILLISECONDS = 10_000;
const MEMORY_BYTES = 536_870_912;
const CHILDREN_MAX = 4;
/** Compilations that may wait for a child. */
const WAITING_MAX = 1_000;
/** The compiler's memory grows by some megabytes with each ten documents, whatever is forgotten between them. */
const RETIREMENT = { jobs: 200, memoryBytes: 314_572_800 };

/**
 * Typst in contained children: sources read nothing but the files of their request, no packages, no network. Nothing runs
 * until it is asked for; `close` ends what runs.
 */
export function createTypesetter(options: TypesetterOptions = {}): Typesetter & { close(): Promise<void> } {
  const { fontPaths = [], children = Math.min(availableParallelism(), CHILDREN_MAX) } = options;
  const memoryBytes = options.memoryBytes ?? MEMORY_BYTES;
  const pool = createChildPool({
    entry: siblingModule(import.meta.url, "typeset.child"),
    ...{ children, memoryBytes },
    waiting: WAITING_MAX,
    milliseconds: options.milliseconds ?? MILLISECONDS,
    retirement: { ...RETIREMENT, memoryBytes: Math.min(RETIREMENT.memoryBytes, memoryBytes / 2) },
    addons: true,
    env: { ...ENGINE_ENVIRONMENT, TYPST_FONT_PATHS: fontPaths.join(delimiter) },
  });
  return {
    async typeset(request) {
      try {
        const urgency = request.inBackground ? "background" : "foreground";
        return resultOf(await pool.run<ChildResult, TypesetRequest>({ input: request, urgency }));
      } catch (error) {
        return failureOf(error);
      }
    },
    fonts: () => findFonts(fontPaths),
    close: () => pool.close(),
  };
}

function resultOf(result: ChildResult): TypesetResult {
  if (result.outcome === "failed") return { ...result, cause: "error" };
  if (result.outcome !== "too_large") return result;
  return { outcome: "failed", cause: "memory", diagnostics: [] };
}

function failureOf(error: unknown): TypesetResult {
  if (!(error instanceof ContainmentError)) throw error;
  if (error.reason === "busy" || error.reason === "closed") {
    throw unavailable("compilation_busy", "Too many documents are being compiled; try again", 1, error);
  }
  return { outcome: "failed", cause: error.reason, diagnostics: [] };
}
