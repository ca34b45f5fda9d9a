import { type DomainError, invalid, refused } from "@cartulary/kernel";
import type { ComposedDocument } from "../records/composed-document.ts";
import type { PartOutline } from "../records/part.ts";
import { SOURCE_BYTES_MAX } from "../source/filled-length.ts";

/** How many parts a compilation prints, and how many drafts it leaves out. */
export interface PrintedCounts {
  readonly partsIncluded: number;
  readonly partsSkipped: number;
}

/** Whether a part is printed at all: a draft is only where drafts are included. */
const isPrinted = ({ status }: Pick<PartOutline, "status">, includeDraft: boolean): boolean =>
  includeDraft || status !== "draft";

/**
 * Judges a document before its parts are read. Refuses with 422 `nothing_to_compile` where there is no text to print, and
 * what is too long already before anything is filled.
 */
export function requirePrintable(
  { assemblyMode, typstSource }: Pick<ComposedDocument, "assemblyMode" | "typstSource">,
  parts: readonly PartOutline[],
  includeDraft: boolean,
): PrintedCounts {
  if (assemblyMode === "pure_typst") {
    if (typstSource === null || typstSource.trim() === "") throw nothingToCompile();
    return { partsIncluded: 0, partsSkipped: 0 };
  }
  const printed = parts.filter((part) => isPrinted(part, includeDraft));
  if (!printed.some(({ partType }) => partType !== "header" && partType !== "footer")) throw nothingToCompile();
  if (printed.reduce((sum, { contentBytes }) => sum + contentBytes, 0) > SOURCE_BYTES_MAX) throw tooLong();
  return { partsIncluded: printed.length, partsSkipped: parts.length - printed.length };
}

const nothingToCompile = (): DomainError =>
  refused("nothing_to_compile", "There is nothing to print: add a part, or include those that are drafts");

/** 422 `variables` too_long: with its variables filled the document would be longer than a compilation takes. */
export function tooLong(): DomainError {
  const message = `make the document too long: its sources may have ${SOURCE_BYTES_MAX} bytes with their values filled`;
  return invalid({ field: "variables", code: "too_long", message });
}
