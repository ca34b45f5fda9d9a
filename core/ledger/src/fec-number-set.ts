/** Where a number was met first. */
export interface NumberPlace {
  readonly line: number;
  readonly journal: string;
  /** As the file spells it. */
  readonly text: string;
}

/** Numbers without one missing between them. */
export interface Span {
  readonly from: bigint;
  readonly to: bigint;
  /** Of {@link from}. */
  readonly place: NumberPlace;
}

/** Numbers that went by, as spans in their order: it takes memory for the holes between them, not for the numbers. */
export interface NumberSet {
  /** False for a number that is there already. */
  add(number: bigint, place: NumberPlace): boolean;
  readonly spans: readonly Span[];
  copy(): NumberSet;
}

export function numberSet(spans: Span[] = []): NumberSet {
  return {
    add(number, place) {
      const at = placeOf(spans, number);
      const [before, after] = [spans[at - 1], spans[at]];
      if (before && number <= before.to) return false;
      const [joinsBefore, joinsAfter] = [before?.to === number - 1n, after?.from === number + 1n];
      const from = joinsBefore && before ? before : { from: number, place };
      const to = joinsAfter && after ? after.to : number;
      const span = { from: from.from, place: from.place, to };
      // The next number of the last span is nearly every one.
      if (joinsBefore && !joinsAfter) spans[at - 1] = span;
      else spans.splice(joinsBefore ? at - 1 : at, (joinsBefore ? 1 : 0) + (joinsAfter ? 1 : 0), span);
      return true;
    },
    spans,
    copy: () => numberSet([...spans]),
  };
}

/** The index of the first span that begins above a number. */
function placeOf(spans: readonly Span[], number: bigint): number {
  let [low, high] = [0, spans.length];
  const last = spans[high - 1];
  if (!last || last.from <= number) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span && span.from <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
