import { ENTRY_STATUSES, entryListing, LETTERING_STATUSES } from "@cartulary/ledger";
import { rentalPlan } from "@cartulary/rental/accounting";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { amount, day, instant, integer, listOf, text, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord } from "../../record.ts";

/** A journal code (rental.md 2.7). */
const journal = () => z.enum(rentalPlan.journals.map(({ code }) => code));

const summaryFields = {
  id: uuid<"Entry">(),
  /** Its number in its journal; null for a draft. */
  reference: text().nullable(),
  journal: journal(),
  societyCode: text().nullable(),
  entryDate: instant(),
  accountingDate: day(),
  periodStart: day().nullable(),
  periodEnd: day().nullable(),
  status: z.enum(ENTRY_STATUSES),
  description: text().nullable(),
  totalDebit: amount(),
  totalCredit: amount(),
  linesCount: integer(),
  sourceType: text().nullable(),
  sourceId: uuid<string>().nullable(),
  updatedAt: instant(),
};

/** An accounting entry without its lines. */
export const AccountingEntryRecord = camelRecord("AccountingEntry", summaryFields);

export const AccountingLineRecord = camelRecord("AccountingLine", {
  id: uuid<"Line">(),
  lineNumber: integer(),
  accountId: uuid<"Account">(),
  /** The general account, six digits. */
  accountCode: text(),
  accountName: text(),
  /** The auxiliary account of an owner or tenant: `PRO0001`, `LOC0001`. */
  auxiliaryCode: text().nullable(),
  debit: amount(),
  credit: amount(),
  label: text(),
  entityType: text().nullable(),
  entityId: text().nullable(),
  letteringCode: text().nullable(),
  letteringStatus: z.enum(LETTERING_STATUSES),
});

export const AccountingEntryDetail = camelRecord("AccountingEntryDetail", {
  ...summaryFields,
  validatedBy: uuid<"User">().nullable(),
  validatedAt: instant().nullable(),
  reversalOfId: uuid<"Entry">().nullable(),
  lines: listOf(AccountingLineRecord),
});

const ALL = {
  path: `${RENTAL_BASE}/accounting_entries`,
  tag: "accounting_entries",
  scope: "read",
  mandataire: true,
} as const;

/** Read operations only: runs, collections and payouts create entries. */
export const accountingEntryOperations = operations({
  listAccountingEntries: {
    ...ALL,
    method: "get",
    summary: "List the accounting entries of a mandataire, drafts included",
    query: snakeObject({ journal: journal().exactOptional() }),
    list: entryListing,
    replies: { 200: listOf(AccountingEntryRecord) },
  },
  getAccountingEntry: {
    ...ALL,
    path: `${RENTAL_BASE}/accounting_entries/{id}`,
    method: "get",
    summary: "Get an accounting entry and its lines",
    params: snakeObject({ id: uuid<"Entry">() }),
    replies: { 200: AccountingEntryDetail },
  },
});
