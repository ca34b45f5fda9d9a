import { orNotFound, unprocessable } from "@cartulary/kernel";
import { minus, negate } from "@cartulary/ledger";
import type { IngestionContext } from "../money-in/ingestion-context.ts";
import { letterTenantAccounts } from "../money-in/letter-tenant-accounts.ts";
import type { AssignmentCredit, BankAssignment } from "../payments/bank-assignment.ts";
import { type BankTransaction, movedOn } from "../payments/bank-transaction.ts";
import { type Payment, type PaymentId, rejectedPayment, withAllocations } from "../payments/payment.ts";
import { requireOwnersCovered } from "./owner-cover.ts";
import { letterSuspense } from "./suspense-letters.ts";

/** Reverses an assignment of a locked transaction; its amount is in suspense again. */
export async function takeBackAssignment(
  intake: IngestionContext,
  transaction: BankTransaction,
  assignment: BankAssignment,
): Promise<void> {
  const { stores, caller, bookkeeping, now } = intake;
  if (transaction.direction === "inbound") await requireOwnersCovered(intake, assignment.lines);
  await reverseCredits(intake, assignment.credits);
  const { bankReference } = transaction;
  const reversal = { id: assignment.entryId, journal: "BANQUE", documentReference: bankReference };
  await bookkeeping.reverseAll.run(stores, caller, [reversal]);
  await stores.bankAssignments.reverse(assignment.id, now);
  const moved = movedOn({ ...transaction, updatedAt: now }, { assigned: negate(assignment.amountCents) });
  await stores.bankTransactions.update([moved]);
  await letterSuspense(intake, moved);
  const refunded = new Set<PaymentId>(
    assignment.credits.flatMap(({ isRefund, paymentId }) => (isRefund ? [paymentId] : [])),
  );
  if (refunded.size > 0) await letterTenantAccounts(intake, { calls: [], payments: [...refunded] });
}

/** Restores refunded free credits and removes the credits that the assignment created, unless they are used. */
async function reverseCredits({ stores, now }: IngestionContext, credits: readonly AssignmentCredit[]): Promise<void> {
  if (credits.length === 0) return;
  const found = await stores.payments.lock([...new Set(credits.map(({ paymentId }) => paymentId))]);
  const payments = new Map(found.map((payment) => [payment.id, payment]));
  for (const credit of credits) {
    const payment = orNotFound(payments.get(credit.paymentId));
    payments.set(payment.id, credit.isRefund ? withoutRefund(payment, credit, now) : withdrawCredit(payment, now));
  }
  await stores.payments.update([...payments.values()]);
}

/** A payment that the bank rejected stays rejected. */
function withoutRefund(payment: Payment, { amountCents }: AssignmentCredit, now: IngestionContext["now"]): Payment {
  const reduced = withAllocations(payment, { refundedCents: minus(payment.refundedCents, amountCents) }, now);
  return payment.status === "rejected" ? { ...reduced, status: "rejected" } : reduced;
}

function withdrawCredit(payment: Payment, now: IngestionContext["now"]): Payment {
  if (payment.remainingCents < payment.amountCents)
    throw unprocessable("has_dependents", `${payment.reference} pays rent calls or was refunded; its credit is used`);
  return rejectedPayment(payment, now);
}
