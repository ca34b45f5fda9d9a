import type { Secrets } from "@cartulary/kernel";

/** Twenty consonants: nobody reads a word into a code, and none is taken for another (auth.md 1.7). */
export const USER_CODE_ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";

const LETTERS = 8;
/** The last multiple of twenty that a byte reaches: bytes above it would make some letters likelier. */
const FAIR_BYTES = 240;
const SHAPE = new RegExp(`^[${USER_CODE_ALPHABET}]{${LETTERS}}$`);

/** A new code as people read it, `BCDF-GHJK`: one of 20^8. */
export function newUserCode(secrets: Secrets): string {
  let letters = "";
  while (letters.length < LETTERS) {
    const fair = [...secrets.randomBytes(16)].filter((byte) => byte < FAIR_BYTES);
    letters += fair.map((byte) => USER_CODE_ALPHABET.charAt(byte % USER_CODE_ALPHABET.length)).join("");
  }
  return shownUserCode(letters.slice(0, LETTERS));
}

/** The letters of a code as somebody typed it: in any case, with whatever stands between them; `null` for no code. */
export function readUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s\p{P}]/gu, "");
  return SHAPE.test(letters) ? letters : null;
}

/** A code's letters as people read them. */
export function shownUserCode(letters: string): string {
  return `${letters.slice(0, LETTERS / 2)}-${letters.slice(LETTERS / 2)}`;
}
