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
  onHead: (head: string) => void,
): AsyncGenerator<Uint8Array> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter stands at the very beginning, without an end of line before it.
  let pending: Buffer = Buffer.from("\r\n");
  let inHead = false;
  const endOfPart = () => (inHead ? endOfHead(pending) : endOf(pending, delimiter));
  for await (const chunk of form) {
    pending = joined(pending, chunk);
    for (let end = endOfPart(); end !== null; end = endOfPart()) {
      const piece = pending.subarray(0, end);
      pending = pending.subarray(end);
      if (inHead) onHead(piece.toString());
      yield inHead ? tidied(piece) : piece;
      inHead = !inHead;
    }
    const sure = inHead ? 0 : beginOf(pending, delimiter);
    if (sure > 0) yield pending.subarray(0, sure);
    pending = pending.subarray(sure);
  }
  yield pending;
}

/** Copies only where something was held back, which is seldom. */
function joined(pending: Buffer, chunk: Uint8Array): Buffer {
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

function endOf(pending: Buffer, delimiter: Buffer): number | null {
  const start = pending.indexOf(delimiter);
  return start < 0 ? null : start + delimiter.length;
}

function endOfHead(pending: Buffer): number | null {
  const end = pending.indexOf("\r\n\r\n");
  if (end >= 0) return end;
  return pending.length > HEAD_BYTES_MAX ? pending.length : null;
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
