import type { Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { FeeWithdrawal } from "./fee-withdrawal.ts";

/** The fees that one mandataire withdrew. Nothing takes one back. */
export interface FeeWithdrawalStore {
  insert(withdrawal: FeeWithdrawal): Promise<void>;
  /** What all of them come to. */
  total(): Promise<Cents>;
  /** The earliest of exactly this amount that no bank transaction has shown yet, locked until the transaction ends. */
  lockUnseen(amountCents: Cents): Promise<FeeWithdrawal | null>;
  /** Writes down by which bank transaction one was seen. */
  see(withdrawal: Pick<FeeWithdrawal, "id" | "bankReference">, at: Instant): Promise<void>;
}

/** What withdrawals are kept in, inside a transaction of one mandataire. */
export interface FeeWithdrawalStores {
  readonly feeWithdrawals: FeeWithdrawalStore;
}
