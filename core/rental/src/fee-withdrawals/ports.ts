import type { Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { FeeWithdrawal } from "./fee-withdrawal.ts";

/** The fees that one mandataire withdrew. Nothing takes one back. */
export interface FeeWithdrawalStore {
  insert(withdrawal: FeeWithdrawal): Promise<void>;
  /** What all of them come to. */
  total(): Promise<Cents>;
  /** Those of exactly these amounts that no bank transaction has shown yet, earliest first; locked until the transaction ends. */
  lockUnseen(amounts: readonly Cents[]): Promise<readonly FeeWithdrawal[]>;
  /** Writes down by which bank transaction each was seen. */
  see(withdrawals: readonly SeenWithdrawal[], at: Instant): Promise<void>;
}

/** A withdrawal, and the bank transaction that shows it. */
export type SeenWithdrawal = Pick<FeeWithdrawal, "id" | "bankReference">;

/** What withdrawals are kept in, inside a transaction of one mandataire. */
export interface FeeWithdrawalStores {
  readonly feeWithdrawals: FeeWithdrawalStore;
}
