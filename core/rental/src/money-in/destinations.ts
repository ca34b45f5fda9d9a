import { existing } from "@cartulary/kernel";
import type { RentCall, RentCallId } from "../calls/rent-call.ts";
import type { LeaseId } from "../leases/lease.ts";
import { type BankTransaction, suspendedCents } from "../payments/bank-transaction.ts";
import type { TenantId } from "../people/tenant.ts";
import type { Brought } from "./brought.ts";
import { callsOwing, type Dues, duesOf } from "./dues.ts";
import type { Intake } from "./intake.ts";
import {
  accountsOf,
  callsNamedBy,
  callsOfPayers,
  type Destination,
  destinationOfAmount,
  destinationOfCaf,
  type Named,
  namedDestination,
  namedReferences,
  numbersIn,
  type Payer,
  payerOf,
  type Sighted,
  tenantsOf,
} from "./matching.ts";
import { decided, maybeOfSeveral, payingBy } from "./payers.ts";

/** What transactions are for as far as it does not depend on what is still due, and where else to look. */
export interface Sought {
  readonly named: Named;
  /** Of each; `null` where it names nobody. */
  readonly sighted: readonly Sight[];
  /** Calls of exactly the amounts of those that nothing else may decide, where one of these names their tenants. */
  readonly candidates: readonly RentCall[];
}

/** What a transaction says that it is for, by what it names, else by its account, else by the family fund's number. */
type Sight = "unclear" | readonly Sighted[];

/** By what each names; else by account, by the family fund's number, by exact amount and tenant (rental.md §4). */
export async function soughtBy({ stores: { moneyInSource } }: Intake, items: readonly Brought[]): Promise<Sought> {
  const calls = new Map(
    (await moneyInSource.callsOf([...new Set(items.flatMap(namedReferences))])).map((call) => [call.reference, call]),
  );
  const accounts = new Set(items.flatMap(({ transaction }) => transaction.counterpartyIban ?? []));
  const ibans = Map.groupBy(await moneyInSource.tenantsOfIbans([...accounts]), ({ iban }) => iban);
  const first = items.map((item) => namedDestination(item, { calls }));
  const others = items.filter((_, index) => first[index] === null).map(({ transaction }) => transaction);
  const numbers = await moneyInSource.leasesOfCaf([...new Set(others.flatMap(({ label }) => numbersIn(label)))]);
  const payers = new Set(others.flatMap((each) => accountsOf(each, { ibans }).map(({ tenantId }) => tenantId)));
  const paidBy = await moneyInSource.leasesPaidBy([...payers]);
  const tenants = await moneyInSource.tenantsOfLeases(distinctLeases([...numbers, ...paidBy]));
  const ofTenants = Map.groupBy(paidBy, ({ tenantId }) => tenantId);
  const parties = { ofTenants, tenantsOfLeases: Map.groupBy(tenants, ({ leaseId }) => leaseId) };
  const sighted = first.map((found, index): Sight => {
    if (found !== null) return found === "unclear" ? found : [found];
    const { transaction } = existing(items[index]);
    const paying = payingBy(accountsOf(transaction, { ibans }), transaction.bookedOn, parties);
    return [paying, destinationOfCaf(transaction, numbers, parties)].flatMap((each) => each ?? []);
  });
  const open = await openOfAmounts(
    moneyInSource,
    items.filter((_, index) => isOpen(existing(sighted[index]))).map(({ transaction }) => transaction),
  );
  const known = new Set(parties.tenantsOfLeases.keys());
  const more = await moneyInSource.tenantsOfLeases(
    distinctLeases(
      open.flatMap(({ call: { leaseId } }) => (leaseId === null || known.has(leaseId) ? [] : [{ leaseId }])),
    ),
  );
  const tenantsOfLeases = Map.groupBy([...tenants, ...more], ({ leaseId }) => leaseId);
  const named = { calls, ibans, parties: { ofTenants, tenantsOfLeases } };
  return { named, sighted, candidates: candidatesOf(open, named) };
}

/** Whether an exact amount may have to decide. */
const isOpen = (sight: Sight): boolean =>
  sight !== "unclear" && sight.every((each) => each.kind === "payer" && maybeOfSeveral(each));

const distinctLeases = (named: readonly { readonly leaseId: LeaseId }[]): readonly LeaseId[] => [
  ...new Set(named.map(({ leaseId }) => leaseId)),
];

/** A call, and the transactions of exactly what is due of it. */
interface OfAmount {
  readonly call: RentCall;
  readonly transactions: readonly BankTransaction[];
}

async function openOfAmounts(
  moneyInSource: Intake["stores"]["moneyInSource"],
  transactions: readonly BankTransaction[],
): Promise<readonly OfAmount[]> {
  const ofAmounts = Map.groupBy(transactions, suspendedCents);
  const calls = await moneyInSource.openCallsOfAmounts([...ofAmounts.keys()]);
  return calls.map((call) => ({ call, transactions: ofAmounts.get(call.remainingAmountCents) ?? [] }));
}

function candidatesOf(open: readonly OfAmount[], named: Named): readonly RentCall[] {
  const payers = new Map<readonly BankTransaction[], readonly Payer[]>();
  for (const { transactions } of open)
    if (!payers.has(transactions))
      payers.set(
        transactions,
        transactions.map((each) => payerOf(each, named)),
      );
  return open.flatMap(({ call, transactions }) => callsOfPayers(payers.get(transactions) ?? [], [call], named.parties));
}

/** What one is for, once what was brought before it has paid what it pays: an amount is looked for among what is due then. */
export function destinationOf(
  transaction: BankTransaction,
  sight: Sight,
  { named, dues }: Pick<Sought, "named"> & { readonly dues: Dues },
): Destination | null {
  if (sight === "unclear") return null;
  for (const each of sight) {
    const found = each.kind === "payer" ? decided(each, dues) : each;
    if (found) return found;
  }
  return destinationOfAmount(transaction, callsOwing(dues, suspendedCents(transaction)), named);
}

/** What is due, and which calls something was paid of before. */
export interface Owed {
  readonly dues: Dues;
  readonly paidBefore: ReadonlySet<RentCallId>;
}

/** All calls that may be paid, locked, with what is due of each. */
export async function readDues({ stores }: Intake, { sighted, candidates }: Sought): Promise<Owed> {
  const known = sighted.flatMap((sight) => (sight === "unclear" ? [] : sight));
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
    dues: duesOf(calls, lines, allocations, parts),
    paidBefore: new Set(allocations.map(({ rentCallId }) => rentCallId)),
  };
}
