/** Longer words are no slips of the finger; their distance would cost more than it tells. */
const LENGTH_MAX = 64;

/** The word of `known` that somebody meant who wrote `word`; `null` when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > LENGTH_MAX) return null;
  const tolerance = Math.max(2, Math.floor(word.length / 4));
  const distances = known.map((each) => ({ each, distance: distanceOf(word, each) }));
  const best = distances.toSorted((left, right) => left.distance - right.distance)[0];
  return best && best.distance <= tolerance ? best.each : null;
}

/** How many letters must be put in, taken out or changed to make one word of the other (Levenshtein). */
function distanceOf(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const above = row;
    row = [index + 1];
    for (const [column, other] of [...right].entries()) {
      const change = (above[column] ?? 0) + (letter === other ? 0 : 1);
      row.push(Math.min(change, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
