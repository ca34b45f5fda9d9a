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

/**
 * Hands a form on as it comes, and tells the head of each part before the part goes out.
 *
 * The parser refuses control characters in heads, which browsers send where a file's name has them, and takes a part
 * that declares no type for a text: so they are left out here, and the heads are told. Texts come out of the parser byte
 * by byte, whatever charset they declare.
 */
export async function* tidyHeads(
  form: AsyncIterable<Uint8Array>,
  boundary: string,
  told: (head: string) => void,
): AsyncGenerator<Uint8Array> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter stands at the very beginning, without an end of line before it.
  let held: Buffer = Buffer.from("\r\n");
  let inHead = false;
  const endOfPart = () => (inHead ? endOfHead(held) : endOf(held, delimiter));
  for await (const chunk of form) {
    held = joined(held, chunk);
    for (let end = endOfPart(); end !== null; end = endOfPart()) {
      const piece = held.subarray(0, end);
      held = held.subarray(end);
      if (inHead) told(piece.toString());
      yield inHead ? tidied(piece) : piece;
      inHead = !inHead;
    }
    const sure = inHead ? 0 : beginOf(held, delimiter);
    if (sure > 0) yield held.subarray(0, sure);
    held = held.subarray(sure);
  }
  yield held;
}

/** Copies only where something was held back, which is seldom. */
function joined(held: Buffer, chunk: Uint8Array): Buffer {
  return held.length > 0 ? Buffer.concat([held, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** Where `held` could break off within a delimiter: only what stands before cannot be part of one. */
function beginOf(held: Buffer, delimiter: Buffer): number {
  const start = held.lastIndexOf("\r");
  const tail = start < 0 ? held.subarray(held.length) : held.subarray(start);
  return delimiter.subarray(0, tail.length).equals(tail) ? held.length - tail.length : held.length;
}

function endOf(held: Buffer, delimiter: Buffer): number | null {
  const start = held.indexOf(delimiter);
  return start < 0 ? null : start + delimiter.length;
}

function endOfHead(held: Buffer): number | null {
  const end = held.indexOf("\r\n\r\n");
  if (end >= 0) return end;
  return held.length > HEAD_BYTES_MAX ? held.length : null;
}

/**
 * Without the control characters that no line of a head may have (RFC 9110 5.5), and without the charset of a type: the
 * parser would decode the text by it, and what is no UTF-8 would be lost on the way.
 */
function tidied(head: Buffer): Uint8Array {
  const lines = Buffer.from(head.filter((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d))
    .toString("latin1")
    .split("\r\n")
    .map((line) => (/^content-type:/i.test(line) ? line.replace(/;\s*charset=[^;]*/gi, "") : line));
  return Buffer.from(lines.join("\r\n"), "latin1");
}
