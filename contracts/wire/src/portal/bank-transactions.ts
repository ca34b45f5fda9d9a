import { integer, listOf, text } from "../fields.ts";
import { operations, PORTAL_BASE } from "../operation.ts";
import { needed, record } from "../record.ts";
import { BankTransactionInputRecord } from "../rental/bank-transactions.ts";

/** Transactions that one request may bring (host.md). */
export const BANK_TRANSACTIONS_MAX = 1000;

/** How programs bring what moved on the mandants' account. */
export const portalBankTransactionOperations = operations({
  bringBankTransactions: {
    tag: "portal",
    scope: "connector",
    area: "portal",
    method: "post",
    path: `${PORTAL_BASE}/bank_transactions`,
    summary:
      "Bring bank transactions: each is stored once by its reference, matched, allocated, posted and lettered; 422 `taken` where something else is recorded under one",
    body: record("BankTransactionsInput", {
      transactions: needed(listOf(BankTransactionInputRecord).exactOptional()),
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
