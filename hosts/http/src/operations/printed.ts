import type { ByteRange } from "@cartulary/kernel";
import type { PrintedDocument } from "@cartulary/rental";
import type { Download } from "../transport/content.ts";

/** A PDF that was made just now, to be handed out. */
export function printedDownload({ fileName: name, pdf, sha256 }: PrintedDocument): Download {
  return downloadOf(pdf, { name, contentType: "application/pdf", sha256 });
}

/** Bytes that are in memory, to be handed out. */
export function downloadOf(bytes: Uint8Array, content: Omit<Download["content"], "byteSize">): Download {
  return { content: { ...content, byteSize: bytes.byteLength }, open: async (range) => piecesOf(bytes, range) };
}

/** The bytes, or those of a range. */
async function* piecesOf(bytes: Uint8Array, range?: ByteRange): AsyncGenerator<Uint8Array> {
  yield range ? bytes.subarray(range.start, range.end + 1) : bytes;
}
