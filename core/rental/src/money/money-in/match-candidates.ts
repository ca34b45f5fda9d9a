import { orNotFound } from "@cartulary/kernel";
import type { RentCall, RentCallId } from "../../billing/rent-calls/rent-call.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import { type BankTransaction, suspendedCents } from "../payments/bank-transaction.ts";
import { callsDueExactly, createDues, type Dues } from "./amounts-due.ts";
import type { IncomingTransaction } from "./incoming-transaction.ts";
import type { IngestionContext } from "./ingestion-context.ts";
import {
  accountsOf,
  callReferencesIn,
  callsNamedBy,
  callsOfPayers,
  type MatchTarget,
  numbersIn,
  type Payer,
  payerOf,
  type ReferencedRecords,
  type Sighted,
  targetByAmount,
  targetByCafNumber,
  targetByReference,
  tenantsOf,
} from "./match-transaction.ts";
import { decided, maybeOfSeveral, payingBy } from "./payers.ts";

/** The matching of transactions as far as it does not depend on the amounts due, with candidates for the rest. */
export interface MatchCandidates {
  readonly targetsByReference: ReferencedRecords;
  /** The match of each transaction by reference or payer; empty if it has none. */
  readonly referenceMatches: readonly ReferenceMatch[];
  /** Calls that match an undecided transaction by exact amount and by tenant. */
  readonly candidates: readonly RentCall[];
}

/** The matches of a transaction by reference, otherwise by account and CAF number. */
type ReferenceMatch = "unclear" | readonly Sighted[];

/** Matches by reference; otherwise by account, CAF number, or exact amount and tenant (rental.md §4). */
export async function findMatchCandidates(
  { stores: { moneyInSource } }: IngestionContext,
  items: readonly IncomingTransaction[],
): Promise<MatchCandidates> {
  const calls = new Map(
    (await moneyInSource.callsOf([...new Set(items.flatMap(callReferencesIn))])).map((call) => [call.reference, call]),
  );
  const accounts = new Set(items.flatMap(({ transaction }) => transaction.counterpartyIban ?? []));
  const ibans = Map.groupBy(await moneyInSource.tenantsOfIbans([...accounts]), ({ iban }) => iban);
  const byReference = items.map((item) => targetByReference(item, { calls }));
  const unreferenced = items.filter((_, index) => byReference[index] === null).map(({ transaction }) => transaction);
  const numbers = await moneyInSource.leasesOfCaf([...new Set(unreferenced.flatMap(({ label }) => numbersIn(label)))]);
  const payers = new Set(unreferenced.flatMap((each) => accountsOf(each, { ibans }).map(({ tenantId }) => tenantId)));
  const paidBy = await moneyInSource.leasesPaidBy([...payers]);
  const tenants = await moneyInSource.tenantsOfLeases(distinctLeases([...numbers, ...paidBy]));
  const ofTenants = Map.groupBy(paidBy, ({ tenantId }) => tenantId);
  const parties = { ofTenants, tenantsOfLeases: Map.groupBy(tenants, ({ leaseId }) => leaseId) };
  const referenceMatches = byReference.map((found, index): ReferenceMatch => {
    if (found !== null) return found === "unclear" ? found : [found];
    const { transaction } = orNotFound(items[index]);
    const paying = payingBy(accountsOf(transaction, { ibans }), transaction.bookedOn, parties);
    return [paying, targetByCafNumber(transaction, numbers, parties)].flatMap((each) => each ?? []);
  });
  const open = await openOfAmounts(
    moneyInSource,
    items.filter((_, index) => isOpen(orNotFound(referenceMatches[index]))).map(({ transaction }) => transaction),
  );
  const known = new Set(parties.tenantsOfLeases.keys());
  const more = await moneyInSource.tenantsOfLeases(
    distinctLeases(
      open.flatMap(({ call: { leaseId } }) => (leaseId === null || known.has(leaseId) ? [] : [{ leaseId }])),
    ),
  );
  const tenantsOfLeases = Map.groupBy([...tenants, ...more], ({ leaseId }) => leaseId);
  const named = { calls, ibans, parties: { ofTenants, tenantsOfLeases } };
  return { targetsByReference: named, referenceMatches, candidates: candidatesOf(open, named) };
}

/** Returns true if an exact amount may have to decide. */
const isOpen = (match: ReferenceMatch): boolean =>
  match !== "unclear" && match.every((each) => each.kind === "payer" && maybeOfSeveral(each));

const distinctLeases = (named: readonly { readonly leaseId: LeaseId }[]): readonly LeaseId[] => [
  ...new Set(named.map(({ leaseId }) => leaseId)),
];

/** A call with the transactions of exactly its unpaid amount. */
interface OfAmount {
  readonly call: RentCall;
  readonly transactions: readonly BankTransaction[];
}

async function openOfAmounts(
  moneyInSource: IngestionContext["stores"]["moneyInSource"],
  transactions: readonly BankTransaction[],
): Promise<readonly OfAmount[]> {
  const ofAmounts = Map.groupBy(transactions, suspendedCents);
  const calls = await moneyInSource.openCallsOfAmounts([...ofAmounts.keys()]);
  return calls.map((call) => ({ call, transactions: ofAmounts.get(call.remainingAmountCents) ?? [] }));
}

function candidatesOf(open: readonly OfAmount[], named: ReferencedRecords): readonly RentCall[] {
  const payers = new Map<readonly BankTransaction[], readonly Payer[]>();
  for (const { transactions } of open)
    if (!payers.has(transactions))
      payers.set(
        transactions,
        transactions.map((each) => payerOf(each, named)),
      );
  return open.flatMap(({ call, transactions }) => callsOfPayers(payers.get(transactions) ?? [], [call], named.parties));
}

/** Returns the target of a transaction after earlier ones are allocated; compares amounts still due. */
export function resolveTarget(
  transaction: BankTransaction,
  match: ReferenceMatch,
  { targetsByReference: named, dues }: Pick<MatchCandidates, "targetsByReference"> & { readonly dues: Dues },
): MatchTarget | null {
  if (match === "unclear") return null;
  for (const each of match) {
    const found = each.kind === "payer" ? decided(each, dues) : each;
    if (found) return found;
  }
  return targetByAmount(transaction, callsDueExactly(dues, suspendedCents(transaction)), named);
}

/** The amounts due, and the calls with earlier allocations. */
export interface AmountsDue {
  readonly dues: Dues;
  readonly paidBefore: ReadonlySet<RentCallId>;
}

/** Locks all calls that may be paid and reads their amounts due. */
export async function readDues(
  { stores }: IngestionContext,
  { referenceMatches, candidates }: MatchCandidates,
): Promise<AmountsDue> {
  const known = referenceMatches.flatMap((match) => (match === "unclear" ? [] : match));
  const leases = distinctLeases(known.flatMap((each) => (each.kind === "payer" ? each.leases : [])));
  const owing = [...known.flatMap(tenantsOf), ...candidates.map(({ tenantId }) => tenantId)];
  const tenants = new Set(owing.flatMap((id): readonly TenantId[] => (id === null ? [] : [id])));
  const open = [
    ...(await stores.moneyInSource.openCalls([...tenants])),
    ...(await stores.moneyInSource.openCallsOfLeases(leases)),
  ];
  const ids = [...new Set([...open.map(({ id }) => id), ...known.flatMap(callsNamedBy)])];
  const calls = await stores.rentCalls.lock(ids);
  const lines = await stores.moneyInSource.linesOf(ids);
  const allocations = await stores.paymentAllocations.ofCalls(ids);
  const parts = await stores.paymentAllocations.partsOf(allocations.map(({ id }) => id));
  return {
    dues: createDues(calls, lines, allocations, parts),
    paidBefore: new Set(allocations.map(({ rentCallId }) => rentCallId)),
  };
}
