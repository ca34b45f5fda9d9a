import type { CodeStore } from "../estate/store.ts";

/** What is numbered for people (rental.md §4): runs, rent calls, payments, payouts, incidents; digits at least. */
const DIGITS = { QT: 4, AP: 6, EN: 6, RV: 6, IN: 6 } as const;
/** A series of references. */
export type ReferenceSeries = keyof typeof DIGITS;

/** A place in a series: gap-free for each mandataire and year. */
export interface Reference {
  /** Four digits. */
  readonly year: string;
  readonly number: number;
  /** As people read it: `AP-2026-000001`. */
  readonly text: string;
}

/**
 * The next reference of a series in a year. The series stays locked until the transaction ends, so that numbers follow the
 * order of commits and what is rolled back leaves no gap. Nothing is counted before {@link takeReference}.
 */
export async function nextReference(codes: CodeStore, series: ReferenceSeries, year: string): Promise<Reference> {
  const number = (await codes.lock(kindOf(series, year))) + 1;
  return { year, number, text: referenceText(series, year, number) };
}

/** Counts a reference that something has now. */
export async function takeReference(
  codes: CodeStore,
  series: ReferenceSeries,
  { year, number }: Reference,
): Promise<void> {
  await codes.set(kindOf(series, year), number);
}

/** The next references of a series, for so many things that are made together in one transaction. */
export async function allottedReferences(
  codes: CodeStore,
  series: ReferenceSeries,
  year: string,
  count: number,
): Promise<readonly Reference[]> {
  const last = await codes.lock(kindOf(series, year));
  const references = Array.from({ length: count }, (_, index) => {
    const number = last + index + 1;
    return { year, number, text: referenceText(series, year, number) };
  });
  await codes.set(kindOf(series, year), last + count);
  return references;
}

/** How a number is written. */
export function referenceText(series: ReferenceSeries, year: string, number: number): string {
  return `${series}-${year}-${String(number).padStart(DIGITS[series], "0")}`;
}

/** Code points of the longest label of a bank. */
const LABEL_MAX = 500;
const BETWEEN = "[\\s\\-\u2010-\u2015]*";

/**
 * The references of a series that a label names, each a single time, as they are written: without regard to case, spaces
 * and dashes, and never a part of a longer number (rental.md §4). In a label that is too long nothing is looked for.
 */
export function referencesIn(label: string, series: ReferenceSeries): readonly string[] {
  if (label.length > 2 * LABEL_MAX) return [];
  const found = [...label.matchAll(PATTERNS[series])].map(([, year = "", number = ""]) => {
    const digits = number.replace(/\D/g, "");
    return `${series}-${year.replace(/\D/g, "")}-${digits}`;
  });
  return [...new Set(found)];
}

/** So many digits, or more of which the first is no zero. */
function patternOf(series: ReferenceSeries): RegExp {
  const spread = (word: string) => [...word].join(BETWEEN);
  const digits = DIGITS[series];
  const least = Array.from({ length: digits }, () => "\\d").join(BETWEEN);
  const more = `[1-9](?:${BETWEEN}\\d){${digits},${digits + 3}}`;
  const year = Array.from({ length: 4 }, () => "\\d").join(BETWEEN);
  return new RegExp(`${spread(series)}${BETWEEN}(${year})${BETWEEN}(${more}|${least})(?!\\d)`, "giu");
}

const PATTERNS: Readonly<Record<ReferenceSeries, RegExp>> = {
  QT: patternOf("QT"),
  AP: patternOf("AP"),
  EN: patternOf("EN"),
  RV: patternOf("RV"),
  IN: patternOf("IN"),
};

const kindOf = (series: ReferenceSeries, year: string): string => `${series}-${year}`;
