import { BANK_DIRECTIONS, BANK_TRANSACTION_STATUSES, bankTransactionListing, PAYMENT_METHODS } from "@cartulary/rental";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { day, instant, integer, listOf, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, needed, record } from "../record.ts";
import { input } from "./estate-fields.ts";

/** How money moves: as tenants pay, or back again. */
const BANK_METHODS = [...PAYMENT_METHODS, "rejection", "refund"] as const;

const BankAssignmentLine = camelRecord("BankAssignmentLine", {
  accountCode: text(),
  auxiliaryCode: text().nullable(),
  amountCents: integer(),
  label: text().nullable(),
});

/** What somebody moved out of suspense, by one entry. */
const BankAssignmentRecord = camelRecord("BankAssignment", {
  id: uuid<"BankAssignment">(),
  assignedOn: day(),
  amountCents: integer(),
  entryId: uuid<"Entry">(),
  lines: listOf(BankAssignmentLine),
  createdAt: instant(),
});

/** What moved on the mandants' account. */
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
  /** What of it is in suspense (471000). */
  suspenseCents: integer(),
  assignments: listOf(BankAssignmentRecord),
  createdAt: instant(),
  updatedAt: instant(),
});

const cents = () => input.emptyCents().unwrap().unwrap().exactOptional();

/** What of a transaction goes to which account. */
export const AssignmentInputRecord = record("AssignmentInput", {
  lines: needed(
    listOf(
      record("AssignmentLineInput", {
        accountCode: needed(input.text()),
        auxiliaryCode: input.emptyText(),
        amountCents: needed(cents()),
        label: input.emptyText(),
      }),
    ),
  ),
});

const ALL = { path: `${RENTAL_BASE}/bank_transactions`, tag: "bank_transactions", mandataire: true } as const;

/** What programs brought from the bank. */
export const bankTransactionOperations = operations({
  listBankTransactions: {
    ...ALL,
    method: "get",
    summary: "What moved on the mandants' account",
    scope: "read",
    list: bankTransactionListing,
    replies: { 200: listOf(BankTransactionRecord) },
  },
  getBankTransaction: {
    ...ALL,
    path: `${RENTAL_BASE}/bank_transactions/{id}`,
    params: snakeObject({ id: uuid<"BankTransaction">() }),
    method: "get",
    summary: "One bank transaction",
    scope: "read",
    replies: { 200: BankTransactionRecord },
  },
  assignBankTransaction: {
    ...ALL,
    path: `${RENTAL_BASE}/bank_transactions/{id}/assignments`,
    params: snakeObject({ id: uuid<"BankTransaction">() }),
    method: "post",
    summary: "Move what is in suspense of a bank transaction to accounts",
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
    summary: "Take an assignment back: what it moved is in suspense again",
    scope: "write",
    replies: { 204: null },
  },
});

const BankTransactionAllocation = record("BankTransactionAllocation", {
  rentCallReference: needed(input.text()),
  amountCents: needed(cents()),
});

/** A transaction as the bank says it, and what it is for where that is known. */
export const BankTransactionInputRecord = record("BankTransactionInput", {
  bankReference: needed(input.text()),
  bookedOn: needed(input.day()),
  amountCents: needed(cents()),
  currency: input.text(),
  direction: needed(input.choice(BANK_DIRECTIONS)),
  label: input.emptyText(),
  counterpartyName: input.emptyText(),
  counterpartyIban: input.emptyText(),
  method: input.emptyChoice(BANK_METHODS),
  /** The account that it moved on: the mandataire's. */
  accountIban: input.emptyText(),
  rentCallReference: input.emptyText(),
  payoutReference: input.emptyText(),
  reverses: input.emptyText(),
  allocations: listOf(BankTransactionAllocation).nullable().exactOptional(),
});
