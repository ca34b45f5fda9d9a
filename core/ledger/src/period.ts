import type { Instant, Month } from "@cartulary/kernel";

/** One month of a book, from that of its first entry to the current one. */
export interface Period {
  readonly period: Month;
  readonly status: "open" | "closed";
  /** How many entries closing it posted; 0 while it is open. */
  readonly entriesPosted: number;
  readonly closedAt: Instant | null;
}

/** A month that was closed. */
export interface ClosedPeriod {
  readonly period: Month;
  readonly entriesPosted: number;
  readonly closedAt: Instant;
}
