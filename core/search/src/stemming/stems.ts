import { englishStem } from "./english.ts";
import { frenchStem } from "./french.ts";

/** Words of fewer letters have no stem but themselves, and nobody writes longer ones. */
const STEMMED_LEAST = 3;
const STEMMED_MOST = 60;

const LETTERS = /^\p{L}+$/u;

/**
 * The stems of a word, by the rules of either language, each of the word with its marks and without (composition.md 4).
 * Two words match where they have a stem in common. Marks of stems are off, as those of words are.
 */
export function stemsOf(marked: string, word: string, fold: (text: string) => string): readonly string[] {
  if (word.length < STEMMED_LEAST || word.length > STEMMED_MOST || !LETTERS.test(word)) return [];
  const stems = new Set([frenchStem(word), englishStem(word)]);
  if (marked !== word) for (const stem of [frenchStem(marked), englishStem(marked)]) stems.add(fold(stem));
  stems.delete("");
  return [...stems];
}
