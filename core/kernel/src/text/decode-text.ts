import { textOfUnits } from "./text-of-units.ts";

/**
 * Decodes bytes of unknown encoding: as UTF-16 if {@link utf16Of} detects it, as UTF-8 if they are valid apart from a
 * truncated last character, otherwise as windows-1252, whose five unused bytes stay unchanged. Drops a byte order mark.
 */
export function decodeText(bytes: Uint8Array): string {
  const order = utf16Of(bytes);
  const text = order === null ? (utf8Text(bytes) ?? windowsText(bytes)) : utf16Text(bytes, order);
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** Bytes that are examined to detect UTF-16. */
const UTF16_BYTES = 4_096;
/** Share of zero bytes that proves UTF-16: Latin letters have one each. */
const ZEROS_LEAST = 0.7;

/** Detects the byte order of UTF-16, by its mark or by zeros in every second byte only; `null` for other encodings. */
export function utf16Of(bytes: Uint8Array): "little" | "big" | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "little";
  if (first === 0xfe && second === 0xff) return "big";
  const pairs = Math.floor(Math.min(bytes.byteLength, UTF16_BYTES) / 2);
  let [even, odd] = [0, 0];
  for (let at = 0; at < pairs; at += 1) {
    if (bytes[2 * at] === 0) even += 1;
    if (bytes[2 * at + 1] === 0) odd += 1;
  }
  if (pairs > 1 && odd >= ZEROS_LEAST * pairs && even === 0) return "little";
  if (pairs > 1 && even >= ZEROS_LEAST * pairs && odd === 0) return "big";
  return null;
}

/** Drops half of a surrogate pair at the end. */
function utf16Text(bytes: Uint8Array, order: "little" | "big"): string {
  const units = new Uint16Array(Math.floor(bytes.byteLength / 2));
  const [low, high] = order === "little" ? [0, 1] : [1, 0];
  for (let at = 0; at < units.length; at += 1) {
    units[at] = (bytes[2 * at + low] ?? 0) | ((bytes[2 * at + high] ?? 0) << 8);
  }
  return textOfUnits(units).replace(/[\ud800-\udbff]$/, "");
}

/** Characters of windows-1252 that differ from Unicode's, from 0x80 on. */
const WINDOWS = [..."€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"].map((letter) => letter.charCodeAt(0));

function windowsText(bytes: Uint8Array): string {
  return textOfUnits(
    Uint16Array.from(bytes, (byte) => (byte < 0x80 || byte > 0x9f ? byte : (WINDOWS[byte - 0x80] ?? byte))),
  );
}

/** A character and its length in bytes. */
interface Character {
  readonly point: number;
  readonly length: number;
}

/** Decodes UTF-8 without a truncated last character; `null` if invalid. */
function utf8Text(bytes: Uint8Array): string | null {
  let isUtf8 = true;
  const text = textOf(bytes.length, (at) => {
    const character = characterAt(bytes, at);
    if (character) return character;
    isUtf8 &&= isCutOff(bytes, at);
    return null;
  });
  return isUtf8 ? text : null;
}

function textOf(length: number, read: (at: number) => Character | null): string {
  // A UTF-8 character never has more UTF-16 units than bytes.
  const units = new Uint16Array(length);
  let end = 0;
  for (let at = 0; at < length; ) {
    const character = read(at);
    if (!character) break;
    const { point } = character;
    if (point > 0xffff) units[end++] = 0xd800 + ((point - 0x10000) >> 10);
    units[end++] = point > 0xffff ? 0xdc00 + (point & 0x3ff) : point;
    at += character.length;
  }
  return textOfUnits(units.subarray(0, end));
}

/** Lowest code point for each length: longer encodings than necessary are invalid (RFC 3629). */
const LEAST = [0, 0, 0x80, 0x800, 0x10000] as const;

function characterAt(bytes: Uint8Array, at: number): Character | null {
  const first = bytes[at] ?? 0;
  const length = lengthOf(first);
  if (length === 1) return { point: first, length };
  let point = first & (0x7f >> length);
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0;
    if ((byte & 0xc0) !== 0x80) return null;
    point = (point << 6) | (byte & 0x3f);
  }
  return length === 0 || point < (LEAST[length] ?? 0) || isNoCharacter(point) ? null : { point, length };
}

function lengthOf(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc0 || first > 0xf7) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

const isNoCharacter = (point: number) => point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff);

/** True when the bytes end inside the character that begins at `at`. */
function isCutOff(bytes: Uint8Array, at: number): boolean {
  const rest = bytes.subarray(at);
  return rest.length < lengthOf(rest[0] ?? 0) && rest.subarray(1).every((byte) => (byte & 0xc0) === 0x80);
}
