import type { Day, Instant } from "@cartulary/kernel";

/** A journal, which the embedder defines. Entries validated at the same instant are ordered as their journals. */
export interface Journal {
  /** For example `LOYERS`. */
  readonly code: string;
  /** The label in the accounting file: `Quittancement loyers`. */
  readonly name: string;
  /** Prefix of references, `LOY` in `LOY-2026-000001`; unique. */
  readonly prefix: string;
}

/** Scope of entry numbers: one society, one journal, one civil year (fec.md 1.1). */
export interface SeriesKey {
  readonly societyCode: string;
  readonly journal: string;
  readonly year: number;
}

/** The last number of a series. Only validation increments it, in the transaction that uses the number. */
export interface Series extends SeriesKey {
  /** 0 before the first entry. */
  readonly number: number;
  /** Hash of the last entry; `null` before the first (see chain.ts for its predecessor). */
  readonly hash: string | null;
  /** Validation time of the last entry; later entries never have an earlier one, even if the clock goes back. */
  readonly validatedAt: Instant | null;
}

/** Returns the year whose series numbers the entry. */
export function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}

/** Formats `LOY-2026-000001`. At least six digits, so that text order is number order up to a million. */
export function referenceOf({ prefix }: Journal, year: number, number: number): string {
  return `${prefix}-${year}-${String(number).padStart(6, "0")}`;
}
