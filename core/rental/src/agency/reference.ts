import type { CodeStore } from "./ports.ts";

/**
 * The series of references, each with its prefix (rental.md §4); hidden runs and credits, and payouts of deposits, have
 * their own (decision 0175).
 */
export const SERIES = {
  billingRun: "QT",
  rentCall: "AP",
  payment: "EN",
  payout: "RV",
  incident: "IN",
  hiddenRun: "SI",
  credit: "CR",
  depositPayout: "RD",
} as const;
export type ReferenceSeries = (typeof SERIES)[keyof typeof SERIES];

/** Minimum digits per series. */
const DIGITS: Readonly<Record<ReferenceSeries, number>> = {
  QT: 4,
  AP: 6,
  EN: 6,
  RV: 6,
  IN: 6,
  SI: 6,
  CR: 6,
  RD: 6,
};

/** A number of a series, gap-free per mandataire and year. */
export interface Reference {
  readonly year: string;
  readonly number: number;
  /** Readable form: `AP-2026-000001`. */
  readonly text: string;
}

/**
 * Returns the next reference of a series in a year. Locks the series until the transaction ends, so that numbers follow
 * the order of commits and a rollback leaves no gap. Does not advance the series: see {@link useReference}.
 */
export async function nextReference(codes: CodeStore, series: ReferenceSeries, year: string): Promise<Reference> {
  const number = (await codes.lock(kindOf(series, year))) + 1;
  return { year, number, text: referenceText(series, year, number) };
}

/** Advances the series to a reference that has been assigned. */
export async function useReference(
  codes: CodeStore,
  series: ReferenceSeries,
  { year, number }: Reference,
): Promise<void> {
  await codes.set(kindOf(series, year), number);
}

/** Returns the next `count` references of a series and advances the series past them. */
export async function nextReferences(
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

/** Formats a reference. */
export function referenceText(series: ReferenceSeries, year: string, number: number): string {
  return `${series}-${year}-${String(number).padStart(DIGITS[series], "0")}`;
}

/** Code points of the longest bank label. */
const LABEL_MAX = 500;
const BETWEEN = "[\\s\\-\u2010-\u2015]*";

/**
 * Returns the distinct references of a series that a bank label contains, in their canonical form. Ignores case, spaces
 * and dashes, and never matches part of a longer number (rental.md §4). Returns none for a label that is too long.
 */
export function referencesIn(label: string, series: ReferenceSeries): readonly string[] {
  if (label.length > 2 * LABEL_MAX) return [];
  const matches = [...label.matchAll(PATTERNS[series])].map(([, year = "", number = ""]) => {
    const digits = number.replace(/\D/g, "");
    return `${series}-${year.replace(/\D/g, "")}-${digits}`;
  });
  return [...new Set(matches)];
}

/** Matches the minimum number of digits, or more digits of which the first is not zero. */
function patternOf(series: ReferenceSeries): RegExp {
  const spaced = (word: string) => [...word].join(BETWEEN);
  const digits = DIGITS[series];
  const minimum = Array.from({ length: digits }, () => "\\d").join(BETWEEN);
  const longer = `[1-9](?:${BETWEEN}\\d){${digits},${digits + 3}}`;
  const year = Array.from({ length: 4 }, () => "\\d").join(BETWEEN);
  return new RegExp(`${spaced(series)}${BETWEEN}(${year})${BETWEEN}(${longer}|${minimum})(?!\\d)`, "giu");
}

const PATTERNS: Readonly<Record<ReferenceSeries, RegExp>> = {
  QT: patternOf("QT"),
  AP: patternOf("AP"),
  EN: patternOf("EN"),
  RV: patternOf("RV"),
  IN: patternOf("IN"),
  SI: patternOf("SI"),
  CR: patternOf("CR"),
  RD: patternOf("RD"),
};

const kindOf = (series: ReferenceSeries, year: string): string => `${series}-${year}`;
