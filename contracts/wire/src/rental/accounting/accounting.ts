import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { amount, day, instant, integer, listOf, month, searchText, text } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord } from "../../record.ts";

/** A month of the books. */
export const AccountingPeriodRecord = camelRecord("AccountingPeriod", {
  period: month(),
  status: z.enum(["open", "closed"]),
  /** Number of entries made final by its closing. */
  entriesPosted: integer(),
  closedAt: instant().nullable(),
});

/** A movement of an account, and the balance after it: positive for debit. */
const LedgerLine = camelRecord("LedgerLine", {
  date: day(),
  journal: text(),
  reference: text(),
  label: text(),
  debit: amount(),
  credit: amount(),
  balance: amount(),
  letteringCode: text().nullable(),
});

/** The general ledger (grand livre) of one account. */
export const LedgerAccountRecord = camelRecord("LedgerAccount", {
  accountCode: text(),
  accountName: text(),
  auxiliaryCode: text().nullable(),
  from: day().nullable(),
  to: day().nullable(),
  openingBalance: amount(),
  lines: listOf(LedgerLine),
  closingBalance: amount(),
});

/** The movements of every account. */
export const TrialBalanceRecord = camelRecord("TrialBalance", {
  from: day().nullable(),
  to: day().nullable(),
  accounts: listOf(
    camelRecord("AccountBalance", {
      accountCode: text(),
      accountName: text(),
      auxiliaryCode: text().nullable(),
      debit: amount(),
      credit: amount(),
      balance: amount(),
    }),
  ),
  totalDebit: amount(),
  totalCredit: amount(),
});

/** Both inclusive; without one, that side is unbounded. */
const range = { from: day().exactOptional(), to: day().exactOptional() };

const READ = { method: "get", tag: "extensions", scope: "read", mandataire: true } as const;
const PERIODS = `${RENTAL_BASE}/accounting/periods` as const;

export const accountingOperations = operations({
  listAccountingPeriods: {
    ...READ,
    path: PERIODS,
    summary: "List the months from the first entry to the current one",
    replies: { 200: listOf(AccountingPeriodRecord) },
  },
  closeAccountingPeriod: {
    ...READ,
    method: "post",
    path: `${PERIODS}/{period}/close`,
    summary: "Close the next past month: its entries become final; closing December opens the next year",
    scope: "write",
    params: snakeObject({ period: month() }),
    replies: { 200: AccountingPeriodRecord },
  },
  getLedgerAccount: {
    ...READ,
    path: `${RENTAL_BASE}/accounting/ledger`,
    summary: "Get the general ledger of an account: opening balance, lines, running balance",
    query: snakeObject({ account: text().min(1), auxiliary: searchText().min(1).exactOptional(), ...range }),
    alternatives: ["text/csv"],
    replies: { 200: LedgerAccountRecord },
  },
  getTrialBalance: {
    ...READ,
    path: `${RENTAL_BASE}/accounting/trial_balance`,
    summary: "Get the trial balance by account and auxiliary",
    query: snakeObject(range),
    replies: { 200: TrialBalanceRecord },
  },
});
