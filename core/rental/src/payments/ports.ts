import type { Day, Id, ListQuery, Page } from "@cartulary/kernel";
import type { Cents, LineId } from "@cartulary/ledger";
import type { RentCall, RentCallId } from "../calls/rent-call.ts";
import type { LeaseId } from "../leases/lease.ts";
import type { LeaseParty } from "../leases/party.ts";
import type { OwnerId } from "../people/owner.ts";
import type { TenantId } from "../people/tenant.ts";
import type { BillingRunId } from "../runs/run.ts";
import type {
  CollectedPart,
  DueLine,
  PaymentAllocation,
  PaymentAllocationId,
  PaymentAllocationView,
} from "./allocation.ts";
import type { BankTransaction, BankTransactionField, BankTransactionId } from "./bank-transaction.ts";
import type { ListedPayment, Payment, PaymentField, PaymentId } from "./payment.ts";

/** The bank transactions of the mandataire that the stores were handed out for. A statement each. */
export interface BankTransactionStore {
  find(id: BankTransactionId): Promise<BankTransaction | null>;
  list(query: ListQuery<BankTransactionField>): Promise<Page<BankTransaction>>;
  /** Those of these that there are, locked until the transaction ends; so are all that follow. */
  lock(ids: readonly BankTransactionId[]): Promise<readonly BankTransaction[]>;
  /** Those that the portal brought under these references. */
  lockOfPortal(references: readonly string[]): Promise<readonly BankTransaction[]>;
  /** Those that only files brought, and that are as the portal says that one is. */
  lockOfFiles(said: readonly SaidTransaction[]): Promise<readonly BankTransaction[]>;
  /** Those of which files said this. */
  lockOfContents(contentKeys: readonly string[]): Promise<readonly BankTransaction[]>;
  /** Those that transactions may undo. */
  lockOriginals(sought: OriginalsSought): Promise<readonly BankTransaction[]>;
  /** The lines on tenants' accounts of what was refunded of payments, also by assignments. */
  refundsOf(payments: readonly PaymentId[]): Promise<readonly Refund[]>;
  insert(transactions: readonly BankTransaction[]): Promise<void>;
  /** Writes how far they are matched or assigned, with what, and when that changed; of a transaction nothing else ever does. */
  update(transactions: readonly BankTransaction[]): Promise<void>;
  /** Writes by what they are known again, once they came in another way, too. */
  recognise(transactions: readonly BankTransaction[]): Promise<void>;
}

/** What the portal says of a transaction, as far as one that a file brought is known by it. */
export type SaidTransaction = Pick<BankTransaction, "bankReference" | "bookedOn" | "direction" | "amountCents">;

/** Among which transactions those may be that some undo. */
export interface OriginalsSought {
  readonly bankReferences: readonly string[];
  readonly servicerReferences: readonly string[];
  readonly endToEndIds: readonly string[];
  /** Those that are found by the bank's or the payer's reference are of one of these amounts. */
  readonly amounts: readonly BankTransaction["amountCents"][];
}

/** A refund on a tenant's account. */
export interface Refund {
  readonly paymentId: PaymentId;
  readonly tenantLineId: LineId;
  /** What of the payment paid no call. */
  readonly creditLineId: LineId;
}

/** The payments of the mandataire that the stores were handed out for. A statement each. */
export interface PaymentStore {
  find(id: PaymentId): Promise<Payment | null>;
  list(query: ListQuery<PaymentField>): Promise<Page<ListedPayment>>;
  /** Those of these that there are, by id, locked until the transaction ends. */
  lock(ids: readonly PaymentId[]): Promise<readonly Payment[]>;
  /** Those of these tenants of which something is left, by date and reference; locked. */
  lockCredits(tenants: readonly TenantId[]): Promise<readonly Payment[]>;
  insert(payments: readonly Payment[]): Promise<void>;
  /** Writes what became of their amounts, where they stand, and when that changed; of a payment nothing else ever does. */
  update(payments: readonly Payment[]): Promise<void>;
}

/** What payments pay. A statement each. */
export interface PaymentAllocationStore {
  /** All of a payment as they are answered, in the order in which they were made. */
  viewsOf(paymentId: PaymentId): Promise<readonly PaymentAllocationView[]>;
  /** Those of these calls that count. */
  ofCalls(calls: readonly RentCallId[]): Promise<readonly PaymentAllocation[]>;
  /** Those of these payments that count. */
  ofPayments(payments: readonly PaymentId[]): Promise<readonly PaymentAllocation[]>;
  /** Those that count and are carried by these lines of tenants' accounts. */
  carriedBy(lines: readonly LineId[]): Promise<readonly PaymentAllocation[]>;
  /** Those that count and that applying a run made. */
  madeBy(runId: BillingRunId): Promise<readonly PaymentAllocation[]>;
  /** What owners have of these, as far as it counts. */
  partsOf(allocations: readonly PaymentAllocationId[]): Promise<readonly CollectedPart[]>;
  insert(allocations: readonly PaymentAllocation[], parts: readonly CollectedPart[]): Promise<void>;
  /** Writes whether allocations count, and when that changed. */
  update(allocations: readonly PaymentAllocation[]): Promise<void>;
  /** Writes whether parts count. */
  updateParts(parts: readonly CollectedPart[]): Promise<void>;
  /** An applied run hands these over. */
  remit(parts: readonly CollectedPart["id"][], runId: BillingRunId): Promise<void>;
  /** What a run handed over waits for another one. */
  takeBackFrom(runId: BillingRunId): Promise<void>;
}

/** A tenant as a bank transaction may name him. */
export interface NamedTenant {
  readonly tenantId: TenantId;
  readonly tenantName: string;
}

/** A tenant by an account of his. */
export interface TenantOfIban extends NamedTenant {
  readonly iban: string;
}

/** A lease by the number that the family fund (CAF) pays under for it. */
export interface LeaseOfCaf {
  readonly number: string;
  readonly leaseId: LeaseId;
  readonly leaseReference: string;
}

/** That somebody is a tenant, a payer or a guarantor of a lease, from a day to a day. */
export interface PayingParty extends Pick<LeaseParty, "validFrom" | "validTo"> {
  readonly tenantId: TenantId;
  readonly leaseId: LeaseId;
  readonly leaseReference: string;
}

/** A tenant of a lease, whoever is primary. */
export interface TenantOfLease extends NamedTenant, Pick<LeaseParty, "id" | "role" | "validFrom" | "validTo"> {
  readonly leaseId: LeaseId;
  readonly leaseReference: string;
}

/** A line that a call made on a tenant's account, and the day that it counts for. */
export interface CallLine {
  readonly rentCallId: RentCallId;
  readonly lineId: LineId;
  readonly accountingDate: Day;
}

/** What comes back, by references. */
export interface MovedBefore extends OriginalsSought {
  readonly payoutReferences: readonly string[];
}

/** Port: what is read of the estate and of calls to find out what was paid. A statement each, whatever the number. */
export interface MoneyInSource {
  /** Calls by their references. */
  callsOf(references: readonly string[]): Promise<readonly RentCall[]>;
  /** Calls of which something is still to be paid, of these tenants: due first, first; then by reference. */
  openCalls(tenants: readonly TenantId[]): Promise<readonly RentCall[]>;
  /** The same of these leases. */
  openCallsOfLeases(leases: readonly LeaseId[]): Promise<readonly RentCall[]>;
  /** Calls of known tenants of which exactly one of these amounts is still to be paid; likewise. */
  openCallsOfAmounts(amounts: readonly Cents[]): Promise<readonly RentCall[]>;
  tenantsOfIbans(ibans: readonly string[]): Promise<readonly TenantOfIban[]>;
  /** Numbers without spaces, in capitals, as leases that are or were in force have them. */
  leasesOfCaf(numbers: readonly string[]): Promise<readonly LeaseOfCaf[]>;
  /** The leases that are or were in force that these tenants are parties of, as tenants, payers or guarantors. */
  leasesPaidBy(tenants: readonly TenantId[]): Promise<readonly PayingParty[]>;
  /** The tenants of these leases, by their ids as parties. */
  tenantsOfLeases(leases: readonly LeaseId[]): Promise<readonly TenantOfLease[]>;
  /** The lines of calls as they were billed: rent before charges, then by lease, unit and first day (rental.md 3.2). */
  linesOf(calls: readonly RentCallId[]): Promise<readonly DueLine[]>;
  /** What the entries of these calls wrote on tenants' accounts. */
  callLines(calls: readonly RentCallId[]): Promise<readonly CallLine[]>;
  /** Those of these applied runs that cannot be taken back: a receipt pays one of their calls, or a payout left. */
  settledRuns(runs: readonly BillingRunId[]): Promise<readonly BillingRunId[]>;
  /**
   * The applied runs of which it may have to be said anew whether they can be taken back, once money moves: those that can,
   * and those that were paid by one of these bank transactions, or ordered a payout that is named or was executed by one.
   */
  runsToMark(moved: MovedBefore): Promise<readonly BillingRunId[]>;
  /** How many entries these payouts have made; those without any are left out. */
  payoutEntries(payouts: readonly Id<"OwnerPayout">[]): Promise<ReadonlyMap<Id<"OwnerPayout">, number>>;
  /** What is still to be paid of the parts of these owners of calls that credited them; those without any are left out. */
  unpaidPartsOf(owners: readonly OwnerId[]): Promise<ReadonlyMap<OwnerId, Cents>>;
}

/** What money that comes in touches, beside the book and the calls. */
export interface MoneyInStores {
  readonly bankTransactions: BankTransactionStore;
  readonly payments: PaymentStore;
  readonly paymentAllocations: PaymentAllocationStore;
  readonly moneyInSource: MoneyInSource;
}
