import type { Day, Instant } from "@cartulary/kernel";

/** A journal that an embedder gives. The order in which they are given orders entries validated at one instant. */
export interface Journal {
  /** What entries say: `LOYERS`. */
  readonly code: string;
  /** What the accounting file says of it: `Quittancement loyers`. */
  readonly name: string;
  /** What references begin with: `LOY` for `LOY-2026-000001`. No two journals have the same. */
  readonly prefix: string;
}

/** What numbers run in: one society, one journal, one civil year (fec.md 1.1). */
export interface SeriesKey {
  readonly societyCode: string;
  readonly journal: string;
  readonly year: number;
}

/** How far the numbers of a series have come. Only validation advances one, in the transaction that uses the numbers. */
export interface Series extends SeriesKey {
  /** The last number given; 0 before the first. */
  readonly number: number;
  /** The hash of the entry that has it; see chain.ts for what the first one follows. `null` before the first. */
  readonly hash: string | null;
  /** When that entry was validated: none that follows is dated earlier, whatever the clock says. */
  readonly validatedAt: Instant | null;
}

/** The year whose numbers an entry of that day takes. */
export function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}

/** `LOY-2026-000001`. Six digits or more, so that text order is number order up to a million. */
export function referenceOf({ prefix }: Journal, year: number, number: number): string {
  return `${prefix}-${year}-${String(number).padStart(6, "0")}`;
}
