import { unprocessable } from "@cartulary/kernel";
import type { LetterMerger } from "@cartulary/rental/letters";
import { MergeError, type MergeProblem, type PdfMerger } from "@cartulary/uploads";

/** Problems that another attempt would repeat. */
const PERMANENT: readonly MergeProblem[] = ["unsupported_format", "corrupt", "encrypted", "too_large"];

/** Merges letters like the files of an upload: in a child process, in turn with others. */
export function letterMerger(merger: Pick<PdfMerger, "merge"> | undefined): LetterMerger {
  return async function* merged(letters, mandataireId) {
    if (!merger) throw unprocessable("merge_failed", "This server does not merge PDFs");
    try {
      yield* merger.merge(letters, { onBehalfOf: mandataireId, inBackground: true });
    } catch (error) {
      if (!(error instanceof MergeError) || !PERMANENT.includes(error.reason)) throw error;
      throw unprocessable("merge_failed", "The letters could not be merged");
    }
  };
}
