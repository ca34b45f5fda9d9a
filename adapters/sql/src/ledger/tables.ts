import type { Day, Id, Month, UserId } from "@cartulary/kernel";
import type {
  AccountId,
  BookId,
  Cents,
  EntryId,
  EntryStatus,
  LetteringId,
  LetteringStatus,
  LineId,
} from "@cartulary/ledger";
import { defineEntity } from "@mikro-orm/core";
import { boolean, type Database, foldedText, id, instant, integer, text } from "../engine/columns.ts";

/** The book, the first column of each key. */
const bookId = () => id<BookId>().primary();
const cents = () => integer<Cents>();
const day = () => text<Day>();

export const bookRows = defineEntity({
  name: "LedgerBook",
  tableName: "ledger_books",
  properties: { id: id<BookId>().primary(), closedThrough: text<Month>().nullable(), createdAt: instant() },
});

export const accountRows = defineEntity({
  name: "LedgerAccount",
  tableName: "ledger_accounts",
  properties: { bookId: bookId(), code: text().primary(), id: id<AccountId>(), name: text() },
});

export const auxiliaryRows = defineEntity({
  name: "LedgerAuxiliary",
  tableName: "ledger_auxiliaries",
  properties: {
    bookId: bookId(),
    code: text().primary(),
    kind: text(),
    name: text(),
    entityType: text().nullable(),
    entityId: text().nullable(),
  },
  indexes: [{ name: "ledger_auxiliaries_kind_index", properties: ["bookId", "kind", "code"] }],
});

/** The common columns of drafts and sealed entries. */
const content = () => ({
  bookId: bookId(),
  id: id<EntryId>().primary(),
  societyCode: text(),
  societyCodeFold: foldedText(),
  journal: text(),
  entryDate: instant(),
  accountingDate: day(),
  documentDate: day(),
  documentReference: text(),
  periodStart: day().nullable(),
  periodEnd: day().nullable(),
  description: text().nullable(),
  descriptionFold: foldedText().nullable(),
  sourceType: text().nullable(),
  sourceId: id<Id<string>>().nullable(),
  sourceSeq: integer(),
  linesCount: integer(),
  updatedAt: instant(),
});

/** The common columns of their lines. */
const lineContent = () => ({
  bookId: bookId(),
  entryId: id<EntryId>().primary(),
  lineNumber: integer().primary(),
  id: id<LineId>(),
  accountCode: text(),
  accountName: text(),
  auxiliaryCode: text().nullable(),
  auxiliaryName: text().nullable(),
  label: text(),
  debitCents: cents(),
  creditCents: cents(),
});

/** Mutable entries. Balances never include drafts. */
export const draftRows = defineEntity({
  name: "LedgerDraft",
  tableName: "ledger_drafts",
  properties: { ...content(), totalDebitCents: cents(), totalCreditCents: cents() },
  indexes: [{ name: "ledger_drafts_updated_at_index", properties: ["bookId", "updatedAt", "id"] }],
});

export const draftLineRows = defineEntity({
  name: "LedgerDraftLine",
  tableName: "ledger_draft_lines",
  properties: lineContent(),
});

/** Sealed entries, inserted once, after their lines. */
export const entryRows = defineEntity({
  name: "LedgerEntry",
  tableName: "ledger_entries",
  properties: {
    ...content(),
    year: integer(),
    number: integer(),
    reference: text(),
    status: text<Exclude<EntryStatus, "draft">>(),
    validatedAt: instant(),
    validatedBy: id<UserId>(),
    reversalOfId: id<EntryId>().nullable(),
    carriesForward: boolean(),
    totalCents: cents(),
    hash: text(),
  },
  indexes: [
    { name: "ledger_entries_entry_date_index", properties: ["bookId", "entryDate", "id"] },
    { name: "ledger_entries_updated_at_index", properties: ["bookId", "updatedAt", "id"] },
    { name: "ledger_entries_accounting_date_index", properties: ["bookId", "accountingDate", "id"] },
    {
      name: "ledger_entries_opening_index",
      properties: ["bookId", "societyCode", "year"],
      where: "source_type = 'Opening'",
    },
    { name: "ledger_entries_carried_index", properties: ["bookId"], where: "carries_forward" },
  ],
  uniques: [
    {
      name: "ledger_entries_number_unique",
      properties: ["societyCode", "bookId", "journal", "year", "number"],
    },
    {
      name: "ledger_entries_reversal_of_id_unique",
      properties: ["bookId", "reversalOfId"],
      where: "reversal_of_id is not null",
    },
  ],
});

/** The lines of sealed entries. They are inserted first; inserting the entry seals them. */
export const lineRows = defineEntity({
  name: "LedgerLine",
  tableName: "ledger_lines",
  properties: {
    ...lineContent(),
    /** The date of the entry, so that one index reads an account in order. Sealing verifies that both are equal. */
    accountingDate: day(),
    letteringStatus: text<LetteringStatus>(),
    letteringGroupId: id<LetteringId>().nullable(),
    letteringCode: text().nullable(),
    letteringDay: day().nullable(),
    letteringInOneFile: boolean(),
    /** The lettering in the file of a closed year, if it has changed since the year was closed. */
    letteringFiledCode: text().nullable(),
    letteringFiledDay: day().nullable(),
  },
  indexes: [
    {
      name: "ledger_lines_account_index",
      properties: ["bookId", "accountCode", "auxiliaryCode", "accountingDate"],
    },
    {
      name: "ledger_lines_sums_index",
      properties: ["bookId", "accountCode", "accountingDate", "debitCents", "creditCents"],
      where: "auxiliary_code is null",
    },
    {
      name: "ledger_lines_unlettered_index",
      expression: `create index ledger_lines_unlettered_index on ledger_lines
        (book_id, account_code, (case when auxiliary_code is null then '' else auxiliary_code end), lettering_status,
          entry_id, debit_cents, credit_cents)
        where lettering_status = 'none'`,
    },
    {
      name: "ledger_lines_lettering_group_id_index",
      properties: ["bookId", "letteringGroupId"],
      where: "lettering_group_id is not null",
    },
  ],
  uniques: [{ name: "ledger_lines_id_unique", properties: ["bookId", "id"] }],
});

/** One row for each source with an id, which has at most one draft or sealed entry. */
export const sourceRows = defineEntity({
  name: "LedgerSource",
  tableName: "ledger_sources",
  properties: {
    bookId: bookId(),
    sourceType: text().primary(),
    sourceId: id<Id<string>>().primary(),
    sourceSeq: integer().primary(),
    entryId: id<EntryId>(),
  },
});

export const seriesRows = defineEntity({
  name: "LedgerSeries",
  tableName: "ledger_series",
  properties: {
    bookId: bookId(),
    societyCode: text().primary(),
    journal: text().primary(),
    year: integer().primary(),
    number: integer(),
    hash: text().nullable(),
    validatedAt: instant().nullable(),
  },
});

/** One row for each subaccount; an account without auxiliaries has the empty code. */
export const letterSeriesRows = defineEntity({
  name: "LedgerLetterSeries",
  tableName: "ledger_letter_series",
  properties: {
    bookId: bookId(),
    accountCode: text().primary(),
    auxiliaryCode: text().primary(),
    last: text().nullable(),
  },
});

export const periodRows = defineEntity({
  name: "LedgerPeriod",
  tableName: "ledger_periods",
  properties: { bookId: bookId(), period: text<Month>().primary(), entriesPosted: integer(), closedAt: instant() },
});

/** The last number of a series when a month was closed. */
export const closingHeadRows = defineEntity({
  name: "LedgerClosingHead",
  tableName: "ledger_closing_heads",
  properties: {
    bookId: bookId(),
    period: text<Month>().primary(),
    societyCode: text().primary(),
    journal: text().primary(),
    year: integer().primary(),
    number: integer(),
    hash: text(),
  },
});

export type LedgerTables = Database<
  | typeof bookRows
  | typeof accountRows
  | typeof auxiliaryRows
  | typeof draftRows
  | typeof draftLineRows
  | typeof entryRows
  | typeof lineRows
  | typeof sourceRows
  | typeof seriesRows
  | typeof letterSeriesRows
  | typeof periodRows
  | typeof closingHeadRows
>;
