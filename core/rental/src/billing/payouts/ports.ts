import type { Id, ListQuery, Page } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { OwnerId } from "../../property/people/owner.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { Distribution } from "./due-day.ts";
import type { OwnerPayout, OwnerPayoutField, OwnerPayoutId, PayoutWithAccount } from "./owner-payout.ts";

/** The facts that decide the earliest day of a payout. */
export interface PayoutDistribution extends Distribution {
  readonly payoutId: OwnerPayoutId;
}

/** Port: the payouts of one mandataire. The number of statements of each method is constant. */
export interface OwnerPayoutStore {
  find(id: OwnerPayoutId): Promise<OwnerPayout | null>;
  list(query: ListQuery<OwnerPayoutField>): Promise<Page<OwnerPayout>>;
  /** Locks until the transaction ends and returns those of the ids that exist, by id. */
  lock(ids: readonly OwnerPayoutId[]): Promise<readonly OwnerPayout[]>;
  /**
   * Returns payouts with their bank accounts, by reference: those with these ids in any status, or for `null` all
   * ordered ones. Not paged: an agency has some hundreds of owners.
   */
  payable(ids: readonly OwnerPayoutId[] | null): Promise<readonly PayoutWithAccount[]>;
  /** Locks until the transaction ends and returns payouts like `payable`. */
  lockPayable(ids: readonly OwnerPayoutId[]): Promise<readonly PayoutWithAccount[]>;
  /** Returns the facts that decide the earliest day of each, by reference. */
  distributions(ids: readonly OwnerPayoutId[]): Promise<readonly PayoutDistribution[]>;
  /** Locks and returns the payouts with these references, by reference. */
  lockNamed(references: readonly string[]): Promise<readonly OwnerPayout[]>;
  /** Locks and returns the payouts of exactly these amounts awaiting the bank, with accounts, by reference. */
  lockAwaiting(amounts: readonly Cents[]): Promise<readonly PayoutWithAccount[]>;
  /** Locks and returns the payouts that a bank transaction executed, by reference. */
  lockExecutedBy(bankTransactionId: Id<"BankTransaction">): Promise<readonly OwnerPayout[]>;
  /** Returns the runs of an owner's failed payouts. */
  runsOfFailed(ownerId: OwnerId): Promise<readonly Id<"BillingRun">[]>;
  /** Locks and returns an owner's blocked, ordered and failed payouts, by reference. */
  lockUnpaidOf(ownerId: OwnerId): Promise<readonly OwnerPayout[]>;
  /** Locks and returns the blocked, ordered and failed payouts of a tenant's deposits, by reference. */
  lockUnpaidOfTenant(tenantId: TenantId): Promise<readonly OwnerPayout[]>;
  /** Locks and returns all payouts of a run, by id. Not paged: an agency has some hundreds of owners. */
  lockOf(runId: Id<"BillingRun">): Promise<readonly OwnerPayout[]>;
  insert(payouts: readonly OwnerPayout[]): Promise<void>;
  /** Updates status, order, file, account and transactions of payouts, no other fields. Touches their files. */
  update(payouts: readonly OwnerPayout[]): Promise<void>;
}

/** The recipient of payouts, with ledger account and bank account. */
export interface Payee {
  readonly id: OwnerId;
  readonly name: string;
  readonly accountingCode: string;
  /** The default account; `null` without one that has an IBAN. */
  readonly bankAccountId: Id<"BankAccount"> | null;
}

/** A tenant who may be paid a deposit. */
export interface TenantPayee extends Omit<Payee, "id"> {
  readonly id: TenantId;
}

/** Port: the recipients of payouts, in one statement. */
export interface PayeeSource {
  tenantPayees(ids: readonly TenantId[]): Promise<readonly TenantPayee[]>;
  payees(ids: readonly OwnerId[]): Promise<readonly Payee[]>;
}

/** The stores needed for payouts after they are ordered. */
export interface PayoutStores {
  readonly ownerPayouts: OwnerPayoutStore;
  readonly applicationSource: PayeeSource;
}
