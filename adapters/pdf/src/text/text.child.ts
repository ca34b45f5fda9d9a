import { constants, setPriority } from "node:os";
import { serveJobs } from "@cartulary/containment/child";
import { getDocumentProxy } from "unpdf";
import { createPageReader } from "./page-text.ts";

/** The pages to read, and the limits. */
export interface TextInput {
  /** If known, the file is read into memory of this size; otherwise it may have up to {@link UNKNOWN_BYTES_MAX}. */
  readonly byteSize: number | null;
  readonly fromPage: number;
  /** Maximum text in bytes of UTF-8. */
  readonly bytesMax: number;
  /** True for work at the lowest CPU priority. */
  readonly isUnhurried: boolean;
}

/** A page, which the child writes as JSON. */
export interface PageRead {
  readonly page: number;
  readonly text: string;
  /** True if the page has text besides field values and notes. */
  readonly hasOwnText: boolean;
}

/** The result of a reading that reached its end. */
export type TextOutput = { readonly outcome: "read" } | { readonly outcome: "failed"; readonly isFinal: boolean };

/** Maximum size of a file, which is held in memory: larger ones are mostly pictures. */
const FILE_BYTES_MAX = 268_435_456;
export const UNKNOWN_BYTES_MAX = 67_108_864;

const OPTIONS = {
  useSystemFonts: false,
  verbosity: 0,
  // Pictures are not needed.
  maxImageSize: 1,
} as const;

serveJobs<TextInput, TextOutput>(async (input, { sources: [source], write }) => {
  if (input.isUnhurried) setPriority(constants.priority.PRIORITY_LOW);
  const bytes = source && (await bytesOf(source, input.byteSize));
  if (!bytes) return { outcome: "failed", isFinal: true };
  try {
    await readPages(bytes, input, (page) => write(Buffer.from(JSON.stringify(page))));
    return { outcome: "read" };
  } catch (error) {
    return { outcome: "failed", isFinal: error instanceof Error && error.name === "PasswordException" };
  }
});

/** Returns `null` if there are too many bytes. */
async function bytesOf(source: AsyncIterable<Uint8Array>, byteSize: number | null): Promise<Uint8Array | null> {
  if (byteSize !== null && byteSize > FILE_BYTES_MAX) return null;
  const room = byteSize ?? UNKNOWN_BYTES_MAX;
  let bytes = new Uint8Array(byteSize ?? 0);
  let length = 0;
  for await (const piece of source) {
    const end = length + piece.byteLength;
    if (end > room) return null;
    if (end > bytes.byteLength) bytes = enlarge(bytes, Math.min(room, 2 * end));
    bytes.set(piece, length);
    length = end;
  }
  return bytes.subarray(0, length);
}

function enlarge(bytes: Uint8Array, byteSize: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(byteSize);
  more.set(bytes);
  return more;
}

/** Reads pages until there is enough text. */
async function readPages(
  bytes: Uint8Array,
  { fromPage, bytesMax }: TextInput,
  write: (page: PageRead) => Promise<void>,
): Promise<void> {
  await using disposables = new AsyncDisposableStack();
  const document = await getDocumentProxy(bytes, OPTIONS);
  disposables.defer(() => document.loadingTask.destroy());
  const read = await createPageReader(document);
  let room = bytesMax;
  let isReadable = false;
  let lastError: unknown = null;
  for (let page = fromPage; page < document.numPages && room > 0; page += 1) {
    const { text, hasOwnText } = await read(page).catch((error: unknown) => {
      lastError = error;
      return UNREADABLE;
    });
    isReadable ||= hasOwnText;
    const enough = beginningOf(text, room);
    await write({ page, text: enough, hasOwnText });
    room -= Buffer.byteLength(enough);
    if (enough.length < text.length) return;
  }
  if (lastError && !isReadable) throw lastError;
}

/** A damaged page does not stop the reading. */
const UNREADABLE = { text: "", hasOwnText: false };

/** Returns the beginning of a text that fits into `bytesMax`. */
function beginningOf(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytesMax), { stream: true });
}
