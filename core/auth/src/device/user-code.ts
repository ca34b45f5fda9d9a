import type { Secrets } from "@cartulary/kernel";

/** Twenty consonants: codes contain no words and no similar letters (auth.md 1.7). */
export const USER_CODE_ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";

const LETTERS = 8;
/** The largest multiple of twenty in a byte; bytes above it would make some letters more likely. */
const FAIR_BYTES = 240;
const SHAPE = new RegExp(`^[${USER_CODE_ALPHABET}]{${LETTERS}}$`);

/** Creates a code such as `BCDF-GHJK`: one of 20^8. */
export function newUserCode(secrets: Secrets): string {
  let letters = "";
  while (letters.length < LETTERS) {
    const fair = [...secrets.randomBytes(16)].filter((byte) => byte < FAIR_BYTES);
    letters += fair.map((byte) => USER_CODE_ALPHABET.charAt(byte % USER_CODE_ALPHABET.length)).join("");
  }
  return formatUserCode(letters.slice(0, LETTERS));
}

/** Normalizes a typed code: ignores case, white space and punctuation; `null` if it is not a code. */
export function readUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s\p{P}]/gu, "");
  return SHAPE.test(letters) ? letters : null;
}

/**
 * Formats the letters for display.
 *
 * @example
 * ```ts
 * import { formatUserCode, readUserCode } from "@cartulary/auth";
 *
 * const letters = readUserCode("bcdf ghjk"); // as a person typed it
 * if (letters) formatUserCode(letters); // "BCDF-GHJK"
 * ```
 */
export function formatUserCode(letters: string): string {
  return `${letters.slice(0, LETTERS / 2)}-${letters.slice(LETTERS / 2)}`;
}
