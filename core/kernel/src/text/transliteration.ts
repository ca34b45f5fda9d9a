import { unmarked } from "./normalisation.ts";

/** UTF-16 units that are looked at: a name has 255 characters, each of four units at most. */
const LOOKED_AT = 1024;

/** Letters and signs that are not made of an ASCII letter and marks. */
const SPELT: Readonly<Record<string, string>> = {
  œ: "oe",
  Œ: "OE",
  æ: "ae",
  Æ: "AE",
  ß: "ss",
  ẞ: "SS",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "Th",
  ı: "i",
  "°": "o",
  "€": "EUR",
  "’": "'",
  "‘": "'",
  "“": "'",
  "”": "'",
  "«": "'",
  "»": "'",
  "‐": "-",
  "‑": "-",
  "–": "-",
  "—": "-",
  "⁄": "-",
};

const BEYOND_ASCII = /[^ -~]/gu;

/** A name in ASCII: letters without their marks, `œ` as `oe`, and `_` for each character that is none of it. */
export function transliterated(name: string): string {
  const text = name.slice(0, LOOKED_AT).toWellFormed();
  return unmarked(text).replace(BEYOND_ASCII, (character) => SPELT[character] ?? "_");
}
