import { codePoints, compatible, unmarked } from "@cartulary/kernel";

/**
 * Code points of the longest word that is kept: whatever both engines can index. A longer one is no word of a text, and
 * nothing is found by it.
 */
export const WORD_LENGTH_MAX = 500;

/** What no word of a text has in it, and no letter comes of when a text is taken apart: there it may be cut. */
export const SEPARATORS = "\\p{P}\\p{Z}\\p{Cc}$+<=>^`|~";

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * The words of a text, in its order and as often as they are there: runs of letters and digits, in lower case and without
 * marks, look-alikes made one, ligatures as the letters they stand for (composition.md 4). Both the texts that are found
 * and what they are searched for go through this, and nothing else: so every engine finds the same.
 */
export function wordsOf(text: string): readonly string[] {
  const words = folded(withoutInvisible(text)).match(WORD) ?? [];
  return words.some((word) => word.length > WORD_LENGTH_MAX) ? words.filter(isKept) : words;
}

/** Whether a word is short enough to be looked for. */
export const isKept = (word: string): boolean => word.length <= WORD_LENGTH_MAX || codePoints(word) <= WORD_LENGTH_MAX;

/** Soft hyphens, joiners, and signs without width: they stand within words and are not seen. */
const INVISIBLE = "\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff";
const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]+`, "gu");
/** A soft hyphen is seen at a line's end, where the word goes on in the next one. */
const SOFT_BREAK = /\u00ad[\t ]*\r?\n[\t ]*/g;

/** A text as it is seen. */
const withoutInvisible = (text: string): string => text.replace(SOFT_BREAK, "").replace(ANY_INVISIBLE, "");

/**
 * A text as it is seen, look-alikes made one, in lower case, still with its marks: stems depend on them.
 */
export const markedText = (text: string): string => withoutInvisible(compatible(text)).toLowerCase();

const LIGATURES: Readonly<Record<string, string>> = { œ: "oe", æ: "ae", ß: "ss", ς: "σ" };
const LIGATURE = /[œæßς]/g;

/** What is beyond ASCII. The rest is spelt as it is, and nothing in it is a mark. */
const BEYOND = /[^\0-\x7f]+/g;

/** A text in lower case, without marks, look-alikes made one: its words are runs of letters and digits in it. */
export const folded = (text: string): string => text.replace(BEYOND, foldedBeyond).toLowerCase();

/** Short stretches, which are the accented letters of a language, are folded once and known from then on. */
const KNOWN_LENGTH_MAX = 3;
const KNOWN_MAX = 4_096;
const known = new Map<string, string>();

function foldedBeyond(stretch: string): string {
  const before = known.get(stretch);
  if (before !== undefined) return before;
  const letters = unmarked(stretch)
    .toLowerCase()
    .replace(LIGATURE, (letter) => LIGATURES[letter] ?? letter);
  if (stretch.length <= KNOWN_LENGTH_MAX && known.size < KNOWN_MAX) known.set(stretch, letters);
  return letters;
}
