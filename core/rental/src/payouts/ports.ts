import type { Id, ListQuery, Page } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { OwnerId } from "../people/owner.ts";
import type { PayableOut } from "./credit-transfer.ts";
import type { Distribution } from "./due-day.ts";
import type { OwnerPayout, OwnerPayoutField, OwnerPayoutId } from "./owner-payout.ts";

/** What decides from which day a payout may leave. */
export interface PayoutDistribution extends Distribution {
  readonly payoutId: OwnerPayoutId;
}

/** The payouts of the mandataire that the stores were handed out for. Each method is a number of statements that does not grow. */
export interface OwnerPayoutStore {
  find(id: OwnerPayoutId): Promise<OwnerPayout | null>;
  list(query: ListQuery<OwnerPayoutField>): Promise<Page<OwnerPayout>>;
  /** Those of these that there are, by id, locked until the transaction ends. */
  lock(ids: readonly OwnerPayoutId[]): Promise<readonly OwnerPayout[]>;
  /**
   * Payouts with the accounts that they are paid to, by reference: those of these ids, wherever they stand, or where no ids
   * are named all that are ordered: an agency has some hundreds of owners.
   */
  payable(ids: readonly OwnerPayoutId[] | null): Promise<readonly PayableOut[]>;
  /** Those of these ids likewise, locked until the transaction ends. */
  lockPayable(ids: readonly OwnerPayoutId[]): Promise<readonly PayableOut[]>;
  /** What decides from which day each of these may leave, by reference. */
  distributions(ids: readonly OwnerPayoutId[]): Promise<readonly PayoutDistribution[]>;
  /** Those of these references, by reference, locked. */
  lockNamed(references: readonly string[]): Promise<readonly OwnerPayout[]>;
  /** Those of exactly these amounts that the bank may still execute, with the accounts that they are paid to, by reference; locked. */
  lockAwaiting(amounts: readonly Cents[]): Promise<readonly PayableOut[]>;
  /** Those that a bank transaction executed, by reference, locked. */
  lockExecutedBy(bankTransactionId: Id<"BankTransaction">): Promise<readonly OwnerPayout[]>;
  /** The runs that ordered those of an owner that came back. */
  runsOfFailed(ownerId: OwnerId): Promise<readonly Id<"BillingRun">[]>;
  /** Those of an owner that are blocked, ordered or failed, by reference, locked. */
  lockUnpaidOf(ownerId: OwnerId): Promise<readonly OwnerPayout[]>;
  /** All that a run ordered, by id, locked: an agency has some hundreds of owners. */
  lockOf(runId: Id<"BillingRun">): Promise<readonly OwnerPayout[]>;
  insert(payouts: readonly OwnerPayout[]): Promise<void>;
  /**
   * Writes where payouts stand, when they were ordered and put in which file, what they are paid to and by, and when that
   * changed; of a payout nothing else ever does. The files that have them changed then, too.
   */
  update(payouts: readonly OwnerPayout[]): Promise<void>;
}
