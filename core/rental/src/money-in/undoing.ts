import type { Day } from "@cartulary/kernel";
import { type Cents, type EntryId, firstOpenDay, type ReversalInput, sum, ZERO } from "@cartulary/ledger";
import type { PaymentAllocation } from "../payments/allocation.ts";
import { type BankTransaction, movedOn, suspendedCents } from "../payments/bank-transaction.ts";
import { canBeRejected, type Payment, rejectedPayment, settledPayment } from "../payments/payment.ts";
import { markRuns } from "../runs/settled-runs.ts";
import { type Brought, isReceipt } from "./brought.ts";
import { type Intake, postAll } from "./intake.ts";
import { letterTouched } from "./lettering.ts";
import { originalOf, originalsSought } from "./originals.ts";
import { bankDay, bankEntry, refundLines } from "./receipt-entries.ts";
import { takeBackAllocations } from "./settling.ts";

/** An outbound transaction that undoes another one, new or in suspense. */
export type Undoing = Pick<Brought, "transaction" | "isInSuspense">;

/**
 * Rejections undo what they are of (rental.md §4, money.md 2.2), as if they came one after the other: the entries are
 * reversed on the day of each, in their own journals, under its bank reference; the calls are to be paid again. What people
 * assigned of it stays where they put it: so much of the rejection is in suspense then. `null` where one finds nothing, or
 * several. In a number of statements that does not grow with them.
 */
export async function rejectAll(
  intake: Intake,
  rejections: readonly Brought[],
): Promise<readonly (BankTransaction | null)[]> {
  const { stores, now } = intake;
  const candidates = await stores.bankTransactions.lockOriginals(originalsSought(rejections));
  const ids = candidates.flatMap(({ paymentId }) => paymentId ?? []);
  const payments = new Map((await stores.payments.lock([...new Set(ids)])).map((each) => [each.id, each]));
  const undone = undoneBy(rejections, candidates, payments);
  const made = undone.flatMap((each) => each ?? []);
  if (made.length === 0) return undone.map(() => null);
  const rejected = made.flatMap(({ payment }) => payment ?? []);
  const allocations = await stores.paymentAllocations.ofPayments(rejected.map(({ id }) => id));
  const ofPayments = Map.groupBy(allocations, ({ paymentId }) => paymentId);
  const reversals = await reverseBy(
    intake,
    made.flatMap((each) => reversing(each, ofPayments)),
  );
  // What handed over what was collected is reversed with the rest.
  const calls = await takeBackAllocations(intake, allocations, async () => {});
  await stores.payments.update(rejected.map((payment) => rejectedPayment(payment, now)));
  const waiting = made.flatMap(({ original }) => (suspendedCents(original) > 0 ? original : []));
  await stores.bankTransactions.update(
    waiting.map((original) => movedOn({ ...original, updatedAt: now }, { settled: suspendedCents(original) })),
  );
  await letterTouched(intake, { calls: calls.map(({ id }) => id) });
  await markRuns(intake, calls);
  return undone.map((each) => each && settledRejection(each, reversals, now));
}

/** A rejection, what it undoes, and the payment that was made of that and still counts. */
interface Undone {
  readonly undoing: Undoing;
  readonly original: BankTransaction;
  readonly payment: Payment | null;
  /** What of the original can be undone: that payment, and what is in suspense. */
  readonly backCents: Cents;
}

/** Whether all of the original is undone, by reversing its entries; else its rest, and the rejection, meet in suspense. */
const isWhole = ({ original, backCents }: Undone): boolean => backCents === original.amountCents;

/** What came in and can be undone, each once: what an earlier one undoes, no later one can. */
function undoneBy(
  rejections: readonly Brought[],
  candidates: readonly BankTransaction[],
  payments: ReadonlyMap<Payment["id"], Payment>,
): readonly (Undone | null)[] {
  const standing = (original: BankTransaction) => {
    const known = (original.paymentId && payments.get(original.paymentId)) || null;
    const payment = known && canBeRejected(known) ? known : null;
    return { payment, backCents: sum([payment?.amountCents ?? ZERO, suspendedCents(original)]) };
  };
  let left = candidates.filter((each) => isReceipt({ transaction: each }) && standing(each).backCents > 0);
  return rejections.map((undoing) => {
    const original = originalOf(undoing, left);
    if (!original || original.amountCents !== undoing.transaction.amountCents) return null;
    const undone = { undoing, original, ...standing(original) };
    if (suspendedCents(undoing.transaction) < undone.backCents) return null;
    left = left.filter(({ id }) => id !== original.id);
    return undone;
  });
}

/** What a rejection reverses first: a receipt that was taken from suspense, what was booked when it came in, itself there. */
function entriesOf(undone: Undone): readonly EntryId[] {
  const { undoing, original, payment } = undone;
  const { transaction, isInSuspense } = undoing;
  const receipt = payment && payment.entryId !== original.entryId ? payment.entryId : null;
  if (!isWhole(undone)) return receipt === null ? [] : [receipt];
  return [receipt, original.entryId, isInSuspense ? transaction.entryId : null].flatMap((id) => id ?? []);
}

interface Reversing {
  readonly undoing: Undoing;
  readonly id: EntryId;
}

/** Those, and what handed over what was collected. */
function reversing(
  undone: Undone,
  allocations: ReadonlyMap<Payment["id"], readonly PaymentAllocation[]>,
): readonly Reversing[] {
  const own = undone.payment ? (allocations.get(undone.payment.id) ?? []) : [];
  const ids = new Set([...entriesOf(undone), ...own.flatMap(({ transferId }) => transferId ?? [])]);
  return [...ids].map((id) => ({ undoing: undone.undoing, id }));
}

function settledRejection(
  undone: Undone,
  reversals: ReadonlyMap<EntryId, EntryId>,
  now: Intake["now"],
): BankTransaction {
  const { transaction } = undone.undoing;
  const [first] = isWhole(undone) ? entriesOf(undone).flatMap((id) => reversals.get(id) ?? []) : [];
  const entryId = transaction.entryId ?? first ?? null;
  const paymentId = undone.payment?.id ?? transaction.paymentId;
  return movedOn({ ...transaction, paymentId, entryId, updatedAt: now }, { settled: undone.backCents });
}

/** Reverses entries, those that there are, on the day of what undoes each. Answers the reversals by what they reverse. */
async function reverseBy(
  { stores, caller, bookkeeping, book, today }: Intake,
  wanted: readonly Reversing[],
): Promise<ReadonlyMap<EntryId, EntryId>> {
  if (wanted.length === 0) return new Map();
  const found = await stores.entries.sealed(wanted.map(({ id }) => id));
  const originals = new Map(found.map((entry) => [entry.id, entry]));
  const inputs = wanted.flatMap(({ undoing, id }): readonly ReversalInput[] => {
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

/**
 * A refund gives a tenant back what is left of his payment (rental.md §4). `null` where it is more than that, or of a
 * payment that is undone.
 */
export async function refund(
  intake: Intake,
  { transaction, isInSuspense }: Undoing,
  original: BankTransaction,
): Promise<BankTransaction | null> {
  const { stores, now, book, societyCode, today } = intake;
  const [payment] = original.paymentId ? await stores.payments.lock([original.paymentId]) : [];
  if (original.direction !== "inbound" || !payment || !canBeRejected(payment)) return null;
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
  const settled = settledPayment(payment, { refundedCents }, now);
  await stores.payments.update([{ ...settled, entriesCount: payment.entriesCount + 1 }]);
  const tenantLineId = entry?.lines.find(({ auxiliaryCode }) => auxiliaryCode !== null)?.id ?? null;
  const entryId = transaction.entryId ?? entry?.id ?? null;
  return movedOn(
    { ...transaction, paymentId: payment.id, entryId, tenantLineId, updatedAt: now },
    { settled: amountCents },
  );
}
