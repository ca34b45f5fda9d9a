import type { Day, Instant } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import type { Series } from "../accounts/journal.ts";
import { type Cents, negated, sum } from "../accounts/money.ts";
import type { EntryId, SealedEntry } from "./entry.ts";

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

/** A subaccount with the account's name, and the present one of its auxiliary. */
interface NamedSubaccount extends Subaccount {
  readonly accountName: string;
  readonly auxiliaryName: string | null;
}

/** What is on one subaccount: debits less credits. */
export interface SubaccountBalance extends NamedSubaccount {
  readonly balanceCents: Cents;
}

/** What moved on one subaccount. */
export interface Movement extends NamedSubaccount {
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

/** A line of an account with what its place in the order is known by, and its entry's number. */
export interface PlacedLine extends AccountLine {
  readonly societyCode: string;
  readonly number: number;
  readonly validatedAt: Instant;
  readonly lineNumber: number;
}

/** After which line of an account to go on. */
export type LinePlace = Pick<PlacedLine, "date" | "validatedAt" | "reference" | "lineNumber" | "entryId">;

/** What moved on either side. */
export type Turnover = Pick<Movement, "debitCents" | "creditCents">;

/** One account over a range, as of one moment: the sums, and where its lines begin. Balances are positive on the debit side. */
export interface AccountStatement extends Turnover {
  readonly openingBalanceCents: Cents;
  readonly closingBalanceCents: Cents;
  readonly firstPage: LinesPage;
  /** How far the book had come: what was entered later is in none of its pages. */
  readonly heads: readonly Series[];
}

/** Some lines of an account, in the order of {@link AccountLine}. */
export interface LinesPage {
  readonly lines: readonly PlacedLine[];
  /** After which there may be more; `null` where there are none. */
  readonly next: LinePlace | null;
}

/** The balances of a range. Debits and credits sum to the same. */
export interface Balances extends Pick<Range, "from" | "to"> {
  /** By account and auxiliary code. */
  readonly accounts: readonly Balance[];
  readonly totalDebitCents: Cents;
  readonly totalCreditCents: Cents;
}

/** What moved on a subaccount, and what that comes to: positive on the debit side. */
export interface Balance extends Movement, SubaccountBalance {}

/** One account's lines within a range; of one auxiliary where it is given, else of all. */
export interface AccountQuery extends Range {
  readonly accountCode: string;
  readonly auxiliaryCode?: string | null;
}

/** The grand livre of one account. Balances are positive on the debit side. */
export interface AccountLedger extends Pick<Range, "from" | "to"> {
  readonly accountCode: string;
  readonly accountName: string;
  readonly auxiliaryCode: string | null;
  readonly openingBalanceCents: Cents;
  readonly lines: readonly (AccountLine & { readonly balanceCents: Cents })[];
  readonly closingBalanceCents: Cents;
}

/** Each line with the balance after it. */
export function runningBalances<Moved extends Pick<Movement, "debitCents" | "creditCents">>(
  opening: Cents,
  lines: readonly Moved[],
): readonly (Moved & { readonly balanceCents: Cents })[] {
  let balanceCents = opening;
  return lines.map((line) => {
    balanceCents = sum([balanceCents, line.debitCents, negated(line.creditCents)]);
    return { ...line, balanceCents };
  });
}
