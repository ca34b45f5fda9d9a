import { type DomainError, refused } from "@cartulary/kernel";
import type { FecCaveat, FecFinding } from "@cartulary/ledger";

/** Something to know about a file that is conform all the same. */
export interface FecWarning {
  /**
   * `year_open`, `opening_missing` (fec.md 1.4), `other_societies` for entries of the year that are another society's,
   * as after the mandataire's accounting code changed, or `warning` for what the checker remarked.
   */
  readonly code: FecCaveat | "other_societies" | "warning";
  /** How many times. */
  readonly count: number;
  /** The first few of them in words; the year that it is about, of a caveat; codes of societies. */
  readonly sample: readonly string[];
}

/** What a strict check of a file came to. */
export interface FecVerdict {
  /** The first {@link ROWS_MAX} rows that are not conform; none in a conform file. */
  readonly rows: readonly { readonly line: number; readonly code: string }[];
  readonly warnings: readonly FecWarning[];
}

/** Rows that a refusal names (rental.md §4). */
const ROWS_MAX = 100;
const SAMPLE_MAX = 5;

/** Reads the findings to their end, and keeps no more of them than are told. */
export async function verdictOf(findings: AsyncIterable<FecFinding>): Promise<FecVerdict> {
  const rows: { line: number; code: string }[] = [];
  const sample: string[] = [];
  let count = 0;
  for await (const { line, rule, message } of findings) {
    if (rule !== "warning") {
      if (rows.length < ROWS_MAX) rows.push({ line, code: rule });
      continue;
    }
    count += 1;
    if (sample.length < SAMPLE_MAX) sample.push(`line ${line}: ${message}`);
  }
  return { rows, warnings: count === 0 ? [] : [{ code: "warning", count, sample }] };
}

/** Why the file of a year is not the last word on it. */
export function caveatWarnings(caveats: readonly FecCaveat[], year: number): readonly FecWarning[] {
  const about: Readonly<Record<FecCaveat, number>> = { year_open: year, opening_missing: year - 1 };
  return caveats.map((code) => ({ code, count: 1, sample: [String(about[code])] }));
}

/** Of what the book has of the year under other codes; none where there is nothing. */
export function societyWarnings(others: readonly string[]): readonly FecWarning[] {
  return others.length === 0
    ? []
    : [{ code: "other_societies", count: others.length, sample: others.slice(0, SAMPLE_MAX) }];
}

/** 422: no accounting file can be made of this. */
export function fecInvalid(message: string, rows: FecVerdict["rows"] = []): DomainError {
  return refused("fec_invalid", message, { rows });
}
