import type { Day, Instant } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import type { Series } from "../accounts/journal.ts";
import { type Cents, negate, sum } from "../accounts/money.ts";
import type { EntryId, SealedEntry } from "./entry.ts";

/**
 * Selects sealed lines of entries dated from `from` to `to`, both included; `null` is unbounded.
 *
 * An opening entry that carries balances forward ({@link SealedEntry.carriesForward}) counts only when `from` is its
 * own day; other ranges contain the lines that it repeats.
 */
export interface Range {
  readonly from: Day | null;
  readonly to: Day | null;
  /** One society; absent: all. */
  readonly societyCode?: string;
}

/** A subaccount with the account's name and its auxiliary's current name. */
interface NamedSubaccount extends Subaccount {
  readonly accountName: string;
  readonly auxiliaryName: string | null;
}

/** Debits minus credits of a subaccount. */
export interface SubaccountBalance extends NamedSubaccount {
  readonly balanceCents: Cents;
}

/** Debits and credits of a subaccount in a range. */
export interface Movement extends NamedSubaccount {
  readonly debitCents: Cents;
  readonly creditCents: Cents;
}

/** A line in an account's ledger, ordered by accounting date, validation, reference and line number. */
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

/** A line with its cursor's fields and its entry's number. */
export interface LineWithCursor extends AccountLine {
  readonly societyCode: string;
  readonly number: number;
  readonly validatedAt: Instant;
  readonly lineNumber: number;
}

/** The position after a line. */
export type LineCursor = Pick<LineWithCursor, "date" | "validatedAt" | "reference" | "lineNumber" | "entryId">;

/** Debits and credits of a range. */
export type Turnover = Pick<Movement, "debitCents" | "creditCents">;

/**
 * The totals of an account over a range at one moment, and its first lines. Balances are positive on the debit side.
 */
export interface AccountStatement extends Turnover {
  readonly openingBalanceCents: Cents;
  readonly closingBalanceCents: Cents;
  readonly firstPage: LinesPage;
  /** The last numbers of all series; pages exclude later entries. */
  readonly heads: readonly Series[];
}

/** Lines of an account, in the order of {@link AccountLine}. */
export interface LinesPage {
  readonly lines: readonly LineWithCursor[];
  /** The cursor of the next page; `null` after the last. */
  readonly next: LineCursor | null;
}

/** The trial balance of a range. Total debits equal total credits. */
export interface Balances extends Pick<Range, "from" | "to"> {
  /** Ordered by account and auxiliary code. */
  readonly accounts: readonly Balance[];
  readonly totalDebitCents: Cents;
  readonly totalCreditCents: Cents;
}

/** Movements and balance of a subaccount; positive on the debit side. */
export interface Balance extends Movement, SubaccountBalance {}

/** Selects lines of an account, or of one of its auxiliaries, in a range. */
export interface AccountQuery extends Range {
  readonly accountCode: string;
  readonly auxiliaryCode?: string | null;
}

/** The general ledger (grand livre) of one account. Balances are positive on the debit side. */
export interface AccountLedger extends Pick<Range, "from" | "to"> {
  readonly accountCode: string;
  readonly accountName: string;
  readonly auxiliaryCode: string | null;
  readonly openingBalanceCents: Cents;
  readonly lines: readonly (AccountLine & { readonly balanceCents: Cents })[];
  readonly closingBalanceCents: Cents;
}

/** Adds the running balance to each line. */
export function runningBalances<Moved extends Pick<Movement, "debitCents" | "creditCents">>(
  opening: Cents,
  lines: readonly Moved[],
): readonly (Moved & { readonly balanceCents: Cents })[] {
  let balanceCents = opening;
  return lines.map((line) => {
    balanceCents = sum([balanceCents, line.debitCents, negate(line.creditCents)]);
    return { ...line, balanceCents };
  });
}
