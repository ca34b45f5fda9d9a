/** Splits values into portions of `size`, in order, so that callers can yield the process between portions. */
export function* chunksOf<Value>(values: readonly Value[], size: number): Generator<readonly Value[]> {
  for (let from = 0; from < values.length; from += size) yield values.slice(from, from + size);
}
