import { textOfUnits } from "./units.ts";

/** The characters of bytes of no certain encoding: UTF-8 where they are that, but for a character cut off at the end; else Latin-1. */
export function decoded(bytes: Uint8Array): string {
  return utf8Text(bytes) ?? textOf(bytes.length, (at) => ({ point: bytes[at] ?? 0, length: 1 }));
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
