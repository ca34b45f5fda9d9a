import type { ByteRange } from "@cartulary/kernel";
import type { PrintedDocument } from "@cartulary/rental";
import type { Download } from "../transport/content.ts";

/** A PDF that was made just now, to be handed out. */
export function printedDownload({ fileName: name, pdf, sha256 }: PrintedDocument): Download {
  const content = { name, contentType: "application/pdf", byteSize: pdf.byteLength, sha256 };
  return { content, open: async (range) => piecesOf(pdf, range) };
}

/** The bytes, or those of a range. */
async function* piecesOf(bytes: Uint8Array, range?: ByteRange): AsyncGenerator<Uint8Array> {
  yield range ? bytes.subarray(range.start, range.end + 1) : bytes;
}
