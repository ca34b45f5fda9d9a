import { ContainmentError, createChildPool, siblingModule } from "@cartulary/containment";
import { ENGINE_ADDONS, ENGINE_ENVIRONMENT } from "@cartulary/typst/engine";
import { MergeError, type MergeSource, type PdfMerger } from "@cartulary/uploads";
import { type Bounds, CHILDREN_DEFAULT, isRefusal, poolOptions, refusalFor } from "../resource-limits.ts";
import type { MergeOutput } from "./merge.child.ts";
import type { MergedSource } from "./pdf-builder.ts";

/** Limits of a merge; inspecting one source takes at most {@link INSPECTION_CPU_MS}. */
export type PdfMergerOptions = Partial<Bounds>;

/** A merge of 256 MiB takes seconds; the memory is for the sources, their objects and one decoded image. */
const BOUNDS: Bounds = { cpuMilliseconds: 60_000, memoryBytes: 1_073_741_824, children: CHILDREN_DEFAULT };
/** Limit from documents.md 2.4. */
const INSPECTION_CPU_MS = 10_000;

/**
 * Merges in contained children: PDFs are merged object by object, images are typeset by Typst. Starts no child before
 * the first request; `close` ends all children.
 */
export function createPdfMerger(options: PdfMergerOptions = {}): PdfMerger & { close(): Promise<void> } {
  const entry = siblingModule(import.meta.url, "merge.child");
  const bounds = { ...BOUNDS, ...options };
  const pool = createChildPool({
    ...poolOptions(entry, bounds),
    addons: ENGINE_ADDONS,
    env: ENGINE_ENVIRONMENT,
  });
  return {
    async inspect(source, place) {
      const sources = [() => source.open()];
      const cpuMilliseconds = Math.min(bounds.cpuMilliseconds, INSPECTION_CPU_MS);
      try {
        const job = { input: null, sources, cpuMilliseconds, ...place };
        return mergedIn(await pool.run<MergeOutput>(job))[0] as MergedSource;
      } catch (error) {
        throw mergeError(error, 0);
      }
    },
    async *merge(sources, place) {
      const reading = { last: null as number | null };
      try {
        const job = { input: null, sources: recordReads(sources, reading), ...place };
        yield* pool.stream<MergeOutput>(job, mergedIn);
      } catch (error) {
        throw mergeError(error, reading.last);
      }
    },
    close: () => pool.close(),
  };
}

/** Records the source that the child opened last: it is the probable cause if the child dies. */
function recordReads(sources: readonly MergeSource[], reading: { last: number | null }) {
  return sources.map((source, index) => () => {
    reading.last = index;
    return source.open();
  });
}

function mergedIn(output: MergeOutput): readonly MergedSource[] {
  if ("problem" in output) throw new MergeError(output.problem, output.index);
  return output.merged;
}

function mergeError(error: unknown, index: number | null): unknown {
  if (!(error instanceof ContainmentError)) return error;
  return isRefusal(error.reason) ? refusalFor(error) : new MergeError(error.reason, index, error);
}
