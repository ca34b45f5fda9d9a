import { type FecFinding, type FindingTally, findingTally } from "./finding.ts";
import { type FirstOccurrence, type NumberSet, numberSet } from "./number-set.ts";
import { quoteForMessage } from "./row.ts";

/** An entry's number in its journal or in the whole file. */
export interface EntryNumber extends FirstOccurrence {
  readonly number: bigint;
  /** `202601`; `null` without a readable date. */
  readonly month: string | null;
  /** True for opening entries at the head of the file: counted, but exempt from order. */
  readonly isOpening: boolean;
}

/** The result of the interpretation with the fewest findings. */
export interface NumberingResult {
  /** Findings of missing numbers, at the entries after the gaps. */
  readonly gaps: FindingTally;
  /** Findings of decreasing or repeated numbers, reported at the end because numbers may restart each month. */
  readonly decreases: FindingTally;
  /** Number of restarts, each with a new month and without gaps. */
  readonly restarts: number;
}

/** Checks one sequence of numbers. */
export interface SequenceCheck {
  /** Returns a finding for a number that decreases or repeats within a month. */
  see(numbered: EntryNumber): FecFinding | null;
  end(): NumberingResult;
}

/**
 * Checks for numbers that increase without gaps from any first number, or that restart each month. The second
 * interpretation starts when, with a new month, a number decreases or jumps to one that contains the month
 * (`202602001`).
 */
export function createSequenceCheck(isOrdered: boolean): SequenceCheck {
  const all = numberSet();
  const [falls, fallsInMonths] = [findingTally(), findingTally()];
  const months = new Set<string>();
  let monthly: Map<string, Month> | null = null;
  let last: bigint | null = null;

  const startsMonth = (numbered: EntryNumber, month: string): boolean =>
    !months.has(month) &&
    last !== null &&
    (numbered.number <= last || (numbered.number > last + 1n && isSpeltWithMonth(numbered.number, month)));

  const startMonth = (numbered: EntryNumber, month: string): void => {
    const [first, second] = months;
    // Numbers before the first restart must be of one month; otherwise they do not restart monthly.
    if (first !== undefined && second === undefined)
      monthly = new Map([[first, { set: all.copy(), last, isSpelt: false }]]);
    monthly?.set(month, { set: numberSet(), last: null, isSpelt: isSpeltWithMonth(numbered.number, month) });
  };

  /** True when the number increases within its month, in monthly numbering. */
  const seeMonth = (numbered: EntryNumber): boolean => {
    if (numbered.month === null) return false;
    const isNew = monthly === null ? startsMonth(numbered, numbered.month) : !monthly.has(numbered.month);
    if (isNew) startMonth(numbered, numbered.month);
    const month = monthly?.get(numbered.month);
    if (!month) return false;
    const rises = month.last === null || numbered.number > month.last;
    if (rises) month.last = numbered.number;
    if (!month.set.add(numbered.number, numbered)) fallsInMonths.add(() => fall(numbered, numbered.number));
    if (month.set.hasMoreSpansThan(MONTH_SPANS_MAX)) monthly = null;
    return rises;
  };

  return {
    see(numbered) {
      if (numbered.isOpening) {
        all.add(numbered.number, numbered);
        return null;
      }
      const risesInMonth = seeMonth(numbered);
      const isFresh = all.add(numbered.number, numbered);
      const rises = last === null || numbered.number > last;
      const finding = isFresh && (rises || !isOrdered) ? null : fall(numbered, last ?? numbered.number);
      if (rises) last = numbered.number;
      if (numbered.month !== null) months.add(numbered.month);
      if (finding && isOrdered && !risesInMonth) return finding;
      if (finding) falls.add(finding);
      return null;
    },
    end() {
      const yearly = { gaps: gapsOf([all]), decreases: falls, restarts: 0 };
      if (monthly === null) return yearly;
      // In ordered sequences, decreases within a month were reported immediately.
      const fallen = isOrdered ? findingTally() : fallsInMonths;
      const byMonth = { gaps: gapsOfMonths([...monthly.values()]), decreases: fallen, restarts: monthly.size - 1 };
      return byMonth.gaps.count + fallen.count < yearly.gaps.count + falls.count ? byMonth : yearly;
    },
  };
}

/** With more gaps in one month, numbering is not monthly. */
const MONTH_SPANS_MAX = 1000;

interface Month {
  readonly set: NumberSet;
  last: bigint | null;
  readonly isSpelt: boolean;
}

/** True for `202602001` or `2602-001`: the entry's month, then 0 or 1. */
function isSpeltWithMonth(number: bigint, month: string): boolean {
  const digits = String(number);
  return [month, month.slice(2)].some(
    (spelt) => digits.startsWith(spelt) && /^0*[01]$/.test(digits.slice(spelt.length)),
  );
}

function gapsOf(sets: readonly NumberSet[]): FindingTally {
  const gaps = findingTally();
  for (const set of sets) {
    const spans = set.spans();
    for (const [index, span] of spans.entries()) {
      const before = spans[index - 1];
      if (before) gaps.add(gap(span.place, before.to));
    }
  }
  return gaps;
}

/** Finds gaps by month. All months should begin with the same number, so later beginnings are gaps. */
function gapsOfMonths(months: readonly Month[]): FindingTally {
  const gaps = gapsOf(months.map(({ set }) => set));
  const begins = months.flatMap(({ set, isSpelt }) => (isSpelt ? [] : set.spans().slice(0, 1)));
  const least = begins.reduce<bigint | null>((one, { from }) => (one === null || from < one ? from : one), null);
  for (const { from, place } of begins) if (least !== null && from > least) gaps.add(lateBeginning(place));
  return gaps;
}

function gap({ line, journal, text }: FirstOccurrence, from: bigint): FecFinding {
  const message = `the numbers jump from ${from} to ${quoteForMessage(text)} in journal ${quoteForMessage(journal)}: every entry takes the next one`;
  return { line, rule: "sequence", message };
}

function lateBeginning({ line, journal, text }: FirstOccurrence): FecFinding {
  const message = `the numbers begin again at ${quoteForMessage(text)} in journal ${quoteForMessage(journal)}: the ones before it are missing`;
  return { line, rule: "sequence", message };
}

function fall({ line, journal, text }: FirstOccurrence, last: bigint): FecFinding {
  const message = `entry ${quoteForMessage(text)} comes after number ${last} of journal ${quoteForMessage(journal)}: a number is used once, its lines stand together, and numbers rise`;
  return { line, rule: "order", message };
}
