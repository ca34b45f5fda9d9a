import { toNfc, toNfkd, utf8Bytes } from "@cartulary/kernel";
import type { FecEncoding } from "./columns.ts";

/** Encodes text; call {@link transliterate} first. */
export function encode(text: string, encoding: FecEncoding): Uint8Array {
  return encoding === "utf-8" ? utf8Bytes(text) : latin9(text);
}

/** Replaces characters that the encoding lacks by similar ones, or by `?`. */
export function transliterate(text: string, encoding: FecEncoding): string {
  if (encoding === "utf-8") return text;
  let spelling = "";
  for (const character of toNfc(text)) spelling += latin9Spelling(character);
  return spelling;
}

function latin9(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = latin9Byte(text.charCodeAt(at)) ?? 0x3f;
  return bytes;
}

/** Characters of ISO 8859-15 that differ from Unicode's first 256. */
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

/** Characters of the bytes in which ISO 8859-15 differs from ISO 8859-1. */
export const LATIN9_CHARACTERS: ReadonlyMap<number, string> = new Map(
  [...LATIN9].map(([point, byte]) => [byte, String.fromCharCode(point)]),
);

function latin9Byte(unit: number): number | undefined {
  return unit < 0x100 && !REPLACED.has(unit) ? unit : LATIN9.get(unit);
}

/** Returns the character, or without its marks, or a similar one. */
function latin9Spelling(character: string): string {
  if (isLatin9(character)) return character;
  const bare = [...toNfkd(character).replace(/\p{M}/gu, "")].map((each) => LOOKALIKES[each] ?? each).join("");
  if (bare !== "" && [...bare].every(isLatin9)) return bare;
  return /\p{M}|\p{Cf}/u.test(character) ? "" : "?";
}

const isLatin9 = (character: string): boolean =>
  character.length === 1 && latin9Byte(character.charCodeAt(0)) !== undefined;

/** Similar characters for those without compatibility decomposition. */
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
