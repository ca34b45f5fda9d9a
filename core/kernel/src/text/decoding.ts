import { textOfUnits } from "./units.ts";

/**
 * The characters of bytes of no certain encoding: UTF-16 where {@link utf16Of} finds it; UTF-8 where they are that, but for
 * a character cut off at the end; else windows-1252, whose five unused bytes are left as they are. A byte order mark is no
 * character.
 */
export function decoded(bytes: Uint8Array): string {
  const order = utf16Of(bytes);
  const text = order === null ? (utf8Text(bytes) ?? windowsText(bytes)) : utf16Text(bytes, order);
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** So much of the beginning tells whether it is UTF-16. */
const UTF16_BYTES = 4_096;
/** Letters of Latin scripts have a byte 0 in UTF-16: so many of them, and it is nothing else. */
const ZEROS_LEAST = 0.7;

/**
 * In which order of bytes a text is UTF-16: by its mark, else where every second byte is 0 and none of the others is.
 * `null` where it is not UTF-16.
 */
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

/** The half of a character at the end is left out. */
function utf16Text(bytes: Uint8Array, order: "little" | "big"): string {
  const units = new Uint16Array(Math.floor(bytes.byteLength / 2));
  const [low, high] = order === "little" ? [0, 1] : [1, 0];
  for (let at = 0; at < units.length; at += 1) {
    units[at] = (bytes[2 * at + low] ?? 0) | ((bytes[2 * at + high] ?? 0) << 8);
  }
  return textOfUnits(units).replace(/[\ud800-\udbff]$/, "");
}

/** The characters of windows-1252 that are others than the ones of the same number: from 0x80 on. */
const WINDOWS = [..."€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"].map((letter) => letter.charCodeAt(0));

function windowsText(bytes: Uint8Array): string {
  return textOfUnits(
    Uint16Array.from(bytes, (byte) => (byte < 0x80 || byte > 0x9f ? byte : (WINDOWS[byte - 0x80] ?? byte))),
  );
}

/** One character, and how many bytes it takes. */
interface Character {
  readonly point: number;
  readonly length: number;
}

/** Bytes as UTF-8, without what is cut off at their end; `null` where they are something else. */
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
  // No character has more units than bytes.
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

/** By how many bytes a character begins, the least it may then be (RFC 3629): shorter ones are written otherwise. */
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

/** Whether the bytes end within the character that begins there. */
function isCutOff(bytes: Uint8Array, at: number): boolean {
  const rest = bytes.subarray(at);
  return rest.length < lengthOf(rest[0] ?? 0) && rest.subarray(1).every((byte) => (byte & 0xc0) === 0x80);
}
