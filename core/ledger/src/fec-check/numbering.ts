import { type FecFinding, type FindingTally, findingTally } from "./finding.ts";
import { type NumberPlace, type NumberSet, numberSet } from "./number-set.ts";
import { shown } from "./row.ts";

/** An entry's number as one of the numberings that it may be of: its journal's, or the whole file's. */
export interface Numbered extends NumberPlace {
  readonly number: bigint;
  /** `202601`; null where the entry has no date that could be read. */
  readonly month: string | null;
  /** Stands at the head of the file whatever its number: it is counted, and nothing comes after it. */
  readonly isOpening: boolean;
}

/** What a numbering came to, read in the way that leaves least to say. */
export interface NumberingVerdict {
  /** Numbers that are missing, as the entries that follow the holes. */
  readonly gaps: FindingTally;
  /** Numbers that fall or come again, which are judged at the end: they may have begun again with a month. */
  readonly falls: FindingTally;
  /** How many times the numbers began again, each time with another month and without a gap within it. */
  readonly restarts: number;
}

/** One sequence of numbers as it goes by. */
export interface Numbering {
  /** What is wrong with the order at once: a number that falls, or comes again, within a month. */
  see(numbered: Numbered): FecFinding | null;
  end(): NumberingVerdict;
}

/**
 * Numbers that rise without a gap from wherever they begin; or that begin again with each month, and rise without a gap
 * within it. The second reading is tried from the first time that a number falls, or leaves to one that is spelt with its
 * month (`202602001`), as a month comes that was not there before.
 */
export function watchNumbering(isOrdered: boolean): Numbering {
  const all = numberSet();
  const [falls, fallsInMonths] = [findingTally(), findingTally()];
  const months = new Set<string>();
  let monthly: Map<string, Month> | null = null;
  let isMonthly = true;
  let last: bigint | null = null;
  let restarts = 0;

  const startsMonth = (numbered: Numbered, month: string): boolean =>
    !months.has(month) &&
    last !== null &&
    (numbered.number <= last || (numbered.number > last + 1n && isSpeltWithMonth(numbered)));

  const startMonth = (numbered: Numbered, month: string): void => {
    const [only] = months;
    // Whatever went by before the numbers first began again is one month's, or they do not follow the months.
    if (monthly === null && months.size === 1 && only)
      monthly = new Map([[only, { set: all.copy(), last, isSpelt: false }]]);
    monthly?.set(month, { set: numberSet(), last: null, isSpelt: isSpeltWithMonth(numbered) });
    if (monthly === null) isMonthly = false;
    restarts += 1;
  };

  /** Whether the number rises within its month, where months have numbers of their own. */
  const seeMonth = (numbered: Numbered): boolean => {
    if (!isMonthly || numbered.month === null) return false;
    const isNext = monthly !== null && !monthly.has(numbered.month);
    if (isNext || startsMonth(numbered, numbered.month)) startMonth(numbered, numbered.month);
    const month = monthly?.get(numbered.month);
    if (!month) return false;
    const rises = month.last === null || numbered.number > month.last;
    if (rises) month.last = numbered.number;
    if (!month.set.add(numbered.number, numbered)) fallsInMonths.add(() => fall(numbered, numbered.number));
    if (month.set.hasMoreSpansThan(MONTH_SPANS_MAX)) [monthly, isMonthly] = [null, false];
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
      const yearly = { gaps: gapsOf([all]), falls, restarts: 0 };
      if (monthly === null) return yearly;
      // Within a month what falls was told at once where the order counts.
      const fallen = isOrdered ? findingTally() : fallsInMonths;
      const byMonth = { gaps: gapsOfMonths([...monthly.values()]), falls: fallen, restarts };
      return byMonth.gaps.count + fallen.count < yearly.gaps.count + falls.count ? byMonth : yearly;
    },
  };
}

/** Holes of one month beyond which nobody numbers by months. */
const MONTH_SPANS_MAX = 1000;

/** The numbers of one month. */
interface Month {
  readonly set: NumberSet;
  last: bigint | null;
  readonly isSpelt: boolean;
}

/** `202602001` or `2602-001`: what counts begins after the entry's own month, with 0 or 1. */
function isSpeltWithMonth({ number, month }: Numbered): boolean {
  const digits = String(number);
  return [month ?? "", (month ?? "").slice(2)].some(
    (spelt) => spelt !== "" && digits.startsWith(spelt) && /^0*[01]$/.test(digits.slice(spelt.length)),
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

/** Months begin alike: one that begins later lacks its first numbers. */
function gapsOfMonths(months: readonly Month[]): FindingTally {
  const gaps = gapsOf(months.map(({ set }) => set));
  const begins = months.flatMap(({ set, isSpelt }) => (isSpelt ? [] : set.spans().slice(0, 1)));
  const least = begins.reduce<bigint | null>((one, { from }) => (one === null || from < one ? from : one), null);
  for (const { from, place } of begins) if (least !== null && from > least) gaps.add(lateBeginning(place));
  return gaps;
}

function gap({ line, journal, text }: NumberPlace, from: bigint): FecFinding {
  const message = `the numbers jump from ${from} to ${shown(text)} in journal ${shown(journal)}: every entry takes the next one`;
  return { line, rule: "sequence", message };
}

function lateBeginning({ line, journal, text }: NumberPlace): FecFinding {
  const message = `the numbers begin again at ${shown(text)} in journal ${shown(journal)}: the ones before it are missing`;
  return { line, rule: "sequence", message };
}

function fall({ line, journal, text }: NumberPlace, last: bigint): FecFinding {
  const message = `entry ${shown(text)} comes after number ${last} of journal ${shown(journal)}: a number is used once, its lines stand together, and numbers rise`;
  return { line, rule: "order", message };
}
