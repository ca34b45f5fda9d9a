import { toNfkd } from "@cartulary/kernel";

/** Code units of a text that are converted; longer texts are cut anyway. */
const CONVERTED_MAX = 560;

/** Spellings of characters without decomposition. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ...{ œ: "oe", Œ: "OE", æ: "ae", Æ: "AE", ß: "ss", ø: "o", Ø: "O", ł: "l", Ł: "L", đ: "d", Đ: "D", ð: "d", þ: "th" },
  ...{ "&": "+", "@": "(at)", _: "-", "‐": "-", "–": "-", "—": "-", "’": "'", "‘": "'", "«": "'", "»": "'" },
  ...{ '"': "'", "“": "'", "”": "'", ";": ",", "!": ".", "…": "...", "€": "EUR", "°": "o", º: "o", ª: "a" },
};

const ALLOWED = /[A-Za-z0-9/\-?:().,'+ ]/;

/**
 * Returns a text in the characters that every SEPA bank accepts (EPC217-08: Latin letters without marks, digits and
 * some signs), cut to `max`; a character without spelling becomes a full stop. Never begins or ends with a slash nor
 * has two in a row. May be empty.
 */
export function sepaText(text: string, max: number): string {
  let spelling = "";
  for (const character of text.slice(0, CONVERTED_MAX)) spelling += SPELLINGS[character] ?? partsOf(character);
  const spaced = spelling.replace(/ {2,}/g, " ").replace(/\/{2,}/g, "/");
  return trimmed(trimmed(spaced).slice(0, max));
}

/** Decomposes a character and drops its marks. */
const partsOf = (character: string): string => [...toNfkd(character)].map(spellingOf).join("");

function spellingOf(part: string): string {
  if (ALLOWED.test(part)) return part;
  if (/\p{Mark}|\p{Cf}/u.test(part)) return "";
  return SPELLINGS[part] ?? (/\s/.test(part) ? " " : ".");
}

const trimmed = (text: string): string => text.replace(/^[ /]+/, "").replace(/[ /]+$/, "");
