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

/**
 * Numbers that went by, as spans in their order: it takes memory for the holes between them, not for the numbers.
 *
 * A number that neither follows the last one nor touches a span waits, unsorted, and comes into its place with all that
 * wait: when somebody asks for the spans, or when as many wait as there are spans. So n numbers in any order take some
 * n log n steps, and numbers in order never wait.
 */
export interface NumberSet {
  /** False for a number that is there already. */
  add(number: bigint, place: NumberPlace): boolean;
  spans(): readonly Span[];
  /** Whether there are more spans than so many. It may say no of up to twice as many, until it has to count them. */
  hasMoreSpansThan(count: number): boolean;
  copy(): NumberSet;
}

/** Numbers that wait however few spans there are. */
const WAITING_MAX = 64;

export function numberSet(initial: readonly Span[] = []): NumberSet {
  // In their order. Two that touch are one: they are joined when those that wait come in.
  let spans = [...initial];
  const waiting = new Map<bigint, NumberPlace>();

  const settled = (): readonly Span[] => {
    spans = joined(inOrder(spans, waiting));
    waiting.clear();
    return spans;
  };

  return {
    add(number, place) {
      const at = placeOf(spans, number);
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

/** Spans with the numbers that waited, each as a span of its own, by where they begin. */
function inOrder(spans: readonly Span[], waiting: ReadonlyMap<bigint, NumberPlace>): readonly Span[] {
  const late = [...waiting].map(([number, place]) => ({ from: number, to: number, place }));
  // Spans are sorted already, which the sort makes use of: it merges runs.
  return [...spans, ...late.sort(byBeginning)].sort(byBeginning);
}

const byBeginning = (one: Span, other: Span): number => (one.from < other.from ? -1 : 1);

/** Spans in their order, those that touch as one. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last && last.to === span.from - 1n) all[all.length - 1] = { ...last, to: span.to };
    else all.push(span);
  }
  return all;
}

/** The index of the first span that begins above a number. */
function placeOf(spans: readonly Span[], number: bigint): number {
  let [low, high] = [0, spans.length];
  const last = spans[high - 1];
  // The next number of the last span is nearly every one.
  if (!last || last.from <= number) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span && span.from <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
