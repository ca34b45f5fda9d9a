import { type DomainError, invalid, unprocessable } from "@cartulary/kernel";
import type { ComposedDocument } from "../records/composed-document.ts";
import type { PartOutline } from "../records/part.ts";
import { SOURCE_BYTES_MAX } from "../source/filled-length.ts";

/** Number of printed parts and of skipped drafts. */
export interface PrintedCounts {
  readonly partsIncluded: number;
  readonly partsSkipped: number;
}

/** True when a part is printed; drafts only with `includeDraft`. */
const isPrinted = ({ status }: Pick<PartOutline, "status">, includeDraft: boolean): boolean =>
  includeDraft || status !== "draft";

/**
 * Checks a document before its parts are read. Throws 422 `nothing_to_compile` without text to print, and `too_long`
 * when the parts alone exceed the maximum.
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
  unprocessable("nothing_to_compile", "There is nothing to print: add a part, or include those that are drafts");

/** 422 `variables` too_long: the document with its variables exceeds the maximum length. */
export function tooLong(): DomainError {
  const message = `make the document too long: its sources may have ${SOURCE_BYTES_MAX} bytes with their values filled`;
  return invalid({ field: "variables", code: "too_long", message });
}
