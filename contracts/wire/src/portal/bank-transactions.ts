import { integer, listOf, text } from "../fields.ts";
import { operations, PORTAL_BASE } from "../operation.ts";
import { record, requiredByOperation } from "../record.ts";
import { BankTransactionInputRecord } from "../rental/money/bank-transactions.ts";

/** Maximum number of transactions in a request (host.md). */
export const BANK_TRANSACTIONS_MAX = 1000;

/** Import of the mandants' bank transactions by connectors. */
export const portalBankTransactionOperations = operations({
  bringBankTransactions: {
    tag: "portal",
    scope: "connector",
    area: "portal",
    method: "post",
    path: `${PORTAL_BASE}/bank_transactions`,
    summary:
      "Import bank transactions: each is stored once by its reference, matched, allocated, posted and lettered; 422 `taken` if a reference belongs to another transaction",
    body: record("BankTransactionsInput", {
      transactions: requiredByOperation(listOf(BankTransactionInputRecord).exactOptional()),
    }),
    replies: {
      200: record("BankTransactionsResult", {
        received: integer(),
        created: integer(),
        duplicates: integer(),
        unmatched: listOf(text()),
      }),
    },
  },
});
