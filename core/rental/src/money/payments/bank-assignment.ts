import type { Day, Id, Instant } from "@cartulary/kernel";
import type { Cents, EntryId, LineId } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import { type BankTransaction, type BankTransactionId, suspendedCents } from "./bank-transaction.ts";
import type { PaymentId } from "./payment.ts";

export type BankAssignmentId = Id<"BankAssignment">;

/** An amount of a bank transaction that a user moved from suspense to accounts, by one entry (money.md 5). */
export interface BankAssignment {
  readonly mandataireId: MandataireId;
  readonly id: BankAssignmentId;
  readonly bankTransactionId: BankTransactionId;
  readonly entryId: EntryId;
  readonly assignedOn: Day;
  /** The sum of its lines. */
  readonly amountCents: Cents;
  /** True if it was reversed and has no effect. */
  readonly isReversed: boolean;
  readonly lines: readonly AssignmentLine[];
  readonly credits: readonly AssignmentCredit[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** One line: an account and an amount. */
export interface AssignmentLine {
  readonly accountCode: string;
  readonly auxiliaryCode: string | null;
  /** Positive; the side follows from the direction of the transaction. */
  readonly amountCents: Cents;
  /** `null` if the entry uses the bank's label. */
  readonly label: string | null;
  readonly lineId: LineId;
}

/** A tenant's credit created by a line, or refunded by it. */
export interface AssignmentCredit {
  readonly paymentId: PaymentId;
  readonly amountCents: Cents;
  /** The line on the tenant's account. */
  readonly tenantLineId: LineId;
  readonly isRefund: boolean;
}

/** An assignment as clients see it. */
export interface BankAssignmentView
  extends Pick<BankAssignment, "id" | "assignedOn" | "amountCents" | "entryId" | "createdAt"> {
  readonly lines: readonly Omit<AssignmentLine, "lineId">[];
}

/** A transaction with its assignments and the amount in suspense. */
export interface BankTransactionView extends BankTransaction {
  readonly suspenseCents: Cents;
  readonly assignments: readonly BankAssignmentView[];
}

/** Returns the transaction as clients see it; `assignments` must not be reversed. */
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
