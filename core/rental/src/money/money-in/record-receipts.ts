import { type Day, orNotFound } from "@cartulary/kernel";
import { type EntryId, type LineId, type PostedGroup, type SealedEntry, sum, ZERO } from "@cartulary/ledger";
import type { RentCallId } from "../../billing/rent-calls/rent-call.ts";
import { updateCancellable } from "../../billing/runs/run-settlement.ts";
import { type BankTransaction, movedOn, suspendedCents } from "../payments/bank-transaction.ts";
import { type Payment, type PaymentMethod, paymentStatus, remainingOf } from "../payments/payment.ts";
import type { CallLine } from "../payments/ports.ts";
import type { IncomingTransaction } from "./incoming-transaction.ts";
import { type IngestionContext, postWithLettering } from "./ingestion-context.ts";
import { letterTenantAccounts } from "./letter-tenant-accounts.ts";
import { findMatchCandidates, readDues, resolveTarget } from "./match-candidates.ts";
import { accountsOf } from "./match-transaction.ts";
import { entriesOf, type PlannedReceipt, planReceipts } from "./plan-receipts.ts";
import { type Receipt, receiptOf } from "./receipt.ts";
import type { Transfer } from "./receipt-entries.ts";
import { type PaymentAllocations, saveSettlements } from "./save-allocations.ts";

/**
 * Records inbound transactions in order: match, payment, allocations, entries, letters. The number of statements does
 * not grow with them. Returns the updated transactions; stores new ones.
 */
export async function recordReceipts(
  intake: IngestionContext,
  items: readonly IncomingTransaction[],
): Promise<readonly BankTransaction[]> {
  const matches = await findMatchCandidates(intake, items);
  const { dues, paidBefore } = await readDues(intake, matches);
  const receipts = items.map(({ transaction }, index) => {
    const destination = resolveTarget(transaction, orNotFound(matches.referenceMatches[index]), {
      targetsByReference: matches.targetsByReference,
      dues,
    });
    if (!destination) return null;
    return receiptOf(transaction, destination, {
      dues,
      now: intake.now,
      accounts: accountsOf(transaction, matches.targetsByReference),
    });
  });
  const paidCalls = [...paidCallIds(receipts)];
  const callLines = await intake.stores.moneyInSource.callLines(paidCalls);
  const plannedReceipts = await planReceipts(intake, items, { receipts, callLines });
  const groups = freshGroups(
    plannedReceipts,
    callLines.filter(({ rentCallId }) => !paidBefore.has(rentCallId)),
  );
  const { transactions, lettered } = await saveReceipts(intake, plannedReceipts, groups);
  await intake.stores.rentCalls.update(paidCalls.map((id) => orNotFound(dues.calls.get(id))));
  await letterTenantAccounts(intake, { calls: paidCalls.filter((id) => !lettered.has(id)) });
  await updateCancellable(
    intake,
    receipts.flatMap((receipt) => receipt?.paid.map(({ call }) => call) ?? []),
  );
  return transactions;
}

const paidCallIds = (receipts: readonly (Receipt | null)[]): ReadonlySet<RentCallId> =>
  new Set(receipts.flatMap((receipt) => receipt?.paid.map(({ call }) => call.id) ?? []));

/** A call with all its lines: its own and those of its payments. */
interface FreshGroup extends PostedGroup {
  readonly call: RentCallId;
}

/** Returns the lettering of calls without earlier payments, to which only the present payments are connected. */
function freshGroups(
  plannedReceipts: readonly PlannedReceipt[],
  callLines: readonly CallLine[],
): readonly FreshGroup[] {
  const payingLines = new Map<RentCallId, PostedGroup["posted"]>();
  let entry = 0;
  for (const each of plannedReceipts) {
    for (const [index, { call }] of (each.receipt?.paid ?? []).entries())
      payingLines.set(call.id, [...(payingLines.get(call.id) ?? []), { entry, line: payingLineIndex(index) }]);
    entry += entriesOf(each).length;
  }
  return [...Map.groupBy(callLines, ({ rentCallId }) => rentCallId)].map(([call, own]) => ({
    ...{ call, lineIds: own.map(({ lineId }) => lineId), posted: payingLines.get(call) ?? [] },
  }));
}

/** Returns the index of the line that pays a call: after the bank line, in the order of the calls. */
const payingLineIndex = (place: number): number => place + 1;

/** The saved transactions, and the calls lettered already. */
interface SavedReceipts {
  readonly transactions: readonly BankTransaction[];
  readonly lettered: ReadonlySet<RentCallId>;
}

/** Posts all entries, then saves transactions, payments and allocations. */
async function saveReceipts(
  intake: IngestionContext,
  plannedReceipts: readonly PlannedReceipt[],
  groups: readonly FreshGroup[],
): Promise<SavedReceipts> {
  const { entries: sealed, unletteredGroups: unlettered } = await postWithLettering(
    intake,
    plannedReceipts.flatMap(entriesOf),
    groups,
  );
  let next = 0;
  const results = plannedReceipts.map((each) => {
    const count = entriesOf(each).length;
    next += count;
    return resultOf(intake, each, sealed.slice(next - count, next));
  });
  const { bankTransactions, payments } = intake.stores;
  const transactions = results.map(({ transaction }) => transaction);
  await bankTransactions.insert(transactions.filter((_, index) => !plannedReceipts[index]?.item.isInSuspense));
  await bankTransactions.update(transactions.filter((_, index) => plannedReceipts[index]?.item.isInSuspense));
  await payments.insert(results.flatMap(({ payment }) => payment ?? []));
  await saveSettlements(
    intake,
    results.flatMap(({ settlement }) => settlement ?? []),
  );
  const unletteredCalls = new Set(unlettered.map((place) => groups[place]?.call));
  return { transactions, lettered: new Set(groups.flatMap(({ call }) => (unletteredCalls.has(call) ? [] : [call]))) };
}

interface Result {
  readonly transaction: BankTransaction;
  readonly payment: Payment | null;
  readonly settlement: PaymentAllocations | null;
}

function resultOf(
  { mandataireId, now, today }: IngestionContext,
  { item: { transaction, isInSuspense }, receipt, payment, transfers }: PlannedReceipt,
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
  const payingLines = new Map(
    receipt.paid.map(({ call }, index) => [call.id, entry.lines[payingLineIndex(index)]?.id as LineId]),
  );
  const use = { allocatedCents: sum(receipt.paid.map(({ amountCents }) => amountCents)), refundedCents: ZERO };
  const amountCents = suspendedCents(transaction);
  const remainingCents = remainingOf(amountCents, use);
  const { tenantId, tenantName, leaseId, leaseReference, payerId, payerName, payingTenantId } = receipt;
  return {
    transaction: movedOn(
      { ...transaction, paymentId: payment.id, entryId: transaction.entryId ?? entryId, updatedAt: now },
      { settled: amountCents },
    ),
    payment: {
      ...{ mandataireId, ...payment, bankTransactionId: transaction.id, amountCents },
      ...{ ...use, remainingCents, currency: "EUR", paymentDate: transaction.bookedOn, direction: "inbound" },
      ...{ paymentMethod: methodOf(transaction), status: paymentStatus({ ...use, remainingCents }) },
      ...{ tenantId, tenantName, leaseId, leaseReference, payerId, payerName, payingTenantId, bankAccountId: null },
      ...{ entryId: entry.id, entriesCount: sealed.length, createdAt: now, updatedAt: now },
      creditLineId: receipt.remainderCents > 0 ? (entry.lines.at(-1)?.id ?? null) : null,
    },
    settlement: {
      payment: { id: payment.id, paymentDate: transaction.bookedOn },
      paid: receipt.paid,
      allocationDate: allocationDay(transaction, isInSuspense, today),
      carrierOf: (call) => payingLines.get(call) as LineId,
      transferOf: (call) => transferOf(transfers, sealed.slice(1), call),
      madeByRunId: null,
    },
  };
}

/** Returns the entry that transfers the amount collected on a call. */
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

/** Returns the payment method; rejections, refunds and unknown methods count as transfers. */
export function methodOf({ method }: BankTransaction): PaymentMethod {
  return method === null || method === "rejection" || method === "refund" ? "bank_transfer" : method;
}
