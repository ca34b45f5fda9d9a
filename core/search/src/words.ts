import { codePoints, removeDiacritics, toNfkc } from "@cartulary/kernel";

/** Maximum code points of an indexed word, within the limits of both databases. Longer words are not indexed. */
export const WORD_LENGTH_MAX = 500;

/** Characters that occur in no word and are not part of a letter's decomposition: texts may be cut there. */
export const SEPARATORS = "\\p{P}\\p{Z}\\p{Cc}$+<=>^`|~";

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Returns the words of a text in order, with repetitions: runs of letters and digits, in lower case, without
 * diacritics, normalized (NFKC), ligatures as letters (composition.md 4). Both texts and queries use it, so all
 * databases find the same.
 *
 * @example
 * ```ts
 * import { wordsOf } from "@cartulary/search";
 *
 * wordsOf("The lease of the Mill, 3 rooms"); // in lower case, without accents and punctuation
 * ```
 */
export function wordsOf(text: string): readonly string[] {
  const words = folded(withoutInvisible(text)).match(WORD) ?? [];
  return words.some((word) => word.length > WORD_LENGTH_MAX) ? words.filter(isKept) : words;
}

/** True when a word is short enough to be indexed. */
export const isKept = (word: string): boolean => word.length <= WORD_LENGTH_MAX || codePoints(word) <= WORD_LENGTH_MAX;

/** Invisible characters inside words: soft hyphens, joiners, zero-width characters. */
const INVISIBLE = "\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff";
const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]+`, "gu");
/** A soft hyphen at the end of a line, where the word continues on the next one. */
const SOFT_BREAK = /\u00ad[\t ]*\r?\n[\t ]*/g;

const withoutInvisible = (text: string): string => text.replace(SOFT_BREAK, "").replace(ANY_INVISIBLE, "");

/** Normalizes a text (NFKC), in lower case without invisible characters. Keeps diacritics, which stems depend on. */
export const markedText = (text: string): string => withoutInvisible(toNfkc(text)).toLowerCase();

const LIGATURES: Readonly<Record<string, string>> = { œ: "oe", æ: "ae", ß: "ss", ς: "σ" };
const LIGATURE = /[œæßς]/g;

/** Non-ASCII characters. ASCII has no diacritics. */
const NON_ASCII = /[^\0-\x7f]+/g;

/** Returns a text in lower case without diacritics; its words are runs of letters and digits. */
export const folded = (text: string): string => text.replace(NON_ASCII, foldedRun).toLowerCase();

/** Caches short runs: mostly the accented letters of a language. */
const CACHED_LENGTH_MAX = 3;
const CACHE_MAX = 4_096;
const cache = new Map<string, string>();

function foldedRun(run: string): string {
  const cached = cache.get(run);
  if (cached !== undefined) return cached;
  const letters = removeDiacritics(run)
    .toLowerCase()
    .replace(LIGATURE, (letter) => LIGATURES[letter] ?? letter);
  if (run.length <= CACHED_LENGTH_MAX && cache.size < CACHE_MAX) cache.set(run, letters);
  return letters;
}
