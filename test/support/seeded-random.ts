/** Choices that look random and are the same for the same seed. */
export interface SeededRandom {
  /** From 0 to `end`, which is left out. */
  below(end: number): number;
  bytes(count: number): Buffer;
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;

  /** A linear congruence whose upper bits are good enough to choose by (Numerical Recipes, 7.1). */
  function next(): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  }

  return {
    below: (end) => Math.floor(next() * end),
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => next() * 256)),
  };
}
