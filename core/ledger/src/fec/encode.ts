import { composed, decomposed } from "@cartulary/kernel";
import type { FecEncoding } from "./columns.ts";

/** Text as the bytes of a file; {@link spelt} in the encoding before. */
export function encode(text: string, encoding: FecEncoding): Uint8Array {
  return encoding === "utf-8" ? utf8(text) : latin9(text);
}

/** Text in characters that the encoding has. What ISO 8859-15 lacks is written with those that are nearest, or `?`. */
export function spelt(text: string, encoding: FecEncoding): string {
  if (encoding === "utf-8" || isAscii(text)) return text;
  let spelling = "";
  for (const character of composed(text)) spelling += latin9Spelling(character);
  return spelling;
}

/**
 * The core has no TextEncoder to ask: it runs on nothing but the language. Text is well-formed here, so a surrogate is
 * always the first of two.
 */
function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8Most(text));
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      bytes[end++] = unit;
    } else if (unit < 0x800) {
      bytes[end++] = 0xc0 | (unit >> 6);
      bytes[end++] = 0x80 | (unit & 0x3f);
    } else if (unit < 0xd800 || unit > 0xdfff) {
      bytes[end++] = 0xe0 | (unit >> 12);
      bytes[end++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[end++] = 0x80 | (unit & 0x3f);
    } else {
      const point = text.codePointAt(at) ?? 0xfffd;
      at += 1;
      bytes[end++] = 0xf0 | (point >> 18);
      bytes[end++] = 0x80 | ((point >> 12) & 0x3f);
      bytes[end++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[end++] = 0x80 | (point & 0x3f);
    }
  }
  return bytes.subarray(0, end);
}

/** What it takes at most. Three bytes for every character would be three times what most texts take. */
function utf8Most(text: string): number {
  let most = text.length;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) most += 2;
  return most;
}

function latin9(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = latin9Byte(text.charCodeAt(at)) ?? 0x3f;
  return bytes;
}

/** Where ISO 8859-15 differs from Unicode's first 256 characters. */
const LATIN9: ReadonlyMap<number, number> = new Map([
  [0x20ac, 0xa4],
  [0x0160, 0xa6],
  [0x0161, 0xa8],
  [0x017d, 0xb4],
  [0x017e, 0xb8],
  [0x0152, 0xbc],
  [0x0153, 0xbd],
  [0x0178, 0xbe],
]);
const REPLACED: ReadonlySet<number> = new Set(LATIN9.values());

/** The character of each byte that ISO 8859-15 has of its own. */
export const LATIN9_CHARACTERS: ReadonlyMap<number, string> = new Map(
  [...LATIN9].map(([point, byte]) => [byte, String.fromCharCode(point)]),
);

function latin9Byte(unit: number): number | undefined {
  return unit < 0x100 && !REPLACED.has(unit) ? unit : LATIN9.get(unit);
}

/** As it is where the encoding has it, else without its marks, else by what it looks like. */
function latin9Spelling(character: string): string {
  if (isLatin9(character)) return character;
  const bare = [...decomposed(character).replace(/\p{M}/gu, "")].map((each) => LOOKALIKES[each] ?? each).join("");
  if (bare !== "" && [...bare].every(isLatin9)) return bare;
  return /\p{M}|\p{Cf}/u.test(character) ? "" : "?";
}

const isLatin9 = (character: string): boolean =>
  character.length === 1 && latin9Byte(character.charCodeAt(0)) !== undefined;

/** What compatibility does not take apart. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "‚": ",",
  "“": '"',
  "”": '"',
  "„": '"',
  "‹": "<",
  "›": ">",
  "‐": "-",
  "–": "-",
  "—": "-",
  "−": "-",
  "•": "·",
  "⁄": "/",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ı: "i",
  ħ: "h",
  Ħ: "H",
};

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
