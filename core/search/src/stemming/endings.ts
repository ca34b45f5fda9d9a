/** The longest of these endings that a word has, no part of it before `from`; `null` without any. */
export function endingOf(word: string, endings: readonly string[], from = 0): string | null {
  let longest: string | null = null;
  for (const ending of endings) {
    if (ending.length <= (longest?.length ?? 0) || word.length - ending.length < from) continue;
    if (word.endsWith(ending)) longest = ending;
  }
  return longest;
}

/** A word without an ending that it has. */
export const deletedFrom = (word: string, ending: string): string => word.slice(0, word.length - ending.length);

/** Where the region begins that follows the first consonant after a vowel, from a place on: the end, where there is none. */
export function regionAfter(word: string, from: number, isVowel: (letter: string | undefined) => boolean): number {
  let at = from;
  while (at < word.length && !isVowel(word[at])) at += 1;
  while (at < word.length && isVowel(word[at])) at += 1;
  return Math.min(at + 1, word.length);
}
