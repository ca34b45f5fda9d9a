import { existing, refused } from "@cartulary/kernel";
import { minus, negated } from "@cartulary/ledger";
import type { Intake } from "../money-in/intake.ts";
import { letterTouched } from "../money-in/lettering.ts";
import type { AssignmentCredit, BankAssignment } from "../payments/bank-assignment.ts";
import { type BankTransaction, movedOn } from "../payments/bank-transaction.ts";
import { type Payment, type PaymentId, rejectedPayment, settledPayment } from "../payments/payment.ts";
import { requireOwnersCovered } from "./owner-cover.ts";
import { letterSuspense } from "./suspense-letters.ts";

/** Takes an assignment of a locked transaction back: what it moved is in suspense again. */
export async function takeBackAssignment(
  intake: Intake,
  transaction: BankTransaction,
  assignment: BankAssignment,
): Promise<void> {
  const { stores, caller, bookkeeping, now } = intake;
  if (transaction.direction === "inbound") await requireOwnersCovered(intake, assignment.lines);
  await takeBackCredits(intake, assignment.credits);
  const { bankReference } = transaction;
  const reversal = { id: assignment.entryId, journal: "BANQUE", documentReference: bankReference };
  await bookkeeping.reverseAll.run(stores, caller, [reversal]);
  await stores.bankAssignments.reverse(assignment.id, now);
  const moved = movedOn({ ...transaction, updatedAt: now }, { assigned: negated(assignment.amountCents) });
  await stores.bankTransactions.update([moved]);
  await letterSuspense(intake, moved);
  const refunded = new Set<PaymentId>(
    assignment.credits.flatMap(({ isRefund, paymentId }) => (isRefund ? [paymentId] : [])),
  );
  if (refunded.size > 0) await letterTouched(intake, { calls: [], payments: [...refunded] });
}

/** What was given back of free credits is free again; credits that it made are gone, unless they are used. */
async function takeBackCredits({ stores, now }: Intake, credits: readonly AssignmentCredit[]): Promise<void> {
  if (credits.length === 0) return;
  const found = await stores.payments.lock([...new Set(credits.map(({ paymentId }) => paymentId))]);
  const payments = new Map(found.map((payment) => [payment.id, payment]));
  for (const credit of credits) {
    const payment = existing(payments.get(credit.paymentId));
    payments.set(payment.id, credit.isRefund ? refundedLess(payment, credit, now) : withdrawn(payment, now));
  }
  await stores.payments.update([...payments.values()]);
}

/** What the bank undid stays undone. */
function refundedLess(payment: Payment, { amountCents }: AssignmentCredit, now: Intake["now"]): Payment {
  const less = settledPayment(payment, { refundedCents: minus(payment.refundedCents, amountCents) }, now);
  return payment.status === "rejected" ? { ...less, status: "rejected" } : less;
}

function withdrawn(payment: Payment, now: Intake["now"]): Payment {
  if (payment.remainingCents < payment.amountCents)
    throw refused("has_dependents", `${payment.reference} pays calls or was given back: its credit is used`);
  return rejectedPayment(payment, now);
}
