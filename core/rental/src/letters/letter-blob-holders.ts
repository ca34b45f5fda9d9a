import type { BlobReferences } from "@cartulary/blobs";
import type { LetterFileStore } from "./ports.ts";

/** Counts the references of letters to blobs, for the checks of blobs. */
export const letterBlobHolders: BlobReferences<{ readonly letterFiles: LetterFileStore }> = (
  { letterFiles },
  from,
  through,
) => letterFiles.holders(from, through);
