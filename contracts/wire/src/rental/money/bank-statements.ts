import { BANK_DIRECTIONS, bankStatementListing } from "@cartulary/rental/money";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { amount, day, instant, integer, listOf, text, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";

/** A bank statement of the mandants' account. */
export const BankStatementRecord = camelRecord("BankStatement", {
  id: uuid<"BankStatement">(),
  accountIban: text(),
  /** The bank's own id. */
  statementId: text(),
  from: day(),
  to: day(),
  openingBalance: amount().nullable(),
  closingBalance: amount().nullable(),
  /** Number of booked entries. */
  entriesCount: integer(),
  createdAt: instant(),
});

/** The balances of the bank and of account 512000. */
export const ReconciliationRecord = camelRecord("Reconciliation", {
  on: day(),
  /** The closing balance of the last statement that ends by that day; `null` without one. */
  bankBalance: amount().nullable(),
  /** The bank's id of that statement. */
  statementId: text().nullable(),
  bookBalance: amount(),
  /** Bank balance minus book balance. */
  difference: amount().nullable(),
  /** Book entries without a bank entry, a thousand at most. */
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

/** A warning about a statement of a file. */
const BankFileWarning = camelRecord("BankFileWarning", {
  /** Its position in the file, from 0. */
  statement: integer(),
  message: text(),
});

/** The result of the import of a bank file. */
const BankFileImportRecord = camelRecord("BankFileImport", {
  /** Number of transactions in the file. */
  received: integer(),
  /** Number of transactions that were new. */
  created: integer(),
  /** Number of transactions that were known. */
  duplicates: integer(),
  /** Bank references of the transactions without a match. */
  unmatched: listOf(text()),
  /** Statements that are missing before one of the file, a hundred at most. */
  warnings: listOf(BankFileWarning),
  /** Bank and book after the last statement; `null` for a file without balances. */
  reconciliation: ReconciliationRecord.nullable(),
});

const READ = { method: "get", tag: "bank_transactions", scope: "read", mandataire: true } as const;

/** Bank statements, their import and reconciliation. */
export const bankStatementOperations = operations({
  listBankStatements: {
    ...READ,
    path: `${RENTAL_BASE}/bank_statements`,
    summary: "List imported bank statements",
    list: bankStatementListing,
    replies: { 200: listOf(BankStatementRecord) },
  },
  importBankFile: {
    tag: "bank_transactions",
    mandataire: true,
    method: "post",
    scope: "write",
    path: `${RENTAL_BASE}/bank_files`,
    summary:
      "Import a file of the bank, CAMT.053 or CSV, all or nothing: each transaction is stored once by its content, matched, allocated, posted and lettered",
    body: record("BankFileForm", {}),
    encodings: ["multipart"],
    file: "uploaded_file",
    replies: { 200: BankFileImportRecord },
  },
  getReconciliation: {
    ...READ,
    path: `${RENTAL_BASE}/accounting/reconciliation`,
    summary: "Get the bank reconciliation of a day (état de rapprochement), today by default",
    query: snakeObject({ on: day().exactOptional() }),
    replies: { 200: ReconciliationRecord },
  },
});
