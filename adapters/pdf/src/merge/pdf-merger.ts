import { ContainmentError, createChildPool, siblingModule } from "@cartulary/containment";
import { ENGINE_ENVIRONMENT } from "@cartulary/typst/engine";
import { MergeError, type MergeSource, type PdfMerger } from "@cartulary/uploads";
import { type Bounds, busy, CHILDREN_DEFAULT, poolOptions } from "../bounds.ts";
import type { MergeOutput } from "./merge.child.ts";
import type { MergedSource } from "./merging.ts";

export type PdfMergerOptions = Partial<Bounds>;

/** A merge of 256 MiB takes seconds; memory is for its sources, what their reader makes of them, and one decoded image. */
const BOUNDS: Bounds = { milliseconds: 60_000, memoryBytes: 1_073_741_824, children: CHILDREN_DEFAULT };

/**
 * Merges in contained children: @cantoo/pdf-lib copies the pages of PDFs, Typst lays images out. Nothing runs until it is
 * asked for; `close` ends what runs.
 */
export function createPdfMerger(options: PdfMergerOptions = {}): PdfMerger & { close(): Promise<void> } {
  const entry = siblingModule(import.meta.url, "merge.child");
  const pool = createChildPool({
    ...poolOptions(entry, { ...BOUNDS, ...options }),
    addons: true,
    env: ENGINE_ENVIRONMENT,
  });
  return {
    async inspect(source) {
      try {
        const output = await pool.run<MergeOutput>({ input: null, sources: [() => source.open()] });
        return mergedIn(output)[0] as MergedSource;
      } catch (error) {
        throw mergeError(error, 0);
      }
    },
    async *merge(sources) {
      const reading = { last: null as number | null };
      try {
        yield* pool.stream<MergeOutput>({ input: null, sources: watched(sources, reading) }, mergedIn);
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
  const { reason } = error;
  return reason === "busy" || reason === "closed" ? busy(error) : new MergeError(reason, index, error);
}
