import { type Day, existing } from "@cartulary/kernel";
import { type EntryId, type LineId, type PostedGroup, type SealedEntry, sum, ZERO } from "@cartulary/ledger";
import type { RentCallId } from "../calls/rent-call.ts";
import { type BankTransaction, movedOn, suspendedCents } from "../payments/bank-transaction.ts";
import { type Payment, type PaymentMethod, paymentStatus, remainingOf } from "../payments/payment.ts";
import type { CallLine } from "../payments/ports.ts";
import { markRuns } from "../runs/settled-runs.ts";
import type { Brought } from "./brought.ts";
import { destinationOf, readDues, soughtBy } from "./destinations.ts";
import { type Intake, postAllLettered } from "./intake.ts";
import { letterTouched } from "./lettering.ts";
import { accountsOf } from "./matching.ts";
import { entriesOf, type Planned, plannedReceipts } from "./planned-receipts.ts";
import { type Receipt, receiptOf } from "./receipt.ts";
import type { Transfer } from "./receipt-entries.ts";
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
    const destination = destinationOf(transaction, existing(sought.sighted[index]), { named: sought.named, dues });
    if (!destination) return null;
    return receiptOf(transaction, destination, {
      dues,
      now: intake.now,
      accounts: accountsOf(transaction, sought.named),
    });
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
  const amountCents = suspendedCents(transaction);
  const remainingCents = remainingOf(amountCents, use);
  const { tenantId, tenantName, leaseId, leaseReference, payerId, payerName } = receipt;
  return {
    transaction: movedOn(
      { ...transaction, paymentId: payment.id, entryId: transaction.entryId ?? entryId, updatedAt: now },
      { settled: amountCents },
    ),
    payment: {
      ...{ mandataireId, ...payment, bankTransactionId: transaction.id, amountCents },
      ...{ ...use, remainingCents, currency: "EUR", paymentDate: transaction.bookedOn, direction: "inbound" },
      ...{ paymentMethod: methodOf(transaction), status: paymentStatus({ ...use, remainingCents }) },
      ...{ tenantId, tenantName, leaseId, leaseReference, payerId, payerName, bankAccountId: null },
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
export function methodOf({ method }: BankTransaction): PaymentMethod {
  return method === null || method === "rejection" || method === "refund" ? "bank_transfer" : method;
}
