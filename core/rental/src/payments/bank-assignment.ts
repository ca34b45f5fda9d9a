import type { Day, Id, Instant } from "@cartulary/kernel";
import type { Cents, EntryId, LineId } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";
import { type BankTransaction, type BankTransactionId, suspendedCents } from "./bank-transaction.ts";
import type { PaymentId } from "./payment.ts";

export type BankAssignmentId = Id<"BankAssignment">;

/** What people moved of a bank transaction from suspense to accounts, by one entry (money.md 5). */
export interface BankAssignment {
  readonly mandataireId: MandataireId;
  readonly id: BankAssignmentId;
  readonly bankTransactionId: BankTransactionId;
  readonly entryId: EntryId;
  readonly assignedOn: Day;
  /** Its lines together. */
  readonly amountCents: Cents;
  /** It was taken back, and counts no more. */
  readonly isReversed: boolean;
  readonly lines: readonly AssignmentLine[];
  readonly credits: readonly AssignmentCredit[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** One line of it: an account, and how much. */
export interface AssignmentLine {
  readonly accountCode: string;
  readonly auxiliaryCode: string | null;
  /** Above zero: the transaction's direction says on which side. */
  readonly amountCents: Cents;
  /** `null` where the entry says what the bank said. */
  readonly label: string | null;
  readonly lineId: LineId;
}

/** What a line made of a tenant's free credit, or gave back of it. */
export interface AssignmentCredit {
  readonly paymentId: PaymentId;
  readonly amountCents: Cents;
  /** The line on the tenant's account. */
  readonly tenantLineId: LineId;
  readonly isRefund: boolean;
}

/** An assignment as it is answered. */
export interface BankAssignmentView
  extends Pick<BankAssignment, "id" | "assignedOn" | "amountCents" | "entryId" | "createdAt"> {
  readonly lines: readonly Omit<AssignmentLine, "lineId">[];
}

/** A transaction with what was assigned of it and what of it is in suspense. */
export interface BankTransactionView extends BankTransaction {
  readonly suspenseCents: Cents;
  readonly assignments: readonly BankAssignmentView[];
}

/** The transaction as it is answered, with the assignments that count. */
export function bankTransactionView(
  transaction: BankTransaction,
  assignments: readonly BankAssignment[],
): BankTransactionView {
  return {
    ...transaction,
    suspenseCents: suspendedCents(transaction),
    assignments: assignments.map(({ id, assignedOn, amountCents, entryId, createdAt, lines }) => ({
      ...{ id, assignedOn, amountCents, entryId, createdAt },
      lines: lines.map(({ lineId: _, ...line }) => line),
    })),
  };
}
