/** Where words of a query are in a document. A word of a document that was found is in one of them at least. */
export interface Presence {
  readonly inName: boolean;
  readonly inDescription: boolean;
}

/**
 * How good a match is, 0 being the best: a document is as good as the furthest place that it takes to have every word
 * (name before description before text, composition.md 4), and of equals those are better of which the nearest place has
 * a word. Of one word this is the place where it first is.
 */
export function rankOf(words: readonly Presence[]): number {
  const places = words.map(({ inName, inDescription }) => (inName ? 0 : inDescription ? 1 : 2));
  const furthest = places.reduce<number>((one, other) => Math.max(one, other), 0);
  const nearest = places.reduce<number>((one, other) => Math.min(one, other), 2);
  return 3 * furthest + nearest;
}
