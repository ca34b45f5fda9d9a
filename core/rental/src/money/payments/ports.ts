import type { Day, Id, ListQuery, Page } from "@cartulary/kernel";
import type { Cents, LineId } from "@cartulary/ledger";
import type { RentCall, RentCallId } from "../../billing/rent-calls/rent-call.ts";
import type { BillingRunId } from "../../billing/runs/run.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { LeaseParty } from "../../property/leases/party.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type {
  CollectedPart,
  DueLine,
  PaymentAllocation,
  PaymentAllocationId,
  PaymentAllocationView,
} from "./allocation.ts";
import type { BankTransaction, BankTransactionField, BankTransactionId } from "./bank-transaction.ts";
import type { ListedPayment, Payment, PaymentField, PaymentId } from "./payment.ts";

/** Port: the bank transactions of one mandataire. Each method is one statement. */
export interface BankTransactionStore {
  find(id: BankTransactionId): Promise<BankTransaction | null>;
  list(query: ListQuery<BankTransactionField>): Promise<Page<BankTransaction>>;
  /** Locks until the transaction ends and returns those of the ids that exist; the methods below lock likewise. */
  lock(ids: readonly BankTransactionId[]): Promise<readonly BankTransaction[]>;
  /** Returns the transactions that the portal sent under these references. */
  lockOfPortal(references: readonly string[]): Promise<readonly BankTransaction[]>;
  /** Returns transactions known only from files that equal those of the portal in these facts. */
  lockOfFiles(facts: readonly TransactionFacts[]): Promise<readonly BankTransaction[]>;
  /** Returns the transactions with these contents in files. */
  lockOfContents(contentKeys: readonly string[]): Promise<readonly BankTransaction[]>;
  /** Returns the transactions that reversals may refer to. */
  lockOriginals(query: OriginalsQuery): Promise<readonly BankTransaction[]>;
  /**
   * Returns the lines of refunds of these payments on tenants' accounts, including refunds by assignment and with a
   * deposit, and the other payments that the same lines refund.
   */
  refundsOf(payments: readonly PaymentId[]): Promise<readonly Refund[]>;
  insert(transactions: readonly BankTransaction[]): Promise<void>;
  /** Updates how far transactions are matched or assigned, and by what; other fields never change. */
  update(transactions: readonly BankTransaction[]): Promise<void>;
  /** Updates the data by which transactions are recognized, after they arrived a second way. */
  recognise(transactions: readonly BankTransaction[]): Promise<void>;
}

/** The facts by which a portal transaction recognizes one from a file. */
export type TransactionFacts = Pick<BankTransaction, "bankReference" | "bookedOn" | "direction" | "amountCents">;

/** Selects the possible originals of reversals. */
export interface OriginalsQuery {
  readonly bankReferences: readonly string[];
  readonly servicerReferences: readonly string[];
  readonly endToEndIds: readonly string[];
  /** Transactions found by the bank's or payer's reference must have one of these amounts. */
  readonly amounts: readonly BankTransaction["amountCents"][];
}

/** A refund on a tenant's account. */
export interface Refund {
  readonly paymentId: PaymentId;
  readonly tenantLineId: LineId;
  /** The line of the payment's remainder. */
  readonly creditLineId: LineId;
}

/** Port: the payments of one mandataire. Each method is one statement. */
export interface PaymentStore {
  find(id: PaymentId): Promise<Payment | null>;
  list(query: ListQuery<PaymentField>): Promise<Page<ListedPayment>>;
  /** Locks until the transaction ends and returns those of the ids that exist, by id. */
  lock(ids: readonly PaymentId[]): Promise<readonly Payment[]>;
  /** Locks and returns payments of these tenants with a remainder, by date and reference. */
  lockCredits(tenants: readonly TenantId[]): Promise<readonly Payment[]>;
  /** Locks and returns the payments of these tenants whose credit is on one of these lines, by id. */
  lockOfLines(tenants: readonly TenantId[], lines: readonly LineId[]): Promise<readonly Payment[]>;
  insert(payments: readonly Payment[]): Promise<void>;
  /** Updates amounts and status of payments; other fields never change. */
  update(payments: readonly Payment[]): Promise<void>;
  /** Saves that a line on the tenant's account refunds these payments with a deposit. */
  insertDepositRefunds(tenantLineId: LineId, payments: readonly PaymentId[]): Promise<void>;
}

/** Port: the allocations of payments. Each method is one statement. */
export interface PaymentAllocationStore {
  /** Returns all allocations of a payment as clients see them, in order of creation. */
  viewsOf(paymentId: PaymentId): Promise<readonly PaymentAllocationView[]>;
  /** Returns the effective allocations to these calls. */
  ofCalls(calls: readonly RentCallId[]): Promise<readonly PaymentAllocation[]>;
  /** Returns the effective allocations of these payments. */
  ofPayments(payments: readonly PaymentId[]): Promise<readonly PaymentAllocation[]>;
  /** Returns the effective allocations with these lines on tenants' accounts. */
  carriedBy(lines: readonly LineId[]): Promise<readonly PaymentAllocation[]>;
  /** Returns the effective allocations made by applying a run. */
  madeBy(runId: BillingRunId): Promise<readonly PaymentAllocation[]>;
  /** Returns the owners' effective parts of these allocations. */
  partsOf(allocations: readonly PaymentAllocationId[]): Promise<readonly CollectedPart[]>;
  insert(allocations: readonly PaymentAllocation[], parts: readonly CollectedPart[]): Promise<void>;
  /** Updates the status of allocations. */
  update(allocations: readonly PaymentAllocation[]): Promise<void>;
  /** Updates the status of parts. */
  updateParts(parts: readonly CollectedPart[]): Promise<void>;
  /** Marks parts as remitted by an applied run. */
  remit(parts: readonly CollectedPart["id"][], runId: BillingRunId): Promise<void>;
  /** Makes the parts remitted by a run available to another run. */
  reverseOf(runId: BillingRunId): Promise<void>;
}

/** A tenant with the name that a bank transaction may contain. */
export interface NamedTenant {
  readonly tenantId: TenantId;
  readonly tenantName: string;
}

/** A tenant with an IBAN. */
export interface TenantOfIban extends NamedTenant {
  readonly iban: string;
}

/** A lease with the number under which the family allowance fund (CAF) pays for it. */
export interface LeaseOfCaf {
  readonly number: string;
  readonly leaseId: LeaseId;
  readonly leaseReference: string;
}

/** A tenant, payer or guarantor of a lease, with the days. */
export interface PayingParty extends Pick<LeaseParty, "validFrom" | "validTo"> {
  readonly tenantId: TenantId;
  readonly leaseId: LeaseId;
  readonly leaseReference: string;
}

/** A tenant of a lease, primary or not. */
export interface TenantOfLease extends NamedTenant, Pick<LeaseParty, "id" | "role" | "validFrom" | "validTo"> {
  readonly leaseId: LeaseId;
  readonly leaseReference: string;
}

/** A line of a call on a tenant's account, with its accounting day. */
export interface CallLine {
  readonly rentCallId: RentCallId;
  readonly lineId: LineId;
  readonly accountingDate: Day;
}

/** A line of a credit note on a tenant's account, beside the line that carries the note's credit. */
export interface CreditNoteLine {
  readonly creditLineId: LineId;
  readonly lineId: LineId;
}

/** The references of money that moves back. */
export interface ReversedReferences extends OriginalsQuery {
  readonly payoutReferences: readonly string[];
}

/** Port: bulk reads of the estate and of rent calls, to match payments. Each method is one statement. */
export interface MoneyInSource {
  /** Returns calls by reference. */
  callsOf(references: readonly string[]): Promise<readonly RentCall[]>;
  /** Returns the unpaid calls of these tenants, by due date, then by reference. */
  openCalls(tenants: readonly TenantId[]): Promise<readonly RentCall[]>;
  /** Returns the unpaid calls of these leases, in the same order. */
  openCallsOfLeases(leases: readonly LeaseId[]): Promise<readonly RentCall[]>;
  /** Returns calls of known tenants with exactly one of these unpaid amounts, in the same order. */
  openCallsOfAmounts(amounts: readonly Cents[]): Promise<readonly RentCall[]>;
  tenantsOfIbans(ibans: readonly string[]): Promise<readonly TenantOfIban[]>;
  /** Returns leases, in force or formerly, by CAF number, without spaces and in capitals. */
  leasesOfCaf(numbers: readonly string[]): Promise<readonly LeaseOfCaf[]>;
  /** Returns the leases, in force or formerly, of which these tenants are a party as tenant, payer or guarantor. */
  leasesPaidBy(tenants: readonly TenantId[]): Promise<readonly PayingParty[]>;
  /** Returns the tenants of these leases, by party id. */
  tenantsOfLeases(leases: readonly LeaseId[]): Promise<readonly TenantOfLease[]>;
  /** Returns the billed lines of calls: rent before charges, then by lease, unit and first day (rental.md 3.2). */
  linesOf(calls: readonly RentCallId[]): Promise<readonly DueLine[]>;
  /** Returns the lines of these calls on tenants' accounts. */
  callLines(calls: readonly RentCallId[]): Promise<readonly CallLine[]>;
  /** Returns the other lines of the credit notes that these payments are the credit of, on tenants' accounts. */
  creditNoteLines(payments: readonly PaymentId[]): Promise<readonly CreditNoteLine[]>;
  /** Returns those of these runs that cannot be cancelled: a call is paid, a payout has left or a deposit is returned. */
  settledRuns(runs: readonly BillingRunId[]): Promise<readonly BillingRunId[]>;
  /**
   * Returns the applied runs whose `cancellable` may change when this money moves: those that are cancellable, and
   * those paid by one of these bank transactions or with a payout named or executed by one.
   */
  runsToMark(moved: ReversedReferences): Promise<readonly BillingRunId[]>;
  /** Returns the number of entries of these payouts; payouts without entries are left out. */
  payoutEntries(payouts: readonly Id<"OwnerPayout">[]): Promise<ReadonlyMap<Id<"OwnerPayout">, number>>;
  /** Returns the unpaid amount of the owners' parts of calls in accrual mode; owners without are left out. */
  unpaidPartsOf(owners: readonly OwnerId[]): Promise<ReadonlyMap<OwnerId, Cents>>;
}

/** The stores of incoming money, in addition to ledger and rent calls. */
export interface MoneyInStores {
  readonly bankTransactions: BankTransactionStore;
  readonly payments: PaymentStore;
  readonly paymentAllocations: PaymentAllocationStore;
  readonly moneyInSource: MoneyInSource;
}
