import { removeDiacritics } from "./normalisation.ts";

/** Maximum length in UTF-16 units: a name has 255 characters, of at most four units each. */
const LOOKED_AT = 1024;

/** Letters and signs that do not decompose into ASCII letters and marks. */
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

/** Converts a name to ASCII: letters without diacritics, `œ` as `oe`, and `_` for other characters. */
export function transliterated(name: string): string {
  const text = name.slice(0, LOOKED_AT).toWellFormed();
  return removeDiacritics(text).replace(BEYOND_ASCII, (character) => SPELT[character] ?? "_");
}
