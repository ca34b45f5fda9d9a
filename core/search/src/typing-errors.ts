/** Minimum letters of a word that is corrected. */
const CORRECTED_LEAST = 6;

/** Maximum letters of a word that is corrected. */
const CORRECTED_MOST = 40;

const CORRECTABLE = new RegExp(`^\\p{L}{${CORRECTED_LEAST},${CORRECTED_MOST}}$`, "u");
const CORRECTION = new RegExp(`^\\p{L}{${CORRECTED_LEAST - 1},${CORRECTED_MOST}}$`, "u");

/** True when a word may be corrected: letters only, of a suitable length. */
export const isCorrectable = (word: string): boolean => CORRECTABLE.test(word);

/** True when a word may be a correction: it may be one letter shorter than a correctable word. */
export const isCorrection = (word: string): boolean => CORRECTION.test(word);

/**
 * True when one typing error changes `other` into `word`: a letter added, missing or replaced, or two neighbours
 * swapped. False for short words and words with digits.
 */
export function isOneTypingError(word: string, other: string): boolean {
  if (word === other || !isCorrectable(word) || !isCorrection(other)) return false;
  const [letters, others] = [[...word], [...other]];
  const longer = Math.max(letters.length, others.length);
  let same = 0;
  while (same < longer && letters[same] === others[same]) same += 1;
  const rest = (from: readonly string[], skipped: number) => from.slice(same + skipped).join("");
  if (letters.length === others.length + 1) return rest(letters, 1) === rest(others, 0);
  if (others.length === letters.length + 1) return rest(letters, 0) === rest(others, 1);
  if (letters.length !== others.length) return false;
  if (rest(letters, 1) === rest(others, 1)) return true;
  const isSwap = letters[same] === others[same + 1] && letters[same + 1] === others[same];
  return isSwap && rest(letters, 2) === rest(others, 2);
}
