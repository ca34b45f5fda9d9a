import type { Blobs } from "@cartulary/blobs";
import type { PdfText } from "@cartulary/documents";
import { decoded } from "@cartulary/kernel";
import { htmlText } from "./html-text.ts";
import type { Indexable } from "./ports.ts";

/** How much of a text is searched (composition.md 4). */
export const TEXT_BYTES_MAX = 1_048_576;
/** CPU time that the text of a PDF may take: a change can be found within ten seconds, and others wait, too. */
const PDF_CPU_MS = 5_000;

/** Where texts are read from. */
export interface TextSources {
  readonly blobs: Blobs;
  /** PDF files are found by name and description alone when absent. */
  readonly pdfText?: PdfText;
}

/** How the text of a content is come to. `null`: it has none that could be read. */
export type TextKind = "pdf" | "plain" | "html" | null;

/** By its type; by the name of its file where the sender knew no type. */
export function textKindOf({ contentType, fileName }: Pick<Indexable, "contentType" | "fileName">): TextKind {
  if (contentType !== UNKNOWN) return KINDS.get(contentType) ?? null;
  return EXTENSIONS.get(/\.([a-z]{2,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? "") ?? null;
}

const UNKNOWN = "application/octet-stream";

const KINDS: ReadonlyMap<string, TextKind> = new Map([
  ["application/pdf", "pdf"],
  ["text/plain", "plain"],
  ["text/markdown", "plain"],
  ["text/x-markdown", "plain"],
  ["text/csv", "plain"],
  ["text/tab-separated-values", "plain"],
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
]);

const EXTENSIONS: ReadonlyMap<string, TextKind> = new Map([
  ["pdf", "pdf"],
  ["txt", "plain"],
  ["md", "plain"],
  ["markdown", "plain"],
  ["csv", "plain"],
  ["html", "html"],
  ["htm", "html"],
]);

/** The text of a PDF; `null` where it cannot be read, or not in time. */
export async function pdfTextOf({ blobs, pdfText }: TextSources, { blobKey }: Indexable): Promise<string | null> {
  const bytes = pdfText ? await blobs.find(blobKey) : null;
  if (!pdfText || !bytes) return null;
  const limits = { bytesMax: TEXT_BYTES_MAX, cpuMilliseconds: PDF_CPU_MS, onBehalfOf: null, inBackground: true };
  return pdfText.read(bytes, limits);
}

/** The text of whatever is read as it stands; `null` of anything else. */
export async function plainTextOf({ blobs }: TextSources, content: Indexable): Promise<string | null> {
  const kind = textKindOf(content);
  if (kind !== "plain" && kind !== "html") return null;
  const bytes = content.byteSize === 0 ? null : await blobs.find(content.blobKey);
  if (!bytes) return null;
  const source = decoded(await beginningOf(bytes, Math.min(content.byteSize, TEXT_BYTES_MAX)));
  return kind === "html" ? htmlText(source) : source;
}

async function beginningOf(bytes: AsyncIterable<Uint8Array>, length: number): Promise<Uint8Array> {
  const beginning = new Uint8Array(length);
  let read = 0;
  for await (const chunk of bytes) {
    beginning.set(chunk.subarray(0, length - read), read);
    read += chunk.byteLength;
    if (read >= length) break;
  }
  return beginning.subarray(0, Math.min(read, length));
}
