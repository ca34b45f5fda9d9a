import { existing } from "@cartulary/kernel";
import type { RentCall, RentCallId } from "../calls/rent-call.ts";
import { type BankTransaction, suspendedCents } from "../payments/bank-transaction.ts";
import type { TenantId } from "../people/tenant.ts";
import type { Brought } from "./brought.ts";
import { callsOwing, type Dues, duesOf } from "./dues.ts";
import type { Intake } from "./intake.ts";
import {
  callsNamedBy,
  callsOfPayers,
  type Destination,
  destinationOfAmount,
  destinationOfCaf,
  type Named,
  namedDestination,
  namedReferences,
  numbersIn,
  payerOf,
  tenantsOf,
} from "./matching.ts";

/** What transactions are for as far as it does not depend on what is still due, and where else to look. */
export interface Sought {
  readonly named: Named;
  /** Of each; `null` where it names nobody. */
  readonly destinations: readonly (Destination | "unclear" | null)[];
  /** Calls of exactly the amounts of those that name nobody, where one of these names their tenants. */
  readonly candidates: readonly RentCall[];
}

/** By what each names; else by the family fund's number, else by exact amount and tenant (rental.md §4). */
export async function soughtBy({ stores: { moneyInSource } }: Intake, items: readonly Brought[]): Promise<Sought> {
  const calls = await moneyInSource.callsOf([...new Set(items.flatMap(namedReferences))]);
  const accounts = new Set(items.flatMap(({ transaction }) => transaction.counterpartyIban ?? []));
  const ibans = await moneyInSource.tenantsOfIbans([...accounts]);
  const named = {
    calls: new Map(calls.map((call) => [call.reference, call])),
    ibans: Map.groupBy(ibans, ({ iban }) => iban),
  };
  const first = items.map((item) => namedDestination(item, named));
  const others = items.filter((_, index) => first[index] === null).map(({ transaction }) => transaction);
  const numbers = await moneyInSource.tenantsOfCaf([...new Set(others.flatMap(({ label }) => numbersIn(label)))]);
  const destinations = first.map((found, index) => found ?? destinationOfCaf(transactionAt(items, index), numbers));
  const nameless = items.filter((_, index) => destinations[index] === null).map(({ transaction }) => transaction);
  const ofAmounts = Map.groupBy(nameless, suspendedCents);
  const open = await moneyInSource.openCallsOfAmounts([...ofAmounts.keys()]);
  const candidates = [...Map.groupBy(open, ({ remainingAmountCents }) => remainingAmountCents)].flatMap(
    ([amount, calls]) =>
      callsOfPayers(
        (ofAmounts.get(amount) ?? []).map((each) => payerOf(each, named)),
        calls,
      ),
  );
  return { named, destinations, candidates };
}

const transactionAt = (items: readonly Brought[], index: number) => existing(items[index]).transaction;

/** What one is for, once what was brought before it has paid what it pays: an amount is looked for among what is due then. */
export function destinationOf(
  transaction: BankTransaction,
  found: Sought["destinations"][number],
  { named, dues }: Pick<Sought, "named"> & { readonly dues: Dues },
): Destination | null {
  if (found === "unclear") return null;
  return found ?? destinationOfAmount(transaction, callsOwing(dues, suspendedCents(transaction)), named);
}

/** What is due, and which calls something was paid of before. */
export interface Owed {
  readonly dues: Dues;
  readonly paidBefore: ReadonlySet<RentCallId>;
}

/** All calls that may be paid, locked, with what is due of each. */
export async function readDues({ stores }: Intake, { destinations, candidates }: Sought): Promise<Owed> {
  const known = destinations.flatMap((found) => (found === null || found === "unclear" ? [] : found));
  const owing = [...known.flatMap(tenantsOf), ...candidates.map(({ tenantId }) => tenantId)];
  const tenants = new Set(owing.flatMap((id): readonly TenantId[] => (id === null ? [] : [id])));
  const open = await stores.moneyInSource.openCalls([...tenants]);
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
