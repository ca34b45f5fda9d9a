import {
  BANK_DIRECTIONS,
  BANK_TRANSACTION_STATUSES,
  bankTransactionListing,
  PAYMENT_METHODS,
} from "@cartulary/rental/money";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { day, instant, integer, listOf, text, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record, requiredByOperation } from "../../record.ts";
import { input } from "../agency/input-fields.ts";

/** The payment method: those of tenants, and reversals. */
const BANK_METHODS = [...PAYMENT_METHODS, "rejection", "refund"] as const;

const BankAssignmentLine = camelRecord("BankAssignmentLine", {
  accountCode: text(),
  auxiliaryCode: text().nullable(),
  amountCents: integer(),
  label: text().nullable(),
});

/** An assignment of a suspense amount by one entry. */
const BankAssignmentRecord = camelRecord("BankAssignment", {
  id: uuid<"BankAssignment">(),
  assignedOn: day(),
  amountCents: integer(),
  entryId: uuid<"Entry">(),
  lines: listOf(BankAssignmentLine),
  createdAt: instant(),
});

/** A transaction on the mandants' account. */
export const BankTransactionRecord = camelRecord("BankTransaction", {
  id: uuid<"BankTransaction">(),
  bankReference: text(),
  bookedOn: day(),
  amountCents: integer(),
  direction: z.enum(BANK_DIRECTIONS),
  label: text().nullable(),
  counterpartyName: text().nullable(),
  counterpartyIban: text().nullable(),
  method: text().nullable(),
  status: z.enum(BANK_TRANSACTION_STATUSES),
  paymentId: uuid<"Payment">().nullable(),
  /** The amount in suspense (471000). */
  suspenseCents: integer(),
  assignments: listOf(BankAssignmentRecord),
  createdAt: instant(),
  updatedAt: instant(),
});

const cents = () => input.emptyCents().unwrap().unwrap().exactOptional();

/** The accounts that a transaction is assigned to. */
export const AssignmentInputRecord = record("AssignmentInput", {
  lines: requiredByOperation(
    listOf(
      record("AssignmentLineInput", {
        accountCode: requiredByOperation(input.text()),
        auxiliaryCode: input.emptyText(),
        amountCents: requiredByOperation(cents()),
        label: input.emptyText(),
      }),
    ),
  ),
});

const ALL = { path: `${RENTAL_BASE}/bank_transactions`, tag: "bank_transactions", mandataire: true } as const;

/** Bank transactions sent by connectors. */
export const bankTransactionOperations = operations({
  listBankTransactions: {
    ...ALL,
    method: "get",
    summary: "List bank transactions of the mandants' account",
    scope: "read",
    list: bankTransactionListing,
    replies: { 200: listOf(BankTransactionRecord) },
  },
  getBankTransaction: {
    ...ALL,
    path: `${RENTAL_BASE}/bank_transactions/{id}`,
    params: snakeObject({ id: uuid<"BankTransaction">() }),
    method: "get",
    summary: "Get a bank transaction",
    scope: "read",
    replies: { 200: BankTransactionRecord },
  },
  assignBankTransaction: {
    ...ALL,
    path: `${RENTAL_BASE}/bank_transactions/{id}/assignments`,
    params: snakeObject({ id: uuid<"BankTransaction">() }),
    method: "post",
    summary: "Assign the suspense amount of a bank transaction to accounts",
    scope: "write",
    body: AssignmentInputRecord,
    headers: ["Idempotency-Key"],
    replies: { 201: BankTransactionRecord },
  },
  deleteBankAssignment: {
    ...ALL,
    path: `${RENTAL_BASE}/bank_transactions/{id}/assignments/{assignment_id}`,
    params: snakeObject({ id: uuid<"BankTransaction">(), assignmentId: uuid<"BankAssignment">() }),
    method: "delete",
    summary: "Revoke an assignment; its amount returns to suspense",
    scope: "write",
    replies: { 204: null },
  },
});

const BankTransactionAllocation = record("BankTransactionAllocation", {
  rentCallReference: requiredByOperation(input.text()),
  amountCents: requiredByOperation(cents()),
});

/** A transaction as reported by the bank, with its purpose if known. */
export const BankTransactionInputRecord = record("BankTransactionInput", {
  bankReference: requiredByOperation(input.text()),
  bookedOn: requiredByOperation(input.day()),
  amountCents: requiredByOperation(cents()),
  currency: input.text(),
  direction: requiredByOperation(input.choice(BANK_DIRECTIONS)),
  label: input.emptyText(),
  counterpartyName: input.emptyText(),
  counterpartyIban: input.emptyText(),
  method: input.emptyChoice(BANK_METHODS),
  /** The mandataire's account. */
  accountIban: input.emptyText(),
  rentCallReference: input.emptyText(),
  payoutReference: input.emptyText(),
  reverses: input.emptyText(),
  allocations: listOf(BankTransactionAllocation).nullable().exactOptional(),
});
