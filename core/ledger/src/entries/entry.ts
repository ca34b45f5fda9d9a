import type { Day, Id, Instant, Month, UserId } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import type { Cents } from "../accounts/money.ts";

export type BookId = Id<"Book">;
export type EntryId = Id<"Entry">;
export type LineId = Id<"Line">;

/** A draft is validated, and posted when its month is closed; never back (rental.md §4). */
export const ENTRY_STATUSES = ["draft", "validated", "posted"] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** Maximum length of a label, a description or a reference, in code points. */
export const TEXT_MAX = 255;

/** Source types of the ledger itself; embedders add their own. */
export const REVERSAL = "Reversal";
export const OPENING = "Opening";

/** One set of books. A caller's stores contain one book. */
export interface Book {
  readonly id: BookId;
  /** The last closed month; it and all earlier months accept no entries. */
  readonly closedThrough: Month | null;
  readonly createdAt: Instant;
}

/** One amount on one side of a subaccount. */
export interface Line extends Subaccount {
  readonly id: LineId;
  /** From 1, without gaps. */
  readonly lineNumber: number;
  /** Names of account and auxiliary when the line was written. */
  readonly accountName: string;
  readonly auxiliaryName: string | null;
  readonly label: string;
  /** Exactly one of the two is above zero. */
  readonly debitCents: Cents;
  readonly creditCents: Cents;
}

/** Fields of drafts and sealed entries. */
export interface EntryContent {
  readonly id: EntryId;
  readonly societyCode: string;
  /** Code of a journal. */
  readonly journal: string;
  /** Time of creation. */
  readonly entryDate: Instant;
  readonly accountingDate: Day;
  /** Date and reference of the voucher: a rent call, invoice or bank transaction. */
  readonly documentDate: Day;
  readonly documentReference: string;
  /** The period that it concerns, if any. */
  readonly periodStart: Day | null;
  readonly periodEnd: Day | null;
  readonly description: string | null;
  /** The record that caused it. Each sequence number of a source id has one entry at most. */
  readonly sourceType: string | null;
  readonly sourceId: Id<string> | null;
  readonly sourceSeq: number;
  /** Ordered by number. */
  readonly lines: readonly Line[];
}

/** An entry that can still be changed or removed. It has no number and no effect on balances. */
export interface Draft extends EntryContent {
  readonly updatedAt: Instant;
}

/** A validated entry. Only its status, the letters of its lines and `updatedAt` may change. */
export interface SealedEntry extends EntryContent {
  /** For example `LOY-2026-000001`. */
  readonly reference: string;
  readonly year: number;
  /** Number in its series, from 1 without gaps, in the order of validation. */
  readonly number: number;
  readonly status: Exclude<EntryStatus, "draft">;
  readonly validatedAt: Instant;
  readonly validatedBy: UserId;
  /** The entry that it reverses. */
  readonly reversalOfId: EntryId | null;
  /**
   * True for opening entries created by closing a December (fec.md 1.4). They repeat the previous year's balances, so
   * sums across that 1 January must exclude them.
   */
  readonly carriesForward: boolean;
  /** Total debits, which equal total credits. */
  readonly totalCents: Cents;
  /** SHA-256 in lower-case hexadecimal of the entry and its predecessor's hash; see chain.ts. */
  readonly hash: string;
  readonly updatedAt: Instant;
}
