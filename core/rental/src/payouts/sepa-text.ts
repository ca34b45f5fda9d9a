import { decomposed } from "@cartulary/kernel";

/** Code units of a text that are looked at: of what is longer, nothing behind them would stand in a file. */
const LOOKED_AT = 560;

/** What has no marks to leave off, or stands for a word. */
const SPELT: Readonly<Record<string, string>> = {
  ...{ œ: "oe", Œ: "OE", æ: "ae", Æ: "AE", ß: "ss", ø: "o", Ø: "O", ł: "l", Ł: "L", đ: "d", Đ: "D", ð: "d", þ: "th" },
  ...{ "&": "+", "@": "(at)", _: "-", "‐": "-", "–": "-", "—": "-", "’": "'", "‘": "'", "«": "'", "»": "'" },
  ...{ '"': "'", "“": "'", "”": "'", ";": ",", "!": ".", "…": "...", "€": "EUR", "°": "o", º: "o", ª: "a" },
};

const ALLOWED = /[A-Za-z0-9/\-?:().,'+ ]/;

/**
 * Text in the characters that every bank of the SEPA takes (EPC217-08: Latin letters without marks, digits and a few
 * signs), cut to so many; what has no spelling there is a full stop. It never begins or ends with a slash, nor has two of
 * them in a row. Empty where nothing is left.
 */
export function sepaText(text: string, max: number): string {
  let spelling = "";
  for (const character of text.slice(0, LOOKED_AT)) spelling += SPELT[character] ?? partsOf(character);
  const spaced = spelling.replace(/ {2,}/g, " ").replace(/\/{2,}/g, "/");
  return trimmed(trimmed(spaced).slice(0, max));
}

/** What a character is made of, its marks left off. */
const partsOf = (character: string): string => [...decomposed(character)].map(spellingOf).join("");

function spellingOf(part: string): string {
  if (ALLOWED.test(part)) return part;
  if (/\p{Mark}|\p{Cf}/u.test(part)) return "";
  return SPELT[part] ?? (/\s/.test(part) ? " " : ".");
}

const trimmed = (text: string): string => text.replace(/^[ /]+/, "").replace(/[ /]+$/, "");
