/** Bytes of the longest head that is held together; the parser refuses longer ones. */
const HEAD_BYTES_MAX = 16_384;

/** Characters of the longest boundary (RFC 2046 5.1.1): what is searched for in every byte of a form. */
const BOUNDARY_LENGTH_MAX = 70;

/** The boundary that a `multipart/form-data` content type names; `null` when it names none, or one that is too long. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? "";
  return boundary !== "" && boundary.length <= BOUNDARY_LENGTH_MAX ? boundary : null;
}

/** True for the head of a part that brings a file under `field`. */
export function isFileHead(head: string, field: string): boolean {
  const names = /[;\s]name=(?:"([^"]*)"|([^\s;]*))/i.exec(head);
  return (names?.[1] ?? names?.[2]) === field && /[;\s]filename\*?="?[^\s;"]/i.test(head);
}

/** The type that the head of a part declares, as it is written; `null` when it declares none. */
export function declaredType(head: string): string | null {
  return /^content-type:(.*)$/im.exec(head)?.[1]?.trim() || null;
}

/** What a form consists of, as it comes: before each part stands a delimiter and its head, and behind the last one nothing of use. */
export interface FormPiece {
  readonly kind: "delimiter" | "head" | "content";
  /** Of a content any number, one after the other; before it stands an end of line. Whoever asks for the next piece has no more use for this one. */
  readonly bytes: Uint8Array;
}

/** Takes a form apart as it comes. Nothing of what it reads is looked at once more is read, so that its memory may be used again. */
export async function* piecesOf(form: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FormPiece> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  /** At the very beginning it stands without an end of line before it. */
  const opening = delimiter.subarray(2);
  let wanted: Buffer | null = null;
  let pending: Buffer = Buffer.alloc(0);
  let inHead = false;
  for await (const chunk of form) {
    pending = joined(pending, chunk);
    if (wanted === null && pending.length < opening.length) continue;
    wanted ??= opening.equals(pending.subarray(0, opening.length)) ? opening : delimiter;
    for (let end = endOf(pending, wanted, inHead); end !== null; end = endOf(pending, wanted, inHead)) {
      const bytes = pending.subarray(0, end);
      pending = pending.subarray(end);
      if (inHead) yield { kind: "head", bytes };
      else yield* contentAndDelimiter(bytes, wanted.length);
      wanted = delimiter;
      inHead = !inHead;
    }
    const sure = inHead ? 0 : beginOf(pending, wanted);
    if (sure > 0) yield { kind: "content", bytes: pending.subarray(0, sure) };
    pending = Buffer.from(pending.subarray(sure));
  }
  if (pending.length > 0) yield { kind: "content", bytes: pending };
}

/** Bytes that stand before the content of a part, after its head. */
export const END_OF_LINE = 2;

function* contentAndDelimiter(bytes: Buffer, delimiterLength: number): Generator<FormPiece> {
  const end = bytes.length - delimiterLength;
  if (end > 0) yield { kind: "content", bytes: bytes.subarray(0, end) };
  yield { kind: "delimiter", bytes: bytes.subarray(end) };
}

/** As one. Copies only where something was held back, which is seldom. */
export function joined(pending: Buffer, chunk: Uint8Array): Buffer {
  return pending.length > 0
    ? Buffer.concat([pending, chunk])
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** Where `held` could break off within a delimiter: only what stands before cannot be part of one. */
function beginOf(pending: Buffer, delimiter: Buffer): number {
  const start = pending.lastIndexOf("\r");
  const tail = start < 0 ? pending.subarray(pending.length) : pending.subarray(start);
  return delimiter.subarray(0, tail.length).equals(tail) ? pending.length - tail.length : pending.length;
}

/** Where the head ends, or the delimiter, if that is there. */
function endOf(pending: Buffer, delimiter: Buffer, inHead: boolean): number | null {
  if (inHead) return endOfHead(pending);
  const start = pending.indexOf(delimiter);
  return start < 0 ? null : start + delimiter.length;
}

/** Before the empty line, whose end may belong to a delimiter. */
function endOfHead(pending: Buffer): number | null {
  const end = pending.indexOf("\r\n\r\n");
  if (end >= 0) return end + END_OF_LINE;
  return pending.length > HEAD_BYTES_MAX ? pending.length : null;
}

/** What is left out of a head, or may be. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const UNTIDY = /[\x00-\x08\x0b\x0c\x0e-\x1f]|charset/i;

/**
 * A head as the parser takes it: without the control characters that no line of a head may have (RFC 9110 5.5), and without the charset of a type: the
 * parser would decode the text by it, and what is no UTF-8 would be lost on the way.
 */
export function tidied(head: Uint8Array): Uint8Array {
  const text = Buffer.from(head).toString("latin1");
  if (!UNTIDY.test(text)) return Buffer.from(head);
  const lines = Buffer.from(head.filter((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d))
    .toString("latin1")
    .split("\r\n")
    .map((line) => (/^content-type:/i.test(line) ? line.replace(/;\s*charset=[^;]*/gi, "") : line));
  return Buffer.from(lines.join("\r\n"), "latin1");
}
