import type { Day, Id, Instant, Month, UserId } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import type { Cents } from "../accounts/money.ts";

export type BookId = Id<"Book">;
export type EntryId = Id<"Entry">;
export type LineId = Id<"Line">;

/** One way only: a draft is validated, and posted when its month is closed (rental.md §4). */
export const ENTRY_STATUSES = ["draft", "validated", "posted"] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** Code points of a label, a description, a voucher's reference. */
export const TEXT_MAX = 255;

/** The sources that the ledger itself writes; whoever embeds it adds their own. */
export const REVERSAL = "Reversal";
export const OPENING = "Opening";

/** One set of books: everything a caller's stores show belongs to one. */
export interface Book {
  readonly id: BookId;
  /** The last month that is closed; that one and all before it take no entry any more. */
  readonly closedThrough: Month | null;
  readonly createdAt: Instant;
}

/** One line: one amount on one side of one subaccount. */
export interface Line extends Subaccount {
  readonly id: LineId;
  /** From 1, without gaps. */
  readonly lineNumber: number;
  /** The account's name, and the auxiliary's as it was when the line was written. */
  readonly accountName: string;
  readonly auxiliaryName: string | null;
  readonly label: string;
  /** One of the two is zero, the other one more. */
  readonly debitCents: Cents;
  readonly creditCents: Cents;
}

/** What drafts and sealed entries both say. */
export interface EntryContent {
  readonly id: EntryId;
  readonly societyCode: string;
  /** A journal's code. */
  readonly journal: string;
  /** When it was written down. */
  readonly entryDate: Instant;
  /** The day it counts for. */
  readonly accountingDate: Day;
  /** The voucher's own day and reference: a rent call's, an invoice's, a bank transaction's. */
  readonly documentDate: Day;
  readonly documentReference: string;
  /** The days that it is about, if it is about some. */
  readonly periodStart: Day | null;
  readonly periodEnd: Day | null;
  readonly description: string | null;
  /** What made it. Of a source that has an id, each sequence number makes one entry at most. */
  readonly sourceType: string | null;
  readonly sourceId: Id<string> | null;
  readonly sourceSeq: number;
  /** In the order of their numbers. */
  readonly lines: readonly Line[];
}

/** An entry that may still change or go. It has no number and counts nowhere. */
export interface Draft extends EntryContent {
  readonly updatedAt: Instant;
}

/** A validated entry. Nothing of it changes any more but its status, the letters of its lines, and `updatedAt`. */
export interface SealedEntry extends EntryContent {
  /** `LOY-2026-000001`. */
  readonly reference: string;
  readonly year: number;
  /** Within its series, from 1 without gaps, in the order of validation. */
  readonly number: number;
  readonly status: Exclude<EntryStatus, "draft">;
  readonly validatedAt: Instant;
  readonly validatedBy: UserId;
  /** The entry that it takes back, with sides swapped. */
  readonly reversalOfId: EntryId | null;
  /**
   * True only of the opening entry that closing a December made (fec.md 1.4): it repeats balances of the year before,
   * so whoever counts across that 1 January leaves it out.
   */
  readonly carriesForward: boolean;
  /** Debits, hence credits. */
  readonly totalCents: Cents;
  /** SHA-256 in lower-case hexadecimal over the entry and the hash of the one before it in its series; see chain.ts. */
  readonly hash: string;
  readonly updatedAt: Instant;
}
