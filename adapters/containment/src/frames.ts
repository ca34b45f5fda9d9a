/**
 * Messages as bytes, for two processes whose runtimes have no serialization in common: eight bytes that say how long the
 * two parts are, a text in JSON, and behind it the byte arrays of the message as they are. In the text the place of a
 * byte array is a string that begins with {@link MARK}; a string of the message that begins so has a second one.
 */

const MARK = "\0";
const MARK_IN_JSON = "\\u0000";
const HEAD_BYTES = 8;
/** A length is written in four bytes. */
const PART_BYTES_MAX = 0xffff_ffff;
const PLACE = /^\0(\d{1,10}),(\d{1,10})$/;

/** Bytes that are no message, or more of them than are allowed. */
export class FrameError extends Error {
  override readonly name = "FrameError";
}

/** The parts of a message, to be written one behind the other. Byte arrays are not copied. */
export function frameOf(message: unknown): readonly Uint8Array[] {
  const arrays: Uint8Array[] = [];
  const text = JSON.stringify(placed(message, arrays));
  const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const textBytes = Buffer.byteLength(text);
  if (textBytes > PART_BYTES_MAX || bytes > PART_BYTES_MAX) throw new RangeError("A message is too long");
  const head = Buffer.allocUnsafe(HEAD_BYTES + textBytes);
  head.writeUInt32BE(textBytes, 0);
  head.writeUInt32BE(bytes, 4);
  head.write(text, HEAD_BYTES);
  return [head, ...arrays];
}

/** A message as JSON has it. A Buffer would make an array of numbers of itself before JSON asks anybody for its place. */
function placed(value: unknown, arrays: Uint8Array[], end = { bytes: 0 }): unknown {
  if (typeof value === "string") return value.startsWith(MARK) ? MARK + value : value;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) {
    arrays.push(value);
    const offset = end.bytes;
    end.bytes += value.byteLength;
    return `${MARK}${offset},${value.byteLength}`;
  }
  if (Array.isArray(value)) return value.map((each) => placed(each, arrays, end));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, placed(each, arrays, end)]));
}

/**
 * Takes bytes as they come and calls `take` with each message that is complete. Throws a {@link FrameError} at a message
 * with a part above `partBytesMax`, before there is memory for it, and at what is no message.
 */
export function createFrameReader(partBytesMax: number, take: (message: unknown) => void): (bytes: Buffer) => void {
  const head = partOf(HEAD_BYTES);
  let parts: { readonly text: Part; readonly bytes: Part } | null = null;

  /** The part that the next bytes belong to; `null` where a message is complete. */
  function open(): Part | null {
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
      const part = open();
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
  /** Takes as many bytes as it still has to, and answers how many. */
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
    // Most messages have neither bytes nor such strings, and are read by the platform alone.
    if (!text.includes(MARK_IN_JSON)) return JSON.parse(text);
    return JSON.parse(text, (_, value) => (typeof value === "string" ? placedIn(value, arrays) : value));
  } catch (error) {
    throw error instanceof FrameError ? error : new FrameError("A message cannot be read");
  }
}

function placedIn(value: string, arrays: Buffer): unknown {
  if (!value.startsWith(MARK)) return value;
  if (value.startsWith(MARK, 1)) return value.slice(1);
  const [, offset, length] = PLACE.exec(value) ?? [];
  const end = Number(offset) + Number(length);
  if (offset === undefined || end > arrays.byteLength) throw new FrameError("A message names bytes that it has not");
  return arrays.subarray(Number(offset), end);
}
