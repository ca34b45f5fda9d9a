/** Returns the longest of these endings that a word has at or after `from`; `null` without any. */
export function endingOf(word: string, endings: readonly string[], from = 0): string | null {
  let longest: string | null = null;
  for (const ending of endings) {
    if (ending.length <= (longest?.length ?? 0) || word.length - ending.length < from) continue;
    if (word.endsWith(ending)) longest = ending;
  }
  return longest;
}

/** Removes an ending from a word. */
export const deletedFrom = (word: string, ending: string): string => word.slice(0, word.length - ending.length);

/**
 * Returns the start of the region after the first consonant that follows a vowel, searching from `from`; the word's
 * length when there is none.
 */
export function regionAfter(word: string, from: number, isVowel: (letter: string | undefined) => boolean): number {
  let at = from;
  while (at < word.length && !isVowel(word[at])) at += 1;
  while (at < word.length && isVowel(word[at])) at += 1;
  return Math.min(at + 1, word.length);
}
