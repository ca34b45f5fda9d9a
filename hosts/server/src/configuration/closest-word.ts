/** Longer words are no typing errors, and their distance is expensive. */
const LENGTH_MAX = 64;

/** Returns the known word closest to `word`; `null` when none is close. */
export function closestWord(word: string, known: readonly string[]): string | null {
  if (word.length > LENGTH_MAX) return null;
  const tolerance = Math.max(2, Math.floor(word.length / 4));
  const distances = known.map((each) => ({ each, distance: distanceOf(word, each) }));
  const best = distances.toSorted((left, right) => left.distance - right.distance)[0];
  return best && best.distance <= tolerance ? best.each : null;
}

/** Returns the Levenshtein distance. */
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
