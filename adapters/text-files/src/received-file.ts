import { BEGINNING_BYTES, type CalledKind, type TextFileKind, textFileKindOf } from "./kind.ts";
import { Unreadable } from "./readers/unreadable.ts";

/** The part of a file that is held in memory. */
export interface ReceivedFile {
  readonly kind: TextFileKind;
  readonly called: CalledKind;
  readonly bytes: Uint8Array;
  /** True if the end of the file is missing. */
  readonly isCut: boolean;
}

const MIB = 1_048_576;

/** Maximum bytes read by kind. A ZIP is useless without its end and also contains a document's pictures. */
const BYTES_MAX = {
  archive: 128 * MIB,
  compound: 64 * MIB,
  email: 64 * MIB,
  rtf: 64 * MIB,
  xml: 16 * MIB,
  json: 16 * MIB,
  html: 16 * MIB,
  text: 4 * MIB,
} as const satisfies Record<TextFileKind, number>;

interface Expectation {
  readonly byteSize: number;
  readonly called: CalledKind;
}

/** Reads as much of a file as its kind needs; returns `null` as soon as the kind is known to have no text. */
export async function receivedFile(
  source: AsyncIterable<Uint8Array>,
  { byteSize, called }: Expectation,
): Promise<ReceivedFile | null> {
  let kind: TextFileKind | null = null;
  let bytes = new Uint8Array(BEGINNING_BYTES);
  let length = 0;
  let isCut = false;
  const detectKind = () => kindOf(bytes.subarray(0, length), called);
  for await (const piece of source) {
    let rest = piece;
    if (kind === null) {
      const first = rest.subarray(0, bytes.byteLength - length);
      bytes.set(first, length);
      length += first.byteLength;
      rest = rest.subarray(first.byteLength);
      if (length < bytes.byteLength) continue;
      kind = detectKind();
      if (kind === null) return null;
      bytes = enlarge(bytes, Math.max(BEGINNING_BYTES, Math.min(byteSize, BYTES_MAX[kind])));
    }
    const chunk = rest.subarray(0, bytes.byteLength - length);
    bytes.set(chunk, length);
    length += chunk.byteLength;
    isCut = chunk.byteLength < rest.byteLength;
    if (isCut) break;
  }
  kind ??= detectKind();
  if (kind === null) return null;
  if (isCut && kind === "archive") throw new Unreadable("damaged", "The archive is too large");
  return { kind, called, bytes: bytes.subarray(0, length), isCut };
}

function kindOf(bytes: Uint8Array, called: CalledKind): TextFileKind | null {
  const kind = textFileKindOf(bytes);
  return kind === "text" && called === "html" ? "html" : kind;
}

function enlarge(bytes: Uint8Array, byteSize: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(byteSize);
  larger.set(bytes);
  return larger;
}
