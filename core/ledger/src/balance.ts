import type { Day } from "@cartulary/kernel";
import type { Subaccount } from "./account.ts";
import type { EntryId, SealedEntry } from "./entry.ts";
import type { Cents } from "./money.ts";

/**
 * Which sealed lines are counted: those of entries dated from `from` to `to`, both included, `null` being no bound.
 *
 * An opening entry that carries balances forward ({@link SealedEntry.carriesForward}) counts only where `from` is its
 * very day: the range begins with it then; any other range that has it has what it repeats too.
 */
export interface Range {
  readonly from: Day | null;
  readonly to: Day | null;
  /** Only of one society; absent: of all. */
  readonly societyCode?: string;
}

/** What moved on one subaccount. */
export interface Movement extends Subaccount {
  /** The account's name; of an auxiliary its present one. */
  readonly accountName: string;
  readonly auxiliaryName: string | null;
  readonly debitCents: Cents;
  readonly creditCents: Cents;
}

/** One line of the ledger of an account, in the order of accounting date, validation, reference and line number. */
export interface AccountLine {
  readonly entryId: EntryId;
  readonly date: Day;
  readonly journal: string;
  readonly reference: string;
  readonly auxiliaryCode: string | null;
  readonly label: string;
  readonly debitCents: Cents;
  readonly creditCents: Cents;
  readonly letteringCode: string | null;
}
