import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { amount, day, instant, integer, listOf, month, searched, text } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord } from "../record.ts";

/** A month of the books. */
export const AccountingPeriodRecord = camelRecord("AccountingPeriod", {
  period: month(),
  status: z.enum(["open", "closed"]),
  /** How many entries its closing made final. */
  entriesPosted: integer(),
  closedAt: instant().nullable(),
});

/** One movement of an account, and the balance after it: positive on the debit side. */
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

/** The grand livre of one account. */
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

/** What moved on every account. */
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

/** Both included; without one, there is no bound on that side. */
const range = { from: day().exactOptional(), to: day().exactOptional() };

const READ = { method: "get", tag: "extensions", scope: "read", mandataire: true } as const;
const PERIODS = `${RENTAL_BASE}/accounting/periods` as const;

/** The books of a mandataire. */
export const accountingOperations = operations({
  listAccountingPeriods: {
    ...READ,
    path: PERIODS,
    summary: "Every month from the first entry's to the current one",
    replies: { 200: listOf(AccountingPeriodRecord) },
  },
  closeAccountingPeriod: {
    ...READ,
    method: "post",
    path: `${PERIODS}/{period}/close`,
    summary: "Close the next month that is over: its entries are final, and a December opens the year that follows",
    scope: "write",
    params: snakeObject({ period: month() }),
    replies: { 200: AccountingPeriodRecord },
  },
  getLedgerAccount: {
    ...READ,
    path: `${RENTAL_BASE}/accounting/ledger`,
    summary: "The grand livre of one account: opening balance, lines, running balance",
    query: snakeObject({ account: text().min(1), auxiliary: searched().min(1).exactOptional(), ...range }),
    alternatives: ["text/csv"],
    replies: { 200: LedgerAccountRecord },
  },
  getTrialBalance: {
    ...READ,
    path: `${RENTAL_BASE}/accounting/trial_balance`,
    summary: "What moved on every account, by account and auxiliary",
    query: snakeObject(range),
    replies: { 200: TrialBalanceRecord },
  },
});
