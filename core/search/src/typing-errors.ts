/** Letters of the shortest word in which a typing error is forgiven. */
const CORRECTED_LEAST = 6;

/** Letters of the longest one. */
const CORRECTED_MOST = 40;

const CORRECTABLE = new RegExp(`^\\p{L}{${CORRECTED_LEAST},${CORRECTED_MOST}}$`, "u");
const CORRECTION = new RegExp(`^\\p{L}{${CORRECTED_LEAST - 1},${CORRECTED_MOST}}$`, "u");

/** Whether a typing error is forgiven in a word: it is long enough, not too long, and of letters only. */
export const isCorrectable = (word: string): boolean => CORRECTABLE.test(word);

/** Whether a word may be meant by one in which a typing error is forgiven: of a letter too much it is shorter. */
export const isCorrection = (word: string): boolean => CORRECTION.test(word);

/**
 * Whether a word comes of another by one typing error: a letter too much, too few, another one in its place, or two
 * neighbours in each other's place. Short words, and words with digits, have none: they are other words.
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
