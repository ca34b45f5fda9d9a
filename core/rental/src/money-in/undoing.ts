import type { Day } from "@cartulary/kernel";
import { type EntryId, firstOpenDay, type ReversalInput, sum } from "@cartulary/ledger";
import type { BankTransaction } from "../payments/bank-transaction.ts";
import { canBeRejected, type Payment, rejectedPayment, settledPayment } from "../payments/payment.ts";
import { markRuns } from "../runs/settled-runs.ts";
import type { Brought } from "./brought.ts";
import { type Intake, postAll } from "./intake.ts";
import { letterTouched } from "./lettering.ts";
import { bankDay, bankEntry, refundLines } from "./receipt-entries.ts";
import { takeBackAllocations } from "./settling.ts";

/** An outbound transaction that undoes another one, new or in suspense. */
export type Undoing = Pick<Brought, "transaction" | "isInSuspense">;

/**
 * A rejection undoes what it names as a whole (rental.md §4): the entries are reversed on its day, in their own journals,
 * under its bank reference; the calls are to be paid again. `null` where what it names cannot be rejected, or is of another
 * amount.
 */
export async function reject(
  intake: Intake,
  { transaction, isInSuspense }: Undoing,
  original: BankTransaction,
): Promise<BankTransaction | null> {
  if (original.direction !== "inbound" || original.amountCents !== transaction.amountCents) return null;
  const { stores, now } = intake;
  const [payment = null] = original.paymentId ? await stores.payments.lock([original.paymentId]) : [];
  if (payment ? !canBeRejected(payment) : original.status !== "unmatched") return null;
  const own = isInSuspense ? [transaction.entryId] : [];
  const receipts = payment && payment.entryId !== original.entryId ? [payment.entryId] : [];
  const reverse = (ids: readonly (EntryId | null)[]) => reverseBy(intake, { transaction, isInSuspense }, ids);
  const reversals = await reverse([...receipts, original.entryId, ...own]);
  if (payment) await rejectPayment(intake, payment, reverse);
  const entryId = transaction.entryId ?? reversals[0]?.id ?? null;
  if (!payment) await stores.bankTransactions.update([{ ...original, status: "matched", updatedAt: now }]);
  return { ...transaction, status: "matched", paymentId: payment?.id ?? null, entryId, updatedAt: now };
}

type Reversing = (ids: readonly (EntryId | null)[]) => Promise<unknown>;

async function rejectPayment(intake: Intake, payment: Payment, reverse: Reversing): Promise<void> {
  const { stores, now } = intake;
  const allocations = await stores.paymentAllocations.ofPayments([payment.id]);
  const calls = await takeBackAllocations(intake, allocations, async (transfers) => void (await reverse(transfers)));
  await stores.payments.update([rejectedPayment(payment, now)]);
  await letterTouched(intake, { calls: calls.map(({ id }) => id) });
  await markRuns(intake, calls);
}

/** Reverses entries, those that there are, on the day of what undoes them. */
async function reverseBy(
  { stores, caller, bookkeeping, book, today }: Intake,
  undoing: Undoing,
  ids: readonly (EntryId | null)[],
) {
  const wanted = ids.flatMap((id) => id ?? []);
  if (wanted.length === 0) return [];
  const originals = new Map((await stores.entries.sealed(wanted)).map((entry) => [entry.id, entry]));
  const { transaction, isInSuspense } = undoing;
  const documentDate = isInSuspense ? today : transaction.bookedOn;
  const inputs = wanted.flatMap((id): readonly ReversalInput[] => {
    const entry = originals.get(id);
    if (!entry) return [];
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
  return bookkeeping.reverseAll.run(stores, caller, inputs);
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
  if (payment.remainingCents < transaction.amountCents) return null;
  const { tenantId, reference } = payment;
  const codes = await stores.applicationSource.tenantCodes(tenantId === null ? [] : [tenantId]);
  const source = { sourceType: "Payment", sourceId: payment.id, sourceSeq: payment.entriesCount };
  const debit = refundLines({ tenantId, reference, amountCents: transaction.amountCents }, { codes });
  const movement = { transaction, isInSuspense, source, description: `Remboursement ${reference}` };
  const [entry] = await postAll(intake, [
    bankEntry(movement, debit, { book, societyCode, today, codes, callDays: new Map() }),
  ]);
  const refundedCents = sum([payment.refundedCents, transaction.amountCents]);
  const settled = settledPayment(payment, { refundedCents }, now);
  await stores.payments.update([{ ...settled, entriesCount: payment.entriesCount + 1 }]);
  const tenantLineId = entry?.lines.find(({ auxiliaryCode }) => auxiliaryCode !== null)?.id ?? null;
  const entryId = transaction.entryId ?? entry?.id ?? null;
  return { ...transaction, status: "matched", paymentId: payment.id, entryId, tenantLineId, updatedAt: now };
}
