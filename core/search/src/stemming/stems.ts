import { englishStem } from "./english.ts";
import { frenchStem } from "./french.ts";

/** Limits, in letters, of words that are stemmed. */
const STEMMED_LEAST = 3;
const STEMMED_MOST = 60;

const LETTERS = /^\p{L}+$/u;

/**
 * Returns the French and English stems of a word, with its diacritics and without (composition.md 4). Two words match
 * if they share a stem. The stems have no diacritics.
 */
export function stemsOf(marked: string, word: string, fold: (text: string) => string): readonly string[] {
  if (word.length < STEMMED_LEAST || word.length > STEMMED_MOST || !LETTERS.test(word)) return [];
  const stems = new Set([frenchStem(word), englishStem(word)]);
  if (marked !== word) for (const stem of [frenchStem(marked), englishStem(marked)]) stems.add(fold(stem));
  stems.delete("");
  return [...stems];
}
