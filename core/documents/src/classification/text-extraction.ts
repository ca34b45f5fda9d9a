import type { Blobs } from "@cartulary/blobs";
import { type BlobKey, decodeText, type PlaceRequest } from "@cartulary/kernel";
import type { PdfText } from "../ports.ts";
import type { Content } from "../records/document.ts";

/** Maximum bytes of text for the classification (documents.md 2.4). */
const TEXT_BYTES_MAX = 65_536;
/** Maximum CPU time for the text of a PDF (uploads.md 5.10). */
const PDF_CPU_MS = 3_000;

export interface TextSources {
  readonly blobs: Blobs;
  /** When absent, PDF files are classified by name only. */
  readonly pdfText?: PdfText;
}

/** Returns the first text of a PDF or plain text file; `null` for other types. */
export async function readText(
  { blobs, pdfText }: TextSources,
  { blobKey, byteSize, contentType }: Pick<Content, "blobKey" | "byteSize" | "contentType">,
  place: PlaceRequest,
): Promise<string | null> {
  if (byteSize === 0) return null;
  if (contentType === "application/pdf" && pdfText) {
    const limits = { bytesMax: TEXT_BYTES_MAX, cpuMilliseconds: PDF_CPU_MS, ...place };
    return pdfText.read(await blobs.open(blobKey), limits);
  }
  return PLAIN_TYPES.includes(contentType) ? plainText(blobs, blobKey, byteSize) : null;
}

/** Types whose bytes are text. */
const PLAIN_TYPES: readonly string[] = ["text/plain", "text/csv", "text/markdown", "text/tab-separated-values"];

async function plainText(blobs: Blobs, key: BlobKey, byteSize: number): Promise<string> {
  const bytes = new Uint8Array(Math.min(byteSize, TEXT_BYTES_MAX));
  let length = 0;
  for await (const chunk of await blobs.open(key, { start: 0, end: bytes.length - 1 })) {
    bytes.set(chunk, length);
    length += chunk.byteLength;
  }
  return decodeText(bytes);
}
