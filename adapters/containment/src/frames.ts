/**
 * Encodes messages for two processes whose runtimes share no serialization format: the lengths of two parts in eight
 * bytes, JSON text, and the message's byte arrays. In the text a string that begins with {@link MARK} replaces each
 * byte array; strings of the message that begin with the mark get another one as prefix.
 */

const MARK = "\0";
const MARK_IN_JSON = "\\u0000";
const HEAD_BYTES = 8;
/** Maximum of a length, which takes four bytes. */
const PART_BYTES_MAX = 0xffff_ffff;
const PLACE = /^\0(\d{1,10}),(\d{1,10})$/;

/** The bytes are not a valid message, or a part exceeds the limit. */
export class FrameError extends Error {
  override readonly name = "FrameError";
}

/** Encodes a message as parts to be written in order. Byte arrays are not copied. */
export function frameOf(message: unknown): readonly Uint8Array[] {
  const arrays: Uint8Array[] = [];
  const text = JSON.stringify(withPositions(message, arrays));
  const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const textBytes = Buffer.byteLength(text);
  if (textBytes > PART_BYTES_MAX || bytes > PART_BYTES_MAX) throw new RangeError("A message is too long");
  const head = Buffer.allocUnsafe(HEAD_BYTES + textBytes);
  head.writeUInt32BE(textBytes, 0);
  head.writeUInt32BE(bytes, 4);
  head.write(text, HEAD_BYTES);
  return [head, ...arrays];
}

/** Replaces byte arrays by positions, before `JSON.stringify` would call `Buffer.toJSON`. */
function withPositions(value: unknown, arrays: Uint8Array[], end = { bytes: 0 }): unknown {
  if (typeof value === "string") return value.startsWith(MARK) ? MARK + value : value;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) {
    arrays.push(value);
    const offset = end.bytes;
    end.bytes += value.byteLength;
    return `${MARK}${offset},${value.byteLength}`;
  }
  if (Array.isArray(value)) return value.map((each) => withPositions(each, arrays, end));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withPositions(each, arrays, end)]));
}

/**
 * Returns a function that receives bytes and calls `take` for each complete message. Throws a {@link FrameError} for
 * invalid bytes, and for a part above `partBytesMax` before it allocates memory for it.
 */
export function createFrameReader(partBytesMax: number, take: (message: unknown) => void): (bytes: Buffer) => void {
  const head = partOf(HEAD_BYTES);
  let parts: { readonly text: Part; readonly bytes: Part } | null = null;

  /** Returns the part that receives the next bytes; `null` if the message is complete. */
  function currentPart(): Part | null {
    if (!head.isFull()) return head;
    parts ??= { text: partOf(lengthAt(0)), bytes: partOf(lengthAt(4)) };
    if (!parts.text.isFull()) return parts.text;
    return parts.bytes.isFull() ? null : parts.bytes;
  }

  function lengthAt(offset: number): number {
    const length = head.memory.readUInt32BE(offset);
    if (length > partBytesMax) throw new FrameError(`A part of a message has ${length} bytes`);
    return length;
  }

  return (bytes) => {
    for (let at = 0; ; ) {
      const part = currentPart();
      if (part) {
        if (at === bytes.byteLength) return;
        at += part.fill(bytes, at);
      } else if (parts) {
        const { text, bytes: arrays } = parts;
        parts = null;
        head.empty();
        take(messageIn(text.memory.toString(), arrays.memory));
      }
    }
  };
}

interface Part {
  readonly memory: Buffer;
  isFull(): boolean;
  /** Copies the bytes that are still missing and returns their number. */
  fill(bytes: Buffer, from: number): number;
  empty(): void;
}

function partOf(length: number): Part {
  const memory = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  return {
    memory,
    isFull: () => filled === length,
    fill(bytes, from) {
      const copied = bytes.copy(memory, filled, from);
      filled += copied;
      return copied;
    },
    empty() {
      filled = 0;
    },
  };
}

function messageIn(text: string, arrays: Buffer): unknown {
  try {
    // Most messages have no byte arrays and need no reviver.
    if (!text.includes(MARK_IN_JSON)) return JSON.parse(text);
    return JSON.parse(text, (_, value) => (typeof value === "string" ? bytesAt(value, arrays) : value));
  } catch (error) {
    throw error instanceof FrameError ? error : new FrameError("A message cannot be read");
  }
}

function bytesAt(value: string, arrays: Buffer): unknown {
  if (!value.startsWith(MARK)) return value;
  if (value.startsWith(MARK, 1)) return value.slice(1);
  const [, offset, length] = PLACE.exec(value) ?? [];
  const end = Number(offset) + Number(length);
  if (offset === undefined || end > arrays.byteLength)
    throw new FrameError("A message refers to bytes that it does not have");
  return arrays.subarray(Number(offset), end);
}
