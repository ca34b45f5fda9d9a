/** The first occurrence of a number. */
export interface FirstOccurrence {
  readonly line: number;
  readonly journal: string;
  /** As spelled in the file. */
  readonly text: string;
}

/** Consecutive numbers. */
export interface Span {
  readonly from: bigint;
  readonly to: bigint;
  /** First occurrence of {@link from}. */
  readonly place: FirstOccurrence;
}

/**
 * A set of numbers, stored as sorted spans; memory grows with gaps, not with numbers.
 *
 * A number that touches no span waits unsorted, and is merged when the spans are read or when as many wait as there are
 * spans. Adding n numbers in any order takes O(n log n); numbers in order never wait.
 */
export interface NumberSet {
  /** Returns false if the number is present already. */
  add(number: bigint, place: FirstOccurrence): boolean;
  spans(): readonly Span[];
  /** True when there are more spans than `count`. May return false for up to twice as many, to avoid merging. */
  hasMoreSpansThan(count: number): boolean;
  copy(): NumberSet;
}

/** Numbers that may always wait. */
const WAITING_MAX = 64;

export function numberSet(initial: readonly Span[] = []): NumberSet {
  // Sorted. Adjacent spans are joined when waiting numbers are merged.
  let spans = [...initial];
  const waiting = new Map<bigint, FirstOccurrence>();

  const settled = (): readonly Span[] => {
    spans = joined(inOrder(spans, waiting));
    waiting.clear();
    return spans;
  };

  return {
    add(number, place) {
      const at = indexAfter(spans, number);
      const [before, after] = [spans[at - 1], spans[at]];
      if ((before && number <= before.to) || waiting.has(number)) return false;
      if (before?.to === number - 1n) spans[at - 1] = { ...before, to: number };
      else if (after === undefined) spans.push({ from: number, to: number, place });
      else if (after.from === number + 1n) spans[at] = { from: number, to: after.to, place };
      else waiting.set(number, place);
      if (waiting.size > Math.max(WAITING_MAX, spans.length)) settled();
      return true;
    },
    spans: settled,
    hasMoreSpansThan: (count) => spans.length + waiting.size > 2 * count && settled().length > count,
    copy: () => numberSet(settled()),
  };
}

/** Merges waiting numbers into the sorted spans. */
function inOrder(spans: readonly Span[], waiting: ReadonlyMap<bigint, FirstOccurrence>): readonly Span[] {
  const late = [...waiting].map(([number, place]) => ({ from: number, to: number, place }));
  // The sort merges the sorted runs efficiently.
  return [...spans, ...late.sort(byBeginning)].sort(byBeginning);
}

const byBeginning = (one: Span, other: Span): number => (one.from < other.from ? -1 : 1);

/** Joins adjacent spans. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last && last.to === span.from - 1n) all[all.length - 1] = { ...last, to: span.to };
    else all.push(span);
  }
  return all;
}

/** Returns the index of the first span that begins above the number. */
function indexAfter(spans: readonly Span[], number: bigint): number {
  let [low, high] = [0, spans.length];
  const last = spans[high - 1];
  // Fast path: nearly every number follows the last span.
  if (!last || last.from <= number) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span && span.from <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
