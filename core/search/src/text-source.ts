import type { Blobs } from "@cartulary/blobs";
import { decodeText } from "@cartulary/kernel";
import { BEGINNING_BYTES, contentKindOf } from "./content-kind.ts";
import { htmlText } from "./html-text.ts";
import type { Indexable } from "./ports.ts";
import { newReading, type Reading, TEXT_BYTES_MAX } from "./reading.ts";
import type { FileReader, ReadableContent, TextReader, TextRecognizer } from "./text-reader.ts";

/** The text readers. Without a reader, contents of its kinds have no text. */
export interface TextSources {
  readonly blobs: Blobs;
  readonly pdfReader?: TextReader;
  /** Reads all kinds except PDF, pictures and simple text. */
  readonly fileReader?: FileReader;
  /** Reads pictures, and PDF pages without text. */
  readonly textRecognizer?: TextRecognizer;
}

/** Larger texts are read in a child process if there is a file reader: decoding blocks the event loop. */
const HERE_BYTES_MAX = 131_072;

/** The result of the first look: no text, the text, a pending reading, or a missing blob. */
export type FirstLook =
  | { readonly found: "nothing" }
  | { readonly found: "text"; readonly text: string }
  | { readonly found: "reading"; readonly reading: Reading }
  | { readonly found: "loss" };

/** Reads simple texts at once; starts a reading for others. `loss`: the blob is missing. */
export async function firstLook(sources: TextSources, content: Indexable): Promise<FirstLook> {
  if (content.byteSize === 0) return { found: "nothing" };
  const bytes = await sources.blobs.find(content.blobKey);
  if (!bytes) return { found: "loss" };
  const room = new Uint8Array(Math.min(content.byteSize, TEXT_BYTES_MAX));
  let length = 0;
  let plan: Plan | null = null;
  for await (const chunk of bytes) {
    const some = chunk.subarray(0, room.byteLength - length);
    room.set(some, length);
    length += some.byteLength;
    if (length >= Math.min(BEGINNING_BYTES, room.byteLength))
      plan ??= planFor(sources, content, room.subarray(0, length));
    if (length === room.byteLength || (plan && plan.by !== "us")) break;
  }
  plan ??= planFor(sources, content, room.subarray(0, length));
  if (plan.by === "nothing") return { found: "nothing" };
  if (plan.by === "reader") return { found: "reading", reading: newReading(content.blobKey, plan.kind) };
  return { found: "text", text: simpleText(room.subarray(0, length), plan) };
}

function simpleText(bytes: Uint8Array, { isHtml }: { readonly isHtml: boolean }): string {
  const source = decodeText(bytes);
  return isHtml ? htmlText(source) : source;
}

/** Larger texts are not read at once: they would hold the transaction of the upload for too long. */
const AT_ONCE_BYTES_MAX = 1_024;

type Described = Pick<Indexable, "byteSize" | "contentType" | "fileName">;

/** True for a small text that needs no reader: it is indexed in the transaction that stores it. */
export function isReadAtOnce(head: Uint8Array, content: Described): boolean {
  if (content.byteSize > AT_ONCE_BYTES_MAX) return false;
  const kind = contentKindOf(head, content);
  return kind === "plain" || kind === "html";
}

/** True for a content that may have been indexed that way. */
export const mayBeReadAtOnce = ({ byteSize, textStatus }: Pick<Indexable, "byteSize" | "textStatus">): boolean =>
  byteSize <= AT_ONCE_BYTES_MAX && textStatus === "read";

/** Returns the text of a content that {@link isReadAtOnce}. */
export function textAtHand(bytes: Uint8Array, content: Pick<Indexable, "contentType" | "fileName">): string {
  return simpleText(bytes, { isHtml: contentKindOf(bytes, content) === "html" });
}

/** The component that reads a content. */
type Plan =
  | { readonly by: "nothing" }
  | { readonly by: "us"; readonly isHtml: boolean }
  | { readonly by: "reader"; readonly kind: "pdf" | "file" | "picture" };

function planFor(
  { pdfReader, fileReader, textRecognizer }: TextSources,
  content: Indexable,
  beginning: Uint8Array,
): Plan {
  const kind = contentKindOf(beginning, content);
  const isLarge = content.byteSize > HERE_BYTES_MAX;
  if (isLarge && fileReader && (kind === "html" || kind === "plain")) return { by: "reader", kind: "file" };
  if (kind === "html" || kind === "plain") return { by: "us", isHtml: kind === "html" };
  if (kind === "pdf" && pdfReader) return { by: "reader", kind };
  if (kind === "picture" && textRecognizer) return { by: "reader", kind };
  if (kind === "file" && fileReader?.reads(beginning)) return { by: "reader", kind };
  if (kind === "formatted" && fileReader) return { by: "reader", kind: "file" };
  return kind === "formatted" ? { by: "us", isHtml: false } : { by: "nothing" };
}

/**
 * Returns the content for readers. Errors of the store are also recorded in `failure`, to tell them from errors of the
 * content.
 */
export function readable({ blobs }: Pick<TextSources, "blobs">, content: Indexable): Readable {
  const failure: { error?: unknown } = {};
  async function* bytes(): AsyncIterable<Uint8Array> {
    try {
      const found = await blobs.open(content.blobKey);
      yield* found;
    } catch (error) {
      failure.error = error;
      throw error;
    }
  }
  const { byteSize, contentType, fileName } = content;
  return { content: { bytes, byteSize, contentType, fileName }, failure };
}

interface Readable {
  readonly content: ReadableContent;
  readonly failure: { readonly error?: unknown };
}
