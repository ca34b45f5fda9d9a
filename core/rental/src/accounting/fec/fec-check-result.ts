import { type DomainError, unprocessable } from "@cartulary/kernel";
import type { FecCaveat, FecFinding } from "@cartulary/ledger";

/** A remark on a valid file. */
export interface FecWarning {
  /**
   * `year_open` and `opening_missing` (fec.md 1.4), `other_societies` for entries of the year under another society
   * code, as after a change of the mandataire's accounting code, or `warning` for remarks of the checker.
   */
  readonly code: FecCaveat | "other_societies" | "warning";
  /** Number of occurrences. */
  readonly count: number;
  /** The first occurrences: messages of the checker, the year of a caveat, or society codes. */
  readonly sample: readonly string[];
}

/** Result of a strict check of a file. */
export interface FecCheckResult {
  /** The first {@link ROWS_MAX} invalid rows; empty for a valid file. */
  readonly rows: readonly { readonly line: number; readonly code: string }[];
  readonly warnings: readonly FecWarning[];
}

/** Invalid rows that an error lists (rental.md §4). */
const ROWS_MAX = 100;
const SAMPLE_MAX = 5;

/** Reads all findings and keeps only those that are reported. */
export async function collectFindings(findings: AsyncIterable<FecFinding>): Promise<FecCheckResult> {
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

/** Returns warnings of reasons why the file of a year may not be final. */
export function caveatWarnings(caveats: readonly FecCaveat[], year: number): readonly FecWarning[] {
  const years: Readonly<Record<FecCaveat, number>> = { year_open: year, opening_missing: year - 1 };
  return caveats.map((code) => ({ code, count: 1, sample: [String(years[code])] }));
}

/** Returns a warning of the year's entries under other society codes, if there are any. */
export function societyWarnings(societyCodes: readonly string[]): readonly FecWarning[] {
  return societyCodes.length === 0
    ? []
    : [{ code: "other_societies", count: societyCodes.length, sample: societyCodes.slice(0, SAMPLE_MAX) }];
}

/** Creates the 422 error of an accounting file that cannot be written. */
export function fecInvalid(message: string, rows: FecCheckResult["rows"] = []): DomainError {
  return unprocessable("fec_invalid", message, { rows });
}
