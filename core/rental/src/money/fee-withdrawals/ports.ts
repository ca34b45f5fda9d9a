import type { Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { FeeWithdrawal } from "./fee-withdrawal.ts";

/** Port: the fee withdrawals of one mandataire. They are never reversed. */
export interface FeeWithdrawalStore {
  insert(withdrawal: FeeWithdrawal): Promise<void>;
  /** Returns the sum of all withdrawals. */
  total(): Promise<Cents>;
  /** Returns what tenants still owe of the agency's fees that applied runs called, VAT included. */
  unpaidTenantFees(): Promise<Cents>;
  /** Locks and returns the unmatched withdrawals of exactly these amounts, earliest first. */
  lockUnmatched(amounts: readonly Cents[]): Promise<readonly FeeWithdrawal[]>;
  /** Saves the bank references of matched withdrawals. */
  match(withdrawals: readonly MatchedWithdrawal[], at: Instant): Promise<void>;
}

/** A withdrawal with its bank transaction. */
export type MatchedWithdrawal = Pick<FeeWithdrawal, "id" | "bankReference">;

export interface FeeWithdrawalStores {
  readonly feeWithdrawals: FeeWithdrawalStore;
}
