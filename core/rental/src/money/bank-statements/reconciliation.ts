import type { Day } from "@cartulary/kernel";
import { type Cents, minus } from "@cartulary/ledger";
import type { BankDirection, BankTransactionId } from "../payments/bank-transaction.ts";

/** The maximum number of unexplained transactions in a reconciliation. */
export const UNEXPLAINED_MAX = 1_000;

/** The bank balance and the balance of account 512000 at the end of a day (money.md 1.3). */
export interface BankAndBook {
  readonly on: Day;
  /** The closing balance of the last statement that ends on or before the day; `null` without one. */
  readonly bankBalance: Cents | null;
  /** The bank's name of that statement. */
  readonly statementId: string | null;
  /** The balance of 512000 at the end of the day. */
  readonly bookBalance: Cents;
  /** Posted transactions that no statement shows; at most {@link UNEXPLAINED_MAX}. */
  readonly unexplained: readonly Unexplained[];
}

/** The bank balance compared with account 512000 (état de rapprochement). */
export interface Reconciliation extends BankAndBook {
  /** The bank balance minus the book balance; `null` without a statement. */
  readonly difference: Cents | null;
}

/** A posted bank transaction that no statement up to the day shows. */
export interface Unexplained {
  readonly bankTransactionId: BankTransactionId;
  readonly bankReference: string;
  readonly bookedOn: Day;
  readonly amountCents: Cents;
  readonly direction: BankDirection;
  readonly label: string | null;
}

/** Compares bank and book. */
export function reconcile(balances: BankAndBook): Reconciliation {
  const { bankBalance, bookBalance } = balances;
  return { ...balances, difference: bankBalance === null ? null : minus(bankBalance, bookBalance) };
}
