import { ContainmentError, createChildPool, siblingModule } from "@cartulary/containment";
import { ENGINE_ADDONS, ENGINE_ENVIRONMENT } from "@cartulary/typst/engine";
import { MergeError, type MergeSource, type PdfMerger } from "@cartulary/uploads";
import { type Bounds, CHILDREN_DEFAULT, isRefusal, poolOptions, refusalFor } from "../bounds.ts";
import type { MergeOutput } from "./merge.child.ts";
import type { MergedSource } from "./merging.ts";

/** What merging may take; inspecting one source takes {@link INSPECTION_CPU_MS} at most. */
export type PdfMergerOptions = Partial<Bounds>;

/** A merge of 256 MiB takes seconds; memory is for its sources, what their reader makes of them, and one decoded image. */
const BOUNDS: Bounds = { cpuMilliseconds: 60_000, memoryBytes: 1_073_741_824, children: CHILDREN_DEFAULT };
/** documents.md 2.4. */
const INSPECTION_CPU_MS = 10_000;

/**
 * Merges in contained children: PDFs come together object by object, Typst lays images out. Nothing runs until it is
 * asked for; `close` ends what runs.
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
        const job = { input: null, sources: watched(sources, reading), ...place };
        yield* pool.stream<MergeOutput>(job, mergedIn);
      } catch (error) {
        throw mergeError(error, reading.last);
      }
    },
    close: () => pool.close(),
  };
}

/** The sources as the child opens them, one after the other: what ends it is most likely in the last one. */
function watched(sources: readonly MergeSource[], reading: { last: number | null }) {
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
