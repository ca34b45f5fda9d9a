import { codePoints, unmarked } from "@cartulary/kernel";

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
  const words = spelt(text).match(WORD) ?? [];
  return words.some((word) => word.length > WORD_LENGTH_MAX) ? words.filter(isKept) : words;
}

/** The different words of a query; `null` where one is longer than any word that is kept, so that nothing has it. */
export function queryWords(query: string): readonly string[] | null {
  const words = new Set(spelt(query).match(WORD));
  return [...words].every(isKept) ? [...words] : null;
}

const isKept = (word: string): boolean => word.length <= WORD_LENGTH_MAX || codePoints(word) <= WORD_LENGTH_MAX;

const LIGATURES: Readonly<Record<string, string>> = { œ: "oe", æ: "ae", ß: "ss", ς: "σ" };
const LIGATURE = /[œæßς]/g;

/** What is beyond ASCII. The rest is spelt as it is, and nothing in it is a mark. */
const BEYOND = /[^\0-\x7f]+/g;

const spelt = (text: string): string => text.replace(BEYOND, speltBeyond).toLowerCase();

/** Short stretches, which are the accented letters of a language, are spelt once and known from then on. */
const KNOWN_LENGTH_MAX = 3;
const KNOWN_MAX = 4_096;
const known = new Map<string, string>();

function speltBeyond(stretch: string): string {
  const before = known.get(stretch);
  if (before !== undefined) return before;
  const letters = unmarked(stretch)
    .toLowerCase()
    .replace(LIGATURE, (letter) => LIGATURES[letter] ?? letter);
  if (stretch.length <= KNOWN_LENGTH_MAX && known.size < KNOWN_MAX) known.set(stretch, letters);
  return letters;
}
