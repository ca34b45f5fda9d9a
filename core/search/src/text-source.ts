import type { Blobs } from "@cartulary/blobs";
import { decoded } from "@cartulary/kernel";
import { BEGINNING_BYTES, contentKindOf } from "./content-kind.ts";
import { htmlText } from "./html-text.ts";
import type { Indexable } from "./ports.ts";
import { newReading, type Reading, TEXT_BYTES_MAX } from "./reading.ts";
import type { ReadableContent, TextReader, TextRecognizer } from "./text-reader.ts";

/** Where texts are read from. Without a reader, what only it can read has no text. */
export interface TextSources {
  readonly blobs: Blobs;
  readonly pdfReader?: TextReader;
  /** Of all other kinds that are not read as they stand. */
  readonly fileReader?: TextReader;
  /** Of pictures, and of pages of PDF files without text. */
  readonly textRecognizer?: TextRecognizer;
}

/** Larger texts are read in a child where there is a reader of files: the host answers no request while it decodes one. */
const HERE_BYTES_MAX = 131_072;

/** What the first look at a content comes to: that it has no text, its text, or that it takes a reader. */
export type FirstLook =
  | { readonly found: "nothing" }
  | { readonly found: "text"; readonly text: string }
  | { readonly found: "reading"; readonly reading: Reading }
  | { readonly found: "loss" };

/** Reads what can be read as it stands. `loss`: the store has no such content. */
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
  const source = decoded(room.subarray(0, length));
  return { found: "text", text: plan.isHtml ? htmlText(source) : source };
}

/** By what a content is read. */
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
  if ((kind === "file" || kind === "formatted") && fileReader) return { by: "reader", kind: "file" };
  return kind === "formatted" ? { by: "us", isHtml: false } : { by: "nothing" };
}

/** The content of a document as readers get it. What the store throws is stored in `failure`, too: it is no fault of the content. */
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
