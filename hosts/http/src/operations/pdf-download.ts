import type { ByteRange } from "@cartulary/kernel";
import type { PrintedDocument } from "@cartulary/rental/agency";
import type { Download } from "../transport/download.ts";

/** Headers of a letter: the fields that it lacks, and why the agency's template did not print. */
export const LETTER_HEADERS = { missing: "X-Cartulary-Missing", warning: "X-Cartulary-Warning" } as const;

/** Returns a letter as a download, with what it lacks (effects.md 6). */
export function pdfDownload({ fileName: name, pdf, sha256, ...lacks }: PrintedDocument): Download {
  return { ...downloadOf(pdf, { name, contentType: "application/pdf", sha256 }), headers: letterHeaders(lacks) };
}

/** Returns the headers of a letter, or of many in one PDF, that lacks something. */
export function letterHeaders({
  missing,
  warning,
}: Pick<PrintedDocument, "missing" | "warning">): Readonly<Record<string, string>> {
  return {
    ...(missing.length > 0 && { [LETTER_HEADERS.missing]: missing.join(",") }),
    ...(warning !== null && { [LETTER_HEADERS.warning]: headerText(warning) }),
  };
}

const WARNING_LENGTH_MAX = 500;

/** Returns the text with the characters that a header may contain, others as `?`. */
const headerText = (text: string): string => text.slice(0, WARNING_LENGTH_MAX).replace(/[^ -~]/g, "?");

/** Returns bytes in memory as a download. */
export function downloadOf(bytes: Uint8Array, content: Omit<Download["content"], "byteSize">): Download {
  return { content: { ...content, byteSize: bytes.byteLength }, open: async (range) => piecesOf(bytes, range) };
}

/** Yields the bytes or a range of them. */
async function* piecesOf(bytes: Uint8Array, range?: ByteRange): AsyncGenerator<Uint8Array> {
  yield range ? bytes.subarray(range.start, range.end + 1) : bytes;
}
