/** Values in their order, so many at a time, for whoever asks something about each and keeps nobody waiting for all. */
export function* portionsOf<Value>(values: readonly Value[], size: number): Generator<readonly Value[]> {
  for (let from = 0; from < values.length; from += size) yield values.slice(from, from + size);
}
