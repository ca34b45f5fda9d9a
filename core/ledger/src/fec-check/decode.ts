import { textOfUnits } from "@cartulary/kernel";
import { LATIN9_CHARACTERS } from "../fec/character-encoding.ts";
import type { FecEncoding } from "../fec/columns.ts";

/** Maximum length of a line in bytes; the rest is dropped. */
export const LINE_BYTES_MAX = 65_536;

/** A line without its end. */
export interface RawLine {
  readonly text: string;
  /** True when it is longer than {@link LINE_BYTES_MAX}. */
  readonly isTruncated: boolean;
  /** True when its encoding differs from earlier lines. */
  readonly hasMixedEncoding: boolean;
}

/**
 * Yields the lines of a file, ended by CR, LF or both, without a byte order mark. Decodes non-ASCII lines as UTF-8 if
 * valid, otherwise as ISO 8859-15; unless `encoding` is passed, the mark or the first such line determines the encoding
 * of the file. Memory is limited to a chunk and a line.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  encoding?: FecEncoding,
): AsyncGenerator<readonly RawLine[]> {
  const decode = lineDecoder(encoding ?? null);
  let pending: Uint8Array = new Uint8Array(0);
  let cut = false;
  let afterReturn = false;
  const take = (bytes: Uint8Array): RawLine => {
    const whole = joined(pending, bytes);
    const { text, hasMixedEncoding: mixed } = decode(whole.subarray(0, LINE_BYTES_MAX));
    const isCut = cut || whole.length > LINE_BYTES_MAX;
    // Truncation may have split a character.
    const line = { text, isTruncated: isCut, hasMixedEncoding: mixed && !isCut };
    pending = new Uint8Array(0);
    cut = false;
    return line;
  };
  for await (const chunk of chunks) {
    const lines: RawLine[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte !== 10 && byte !== 13) continue;
      // Ignores the LF of a CRLF, even across chunks.
      if (byte === 13 || !(at === start && afterReturn)) lines.push(take(chunk.subarray(start, at)));
      afterReturn = byte === 13;
      start = at + 1;
    }
    if (start < chunk.length) {
      afterReturn = false;
      cut ||= pending.length + chunk.length - start > LINE_BYTES_MAX;
      // A copy: the source may use the memory of its chunk again.
      pending = new Uint8Array(joined(pending, chunk.subarray(start)).subarray(0, LINE_BYTES_MAX));
    }
    yield lines;
  }
  if (pending.length > 0) yield [take(new Uint8Array(0))];
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function lineDecoder(known: FecEncoding | null): (bytes: Uint8Array) => Omit<RawLine, "isTruncated"> {
  let encoding = known;
  let isFirst = true;
  return (bytes) => {
    const marked = isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    isFirst = false;
    if (marked) encoding ??= "utf-8";
    const content = marked ? bytes.subarray(3) : bytes;
    if (isAscii(content)) return { text: textOfUnits(content), hasMixedEncoding: false };
    // Bytes of ISO 8859-15 may also be valid UTF-8, so a known encoding is not checked.
    const text = known === "iso-8859-15" ? null : utf8Text(content);
    const own = text === null ? "iso-8859-15" : "utf-8";
    encoding ??= own;
    return { text: text ?? latin9Text(content), hasMixedEncoding: own !== encoding };
  };
}

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) > 0x7f) return false;
  return true;
}

/** Decodes UTF-8; `null` if invalid (RFC 3629): truncated, overlong, a surrogate, or too large. */
function utf8Text(bytes: Uint8Array): string | null {
  const units = new Uint16Array(bytes.length);
  let end = 0;
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf8 ? 4 : 0;
    if (length === 0 || at + length > bytes.length) return null;
    let point = length === 1 ? first : first & (0xff >> (length + 1));
    for (let next = at + 1; next < at + length; next += 1) {
      const byte = bytes[next] ?? 0;
      if ((byte & 0xc0) !== 0x80) return null;
      point = (point << 6) | (byte & 0x3f);
    }
    if (point < (SMALLEST[length] ?? 0) || (point >= 0xd800 && point <= 0xdfff) || point > 0x10ffff) return null;
    if (point < 0x10000) {
      units[end++] = point;
    } else {
      units[end++] = 0xd800 + ((point - 0x10000) >> 10);
      units[end++] = 0xdc00 + (point & 0x3ff);
    }
    at += length;
  }
  return textOfUnits(units.subarray(0, end));
}

function latin9Text(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += LATIN9_CHARACTERS.get(byte) ?? String.fromCharCode(byte);
  return text;
}

/** Lowest code point for each length. */
const SMALLEST: readonly number[] = [0, 0, 0x80, 0x800, 0x10000];
