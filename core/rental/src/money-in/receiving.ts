import { type Day, existing } from "@cartulary/kernel";
import {
  type EntryId,
  type LineId,
  type NewEntry,
  type PostedGroup,
  type SealedEntry,
  sum,
  yearOf,
  ZERO,
} from "@cartulary/ledger";
import type { RentCall, RentCallId } from "../calls/rent-call.ts";
import type { BankTransaction } from "../payments/bank-transaction.ts";
import { type Payment, type PaymentMethod, paymentStatus, remainingOf } from "../payments/payment.ts";
import type { CallLine } from "../payments/ports.ts";
import type { OwnerId } from "../people/owner.ts";
import type { TenantId } from "../people/tenant.ts";
import { allottedReferences } from "../references/reference.ts";
import { markRuns } from "../runs/settled-runs.ts";
import type { Brought } from "./brought.ts";
import { callsOwing, type Dues, duesOf } from "./dues.ts";
import { type Intake, postAllLettered } from "./intake.ts";
import { letterTouched } from "./lettering.ts";
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
import { type Receipt, receiptOf } from "./receipt.ts";
import {
  type Bookings,
  bankEntry,
  collectionTransfers,
  suspenseLine,
  type Transfer,
  tenantLines,
} from "./receipt-entries.ts";
import { type Settlement, saveSettlements } from "./settling.ts";

/**
 * Takes inbound transactions in, in their order: what each is for, its payment, what it pays, its entries, letters. In a
 * number of statements that does not grow with them. Answers the transactions as they are then; those that were new are
 * stored.
 */
export async function receive(intake: Intake, items: readonly Brought[]): Promise<readonly BankTransaction[]> {
  const sought = await soughtBy(intake, items);
  const { dues, paidBefore } = await readDues(intake, sought);
  const receipts = items.map(({ transaction }, index) => {
    const destination = destinationOf(transaction, sought.destinations[index] ?? null, { named: sought.named, dues });
    return destination && receiptOf(transaction, destination, dues, intake.now);
  });
  const touched = [...touchedCalls(receipts)];
  const callLines = await intake.stores.moneyInSource.callLines(touched);
  const planned = await plannedReceipts(intake, items, { receipts, callLines });
  const groups = freshGroups(
    planned,
    callLines.filter(({ rentCallId }) => !paidBefore.has(rentCallId)),
  );
  const { transactions, lettered } = await written(intake, planned, groups);
  await intake.stores.rentCalls.update(touched.map((id) => existing(dues.calls.get(id))));
  await letterTouched(intake, { calls: touched.filter((id) => !lettered.has(id)) });
  await markRuns(
    intake,
    receipts.flatMap((receipt) => receipt?.paid.map(({ call }) => call) ?? []),
  );
  return transactions;
}

const touchedCalls = (receipts: readonly (Receipt | null)[]): ReadonlySet<RentCallId> =>
  new Set(receipts.flatMap((receipt) => receipt?.paid.map(({ call }) => call.id) ?? []));

/** What transactions are for as far as it does not depend on what is still due, and where else to look. */
interface Sought {
  readonly named: Named;
  /** Of each; `null` where it names nobody. */
  readonly destinations: readonly (Destination | "unclear" | null)[];
  /** Calls of exactly the amounts of those that name nobody, where one of these names their tenants. */
  readonly candidates: readonly RentCall[];
}

/** By what each names; else by the family fund's number, else by exact amount and tenant (rental.md §4). */
async function soughtBy({ stores: { moneyInSource } }: Intake, items: readonly Brought[]): Promise<Sought> {
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
  const ofAmounts = Map.groupBy(nameless, ({ amountCents }) => amountCents);
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
function destinationOf(
  transaction: BankTransaction,
  found: Sought["destinations"][number],
  { named, dues }: Pick<Sought, "named"> & { readonly dues: Dues },
): Destination | null {
  if (found === "unclear") return null;
  return found ?? destinationOfAmount(transaction, callsOwing(dues, transaction.amountCents), named);
}

/** What is due, and which calls something was paid of before. */
interface Owed {
  readonly dues: Dues;
  readonly paidBefore: ReadonlySet<RentCallId>;
}

/** All calls that may be paid, locked, with what is due of each. */
async function readDues({ stores }: Intake, { destinations, candidates }: Sought): Promise<Owed> {
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

/** A transaction with what it comes to, its entries in their order. */
interface Planned {
  readonly item: Brought;
  readonly receipt: Receipt | null;
  readonly payment: Pick<Payment, "id" | "reference"> | null;
  readonly entry: NewEntry | null;
  readonly transfers: readonly Transfer[];
}

/** Receipts, and the lines of the calls that they pay. */
interface Made {
  readonly receipts: readonly (Receipt | null)[];
  readonly callLines: readonly CallLine[];
}

async function plannedReceipts(
  intake: Intake,
  items: readonly Brought[],
  { receipts, callLines }: Made,
): Promise<readonly Planned[]> {
  const bookings = await bookingsOf(intake, { receipts, callLines });
  const payments = await newPayments(intake, receipts);
  return items.map((item, index) => {
    const [receipt = null, payment = null] = [receipts[index], payments[index]];
    if (!receipt || !payment)
      return { item, receipt: null, payment: null, transfers: [], entry: suspenseEntry(item, bookings) };
    return { item, receipt, payment, ...receiptEntries(item, receipt, payment, bookings) };
  });
}

/** What nobody knows the purpose of stands in suspense; what stands there already stays. */
function suspenseEntry({ transaction, isInSuspense }: Brought, bookings: Bookings): NewEntry | null {
  if (isInSuspense) return null;
  const source = { sourceType: "Payment", sourceId: transaction.id, sourceSeq: 0 };
  const description = `Encaissement à identifier ${transaction.bankReference}`;
  return bankEntry({ transaction, isInSuspense, source, description }, suspenseLine(transaction), bookings);
}

function receiptEntries(
  { transaction, isInSuspense }: Brought,
  receipt: Receipt,
  { id, reference }: Pick<Payment, "id" | "reference">,
  bookings: Bookings,
): Pick<Planned, "entry" | "transfers"> {
  const movement = {
    ...{ transaction, isInSuspense, description: `Encaissement ${reference}` },
    source: { sourceType: "Payment", sourceId: id, sourceSeq: 0 },
  };
  const { bookedOn: day } = transaction;
  const collected = { paymentId: id, reference, day, documentDate: day, documentReference: reference };
  return {
    entry: bankEntry(movement, tenantLines({ ...receipt, reference }, bookings), bookings),
    transfers: collectionTransfers(receipt.paid, collected, bookings),
  };
}

/** Codes of accounts and days of calls, of all that receipts pay. */
async function bookingsOf(
  { stores, book, societyCode, today }: Intake,
  { receipts, callLines }: Made,
): Promise<Bookings> {
  const made = receipts.flatMap((receipt) => receipt ?? []);
  const calls = made.flatMap(({ paid }) => paid.map(({ call }) => call));
  const tenants = new Set(
    [...made, ...calls].flatMap(({ tenantId }): readonly TenantId[] => (tenantId ? [tenantId] : [])),
  );
  const owners = new Set(
    made
      .flatMap(({ paid }) => paid.flatMap(({ instalments }) => instalments.flatMap(({ shares }) => shares)))
      .map((share): OwnerId => share.ownerId),
  );
  const tenantCodes = await stores.applicationSource.tenantCodes([...tenants]);
  const payees = await stores.applicationSource.payees([...owners]);
  return {
    ...{ book, societyCode, today },
    codes: new Map<TenantId | OwnerId, string>([
      ...tenantCodes,
      ...payees.map(({ id, accountingCode }) => [id, accountingCode] as const),
    ]),
    callDays: new Map(callLines.map(({ rentCallId, accountingDate }) => [rentCallId, accountingDate] as const)),
  };
}

/** Ids and references of the payments that receipts make, numbered in their order, by the year of the bank's day. */
async function newPayments(
  { stores: { codes }, newId }: Intake,
  receipts: readonly (Receipt | null)[],
): Promise<readonly (Pick<Payment, "id" | "reference"> | null)[]> {
  const ids = receipts.map(() => newId<"Payment">()).sort();
  const years = Map.groupBy(
    receipts.flatMap((receipt, index) => (receipt ? [{ index, day: receipt.transaction.bookedOn }] : [])),
    ({ day }) => `${yearOf(day)}`,
  );
  const references = new Map<number, string>();
  for (const [year, own] of [...years].sort()) {
    const allotted = await allottedReferences(codes, "EN", year, own.length);
    for (const [place, { index }] of own.entries()) references.set(index, allotted[place]?.text ?? "");
  }
  return receipts.map((receipt, index) =>
    receipt ? { id: ids[index] as Payment["id"], reference: references.get(index) ?? "" } : null,
  );
}

/** A call with all lines that are about it, those that are there and those that pay it. */
interface FreshGroup extends PostedGroup {
  readonly call: RentCallId;
}

/** What calls are lettered with that nothing was paid of before: only what pays them now hangs together with them. */
function freshGroups(planned: readonly Planned[], callLines: readonly CallLine[]): readonly FreshGroup[] {
  const carriers = new Map<RentCallId, PostedGroup["posted"]>();
  let entry = 0;
  for (const each of planned) {
    for (const [index, { call }] of (each.receipt?.paid ?? []).entries())
      carriers.set(call.id, [...(carriers.get(call.id) ?? []), { entry, line: carrierAt(index) }]);
    entry += entriesOf(each).length;
  }
  return [...Map.groupBy(callLines, ({ rentCallId }) => rentCallId)].map(([call, own]) => ({
    ...{ call, lineIds: own.map(({ lineId }) => lineId), posted: carriers.get(call) ?? [] },
  }));
}

/** The line of an entry that carries what it pays of a call: after what moved, in the order of the calls. */
const carrierAt = (place: number): number => place + 1;

/** What was written: transactions, and calls that have their letters. */
interface Written {
  readonly transactions: readonly BankTransaction[];
  readonly lettered: ReadonlySet<RentCallId>;
}

/** Posts all entries, then stores transactions, payments, and what they pay. */
async function written(intake: Intake, planned: readonly Planned[], groups: readonly FreshGroup[]): Promise<Written> {
  const { entries: sealed, left } = await postAllLettered(intake, planned.flatMap(entriesOf), groups);
  let next = 0;
  const results = planned.map((each) => {
    const count = entriesOf(each).length;
    next += count;
    return resultOf(intake, each, sealed.slice(next - count, next));
  });
  const { bankTransactions, payments } = intake.stores;
  const transactions = results.map(({ transaction }) => transaction);
  await bankTransactions.insert(transactions.filter((_, index) => !planned[index]?.item.isInSuspense));
  await bankTransactions.update(transactions.filter((_, index) => planned[index]?.item.isInSuspense));
  await payments.insert(results.flatMap(({ payment }) => payment ?? []));
  await saveSettlements(
    intake,
    results.flatMap(({ settlement }) => settlement ?? []),
  );
  const others = new Set(left.map((place) => groups[place]?.call));
  return { transactions, lettered: new Set(groups.flatMap(({ call }) => (others.has(call) ? [] : [call]))) };
}

const entriesOf = ({ entry, transfers }: Planned): readonly NewEntry[] => [
  ...(entry ? [entry] : []),
  ...transfers.map((transfer, index) => ({ ...transfer.entry, sourceSeq: index + 1 })),
];

interface Result {
  readonly transaction: BankTransaction;
  readonly payment: Payment | null;
  readonly settlement: Settlement | null;
}

function resultOf(
  { mandataireId, now, today }: Intake,
  { item: { transaction, isInSuspense }, receipt, payment, transfers }: Planned,
  sealed: readonly SealedEntry[],
): Result {
  const [entry] = sealed;
  const entryId = entry?.id ?? null;
  if (!receipt || !payment || !entry)
    return {
      transaction: { ...transaction, entryId: transaction.entryId ?? entryId },
      payment: null,
      settlement: null,
    };
  const carriers = new Map(
    receipt.paid.map(({ call }, index) => [call.id, entry.lines[carrierAt(index)]?.id as LineId]),
  );
  const use = { allocatedCents: sum(receipt.paid.map(({ amountCents }) => amountCents)), refundedCents: ZERO };
  const remainingCents = remainingOf(transaction.amountCents, use);
  const { tenantId, tenantName, leaseId, leaseReference } = receipt;
  return {
    transaction: {
      ...transaction,
      ...{ status: "matched", paymentId: payment.id, entryId: transaction.entryId ?? entryId, updatedAt: now },
    },
    payment: {
      ...{ mandataireId, ...payment, bankTransactionId: transaction.id, amountCents: transaction.amountCents },
      ...{ ...use, remainingCents, currency: "EUR", paymentDate: transaction.bookedOn, direction: "inbound" },
      ...{ paymentMethod: methodOf(transaction), status: paymentStatus({ ...use, remainingCents }) },
      ...{ tenantId, tenantName, leaseId, leaseReference, bankAccountId: null },
      ...{ entryId: entry.id, entriesCount: sealed.length, createdAt: now, updatedAt: now },
      creditLineId: receipt.leftCents > 0 ? (entry.lines.at(-1)?.id ?? null) : null,
    },
    settlement: {
      payment: { id: payment.id, paymentDate: transaction.bookedOn },
      paid: receipt.paid,
      allocationDate: allocationDay(transaction, isInSuspense, today),
      carrierOf: (call) => carriers.get(call) as LineId,
      transferOf: (call) => transferOf(transfers, sealed.slice(1), call),
      madeByRunId: null,
    },
  };
}

/** The entry that hands over what was collected on a call. */
export function transferOf(
  transfers: readonly Transfer[],
  sealed: readonly SealedEntry[],
  call: RentCallId,
): EntryId | null {
  const index = transfers.findIndex(({ calls }) => calls.has(call));
  return sealed[index]?.id ?? null;
}

const allocationDay = ({ bookedOn }: BankTransaction, isInSuspense: boolean, today: Day): Day =>
  isInSuspense ? today : bookedOn;

/** A method that no payment has is that of a transfer. */
function methodOf({ method }: BankTransaction): PaymentMethod {
  return method === null || method === "rejection" || method === "refund" ? "bank_transfer" : method;
}
