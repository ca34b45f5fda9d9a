import { snakeObject } from "../casing.ts";
import { amount, day, listOf, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord } from "../record.ts";

/** One movement of an owner's account, and what the owner has after it. */
const StatementLine = camelRecord("OwnerStatementLine", {
  date: day(),
  journal: text(),
  reference: text(),
  label: text(),
  debit: amount(),
  credit: amount(),
  balance: amount(),
});

/** What became of an owner's money (compte rendu de gestion). Balances are what the owner has: credit minus debit. */
export const OwnerStatementRecord = camelRecord("OwnerStatement", {
  ownerId: uuid<"OwnerActor">(),
  ownerName: text(),
  from: day().nullable(),
  to: day().nullable(),
  openingBalance: amount(),
  lines: listOf(StatementLine),
  totalDebit: amount(),
  totalCredit: amount(),
  closingBalance: amount(),
});

/** What owners are told of their money. */
export const ownerStatementOperations = operations({
  getOwnerStatement: {
    path: `${RENTAL_BASE}/owners/{id}/statement`,
    method: "get",
    tag: "extensions",
    summary: "An owner's account (compte rendu de gestion): what moved and what the owner has",
    scope: "read",
    mandataire: true,
    params: snakeObject({ id: uuid<"OwnerActor">() }),
    query: snakeObject({ from: day().exactOptional(), to: day().exactOptional() }),
    awaitsChild: true,
    alternatives: ["application/pdf"],
    replies: { 200: OwnerStatementRecord },
  },
});
