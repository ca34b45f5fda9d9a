import type { Day } from "@cartulary/kernel";
import { type Cents, type EntryId, firstOpenDay, type ReversalInput, sum, ZERO } from "@cartulary/ledger";
import { updateCancellable } from "../../billing/runs/run-settlement.ts";
import type { PaymentAllocation } from "../payments/allocation.ts";
import { type BankTransaction, movedOn, suspendedCents } from "../payments/bank-transaction.ts";
import { isRejectable, type Payment, rejectedPayment, withAllocations } from "../payments/payment.ts";
import { type IncomingTransaction, isReceipt } from "./incoming-transaction.ts";
import { type IngestionContext, postAll } from "./ingestion-context.ts";
import { letterTenantAccounts } from "./letter-tenant-accounts.ts";
import { originalOf, originalsQuery } from "./originals.ts";
import { bankDay, bankEntry, refundLines } from "./receipt-entries.ts";
import { reverseAllocations } from "./save-allocations.ts";

/** An outbound transaction that reverses another one, new or in suspense. */
export type ReversingTransaction = Pick<IncomingTransaction, "transaction" | "isInSuspense">;

/**
 * Applies rejections as if one by one (rental.md §4, money.md 2.2): reverses the entries on the day of each, in their
 * own journals, under its bank reference; the calls become due again. Manual assignments of the original stay; that
 * part of the rejection goes into suspense. Returns `null` for a rejection without exactly one original. The number of
 * statements does not grow with them.
 */
export async function rejectAll(
  intake: IngestionContext,
  rejections: readonly IncomingTransaction[],
): Promise<readonly (BankTransaction | null)[]> {
  const { stores, now } = intake;
  const candidates = await stores.bankTransactions.lockOriginals(originalsQuery(rejections));
  const ids = candidates.flatMap(({ paymentId }) => paymentId ?? []);
  const payments = new Map((await stores.payments.lock([...new Set(ids)])).map((each) => [each.id, each]));
  const matches = matchRejections(rejections, candidates, payments);
  const matched = matches.flatMap((each) => each ?? []);
  if (matched.length === 0) return matches.map(() => null);
  const rejected = matched.flatMap(({ payment }) => payment ?? []);
  const allocations = await stores.paymentAllocations.ofPayments(rejected.map(({ id }) => id));
  const ofPayments = Map.groupBy(allocations, ({ paymentId }) => paymentId);
  const reversals = await reverseEntries(
    intake,
    matched.flatMap((each) => entriesToReverse(each, ofPayments)),
  );
  // Transfers of collected amounts are reversed with the other entries.
  const calls = await reverseAllocations(intake, allocations, async () => {});
  await stores.payments.update(rejected.map((payment) => rejectedPayment(payment, now)));
  const waiting = matched.flatMap(({ original }) => (suspendedCents(original) > 0 ? original : []));
  await stores.bankTransactions.update(
    waiting.map((original) => movedOn({ ...original, updatedAt: now }, { settled: suspendedCents(original) })),
  );
  await letterTenantAccounts(intake, { calls: calls.map(({ id }) => id) });
  await updateCancellable(intake, calls);
  return matches.map((each) => each && settledRejection(each, reversals, now));
}

/** A rejection with its original, and the original's payment if it is still effective. */
interface RejectionMatch {
  readonly undoing: ReversingTransaction;
  readonly original: BankTransaction;
  readonly payment: Payment | null;
  /** The reversible part of the original: the payment and the amount in suspense. */
  readonly reversibleCents: Cents;
}

/** Returns true if the original's entries are reversed; otherwise remainder and rejection meet in suspense. */
const isWhole = ({ original, reversibleCents }: RejectionMatch): boolean => reversibleCents === original.amountCents;

/** Finds the original of each rejection. An original is used once, by the earliest rejection. */
function matchRejections(
  rejections: readonly IncomingTransaction[],
  candidates: readonly BankTransaction[],
  payments: ReadonlyMap<Payment["id"], Payment>,
): readonly (RejectionMatch | null)[] {
  const reversiblePart = (original: BankTransaction) => {
    const known = (original.paymentId && payments.get(original.paymentId)) || null;
    const payment = known && isRejectable(known) ? known : null;
    return { payment, reversibleCents: sum([payment?.amountCents ?? ZERO, suspendedCents(original)]) };
  };
  let available = candidates.filter(
    (each) => isReceipt({ transaction: each }) && reversiblePart(each).reversibleCents > 0,
  );
  return rejections.map((undoing) => {
    const original = originalOf(undoing, available);
    if (!original || original.amountCents !== undoing.transaction.amountCents) return null;
    const match = { undoing, original, ...reversiblePart(original) };
    if (suspendedCents(undoing.transaction) < match.reversibleCents) return null;
    available = available.filter(({ id }) => id !== original.id);
    return match;
  });
}

/**
 * Returns the entries that a rejection reverses first: the receipt taken from suspense, the original's bank entry, the
 * rejection's own suspense entry.
 */
function entriesOf(match: RejectionMatch): readonly EntryId[] {
  const { undoing, original, payment } = match;
  const { transaction, isInSuspense } = undoing;
  const receipt = payment && payment.entryId !== original.entryId ? payment.entryId : null;
  if (!isWhole(match)) return receipt === null ? [] : [receipt];
  return [receipt, original.entryId, isInSuspense ? transaction.entryId : null].flatMap((id) => id ?? []);
}

interface EntryToReverse {
  readonly undoing: ReversingTransaction;
  readonly id: EntryId;
}

/** Returns those entries, and the transfers of collected amounts. */
function entriesToReverse(
  match: RejectionMatch,
  allocations: ReadonlyMap<Payment["id"], readonly PaymentAllocation[]>,
): readonly EntryToReverse[] {
  const own = match.payment ? (allocations.get(match.payment.id) ?? []) : [];
  const ids = new Set([...entriesOf(match), ...own.flatMap(({ transferId }) => transferId ?? [])]);
  return [...ids].map((id) => ({ undoing: match.undoing, id }));
}

function settledRejection(
  match: RejectionMatch,
  reversals: ReadonlyMap<EntryId, EntryId>,
  now: IngestionContext["now"],
): BankTransaction {
  const { transaction } = match.undoing;
  const [first] = isWhole(match) ? entriesOf(match).flatMap((id) => reversals.get(id) ?? []) : [];
  const entryId = transaction.entryId ?? first ?? null;
  const paymentId = match.payment?.id ?? transaction.paymentId;
  return movedOn({ ...transaction, paymentId, entryId, updatedAt: now }, { settled: match.reversibleCents });
}

/** Reverses existing entries on the day of each rejection. Returns the reversals by reversed entry. */
async function reverseEntries(
  { stores, caller, bookkeeping, book, today }: IngestionContext,
  toReverse: readonly EntryToReverse[],
): Promise<ReadonlyMap<EntryId, EntryId>> {
  if (toReverse.length === 0) return new Map();
  const found = await stores.entries.findSealed(toReverse.map(({ id }) => id));
  const originals = new Map(found.map((entry) => [entry.id, entry]));
  const inputs = toReverse.flatMap(({ undoing, id }): readonly ReversalInput[] => {
    const entry = originals.get(id);
    if (!entry) return [];
    const { transaction, isInSuspense } = undoing;
    const documentDate = isInSuspense ? today : transaction.bookedOn;
    return [
      {
        id,
        journal: entry.journal,
        accountingDate: laterOf(bankDay(undoing, { book, today }), firstOpenDay(book, entry.accountingDate)),
        documentDate: laterOf(documentDate, entry.documentDate),
        documentReference: transaction.bankReference,
      },
    ];
  });
  const reversals = await bookkeeping.reverseAll.run(stores, caller, inputs);
  return new Map(reversals.flatMap(({ id, reversalOfId }) => (reversalOfId ? [[reversalOfId, id] as const] : [])));
}

const laterOf = (one: Day, other: Day): Day => (one < other ? other : one);

/** Refunds a payment's remainder (rental.md §4). Returns `null` if larger, or if the payment is rejected. */
export async function refund(
  intake: IngestionContext,
  { transaction, isInSuspense }: ReversingTransaction,
  original: BankTransaction,
): Promise<BankTransaction | null> {
  const { stores, now, book, societyCode, today } = intake;
  const [payment] = original.paymentId ? await stores.payments.lock([original.paymentId]) : [];
  if (original.direction !== "inbound" || !payment || !isRejectable(payment)) return null;
  const amountCents = suspendedCents(transaction);
  if (payment.remainingCents < amountCents) return null;
  const { tenantId, reference } = payment;
  const codes = await stores.applicationSource.tenantCodes(tenantId === null ? [] : [tenantId]);
  const source = { sourceType: "Payment", sourceId: payment.id, sourceSeq: payment.entriesCount };
  const debit = refundLines({ tenantId, reference, amountCents }, { codes });
  const movement = { transaction, isInSuspense, source, description: `Remboursement ${reference}` };
  const [entry] = await postAll(intake, [
    bankEntry(movement, debit, { book, societyCode, today, codes, callDays: new Map() }),
  ]);
  const refundedCents = sum([payment.refundedCents, amountCents]);
  const settled = withAllocations(payment, { refundedCents }, now);
  await stores.payments.update([{ ...settled, entriesCount: payment.entriesCount + 1 }]);
  const tenantLineId = entry?.lines.find(({ auxiliaryCode }) => auxiliaryCode !== null)?.id ?? null;
  const entryId = transaction.entryId ?? entry?.id ?? null;
  return movedOn(
    { ...transaction, paymentId: payment.id, entryId, tenantLineId, updatedAt: now },
    { settled: amountCents },
  );
}
