import { BANK_DIRECTIONS, bankStatementListing } from "@cartulary/rental";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { amount, day, instant, integer, listOf, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord } from "../record.ts";

/** What the bank says of the mandants' account from one day to another. */
export const BankStatementRecord = camelRecord("BankStatement", {
  id: uuid<"BankStatement">(),
  accountIban: text(),
  /** What the bank calls it. */
  statementId: text(),
  from: day(),
  to: day(),
  openingBalance: amount().nullable(),
  closingBalance: amount().nullable(),
  /** Those that are booked. */
  entriesCount: integer(),
  createdAt: instant(),
});

/** What the bank says of the account, and what 512000 says. */
export const ReconciliationRecord = camelRecord("Reconciliation", {
  on: day(),
  /** The closing balance of the last statement that ends on the day or before; `null` without one. */
  bankBalance: amount().nullable(),
  /** What the bank calls that statement. */
  statementId: text().nullable(),
  bookBalance: amount(),
  /** What the bank says less what the book says. */
  difference: amount().nullable(),
  /** What the book has and no statement shows: a thousand at most. */
  unexplained: listOf(
    camelRecord("UnexplainedTransaction", {
      bankTransactionId: uuid<"BankTransaction">(),
      bankReference: text(),
      bookedOn: day(),
      amountCents: integer(),
      direction: z.enum(BANK_DIRECTIONS),
      label: text().nullable(),
    }),
  ),
});

const READ = { method: "get", tag: "bank_transactions", scope: "read", mandataire: true } as const;

/** What the bank says, and whether the book says the same. */
export const bankStatementOperations = operations({
  listBankStatements: {
    ...READ,
    path: `${RENTAL_BASE}/bank_statements`,
    summary: "The bank's statements that were taken in",
    list: bankStatementListing,
    replies: { 200: listOf(BankStatementRecord) },
  },
  getReconciliation: {
    ...READ,
    path: `${RENTAL_BASE}/accounting/reconciliation`,
    summary: "What the bank and 512000 say at the end of a day (état de rapprochement); today when no day is named",
    query: snakeObject({ on: day().exactOptional() }),
    replies: { 200: ReconciliationRecord },
  },
});
