import {
  type BookId,
  type Cents,
  type EntryField,
  type EntryStatus,
  type EntrySummary,
  type EntryView,
  entryListing,
  type LineView,
  NO_LETTERING,
} from "@cartulary/ledger";
import { type Kysely, sql } from "kysely";
import { type Dialect, instantFrom } from "../engine/dialect.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { type Columns, columnsOf } from "../records/listing.ts";
import { letteringOf, lineOf } from "./entry-lines.ts";
import { draftLineRows, entryRows, type LedgerTables, lineRows } from "./tables.ts";

const own = columnsOf(entryListing, entryRows, "entries");

/** The columns of list fields in {@link entryViews}. */
export const entryColumns: Columns<EntryField> = {
  ...own,
  reference: { ...own.reference, nullable: true },
  totalDebit: { ref: "entries.total_debit", nullable: false },
  totalCredit: { ref: "entries.total_credit", nullable: false },
  createdAt: { ref: "entries.entry_date", nullable: false },
};

/** The common columns of drafts and sealed entries. */
const CONTENT = [
  "id",
  "society_code",
  "society_code_fold",
  "journal",
  "entry_date",
  "accounting_date",
  "document_date",
  "document_reference",
  "period_start",
  "period_end",
  "description",
  "description_fold",
  "source_type",
  "source_id",
  "source_seq",
  "lines_count",
  "updated_at",
] as const;

/** The columns that only sealed entries have. */
const SEALED = ["reference", "validated_at", "validated_by", "reversal_of_id"] as const;

type EntryRow = Pick<Stored, (typeof CONTENT)[number]> & {
  readonly [Column in (typeof SEALED)[number]]: Stored[Column] | null;
} & { readonly status: EntryStatus; readonly total_debit: Cents; readonly total_credit: Cents };

type Stored = LedgerTables["ledger_entries"];

/** Drafts and sealed entries of a book as one table, `entries`. Each part uses its own indexes. */
export function entryViews(db: Kysely<LedgerTables>, bookId: BookId) {
  const sealed = db
    .selectFrom("ledger_entries")
    .select([...CONTENT, ...SEALED, "status", "total_cents as total_debit", "total_cents as total_credit"])
    .$castTo<EntryRow>()
    .where("book_id", "=", bookId);
  const drafts = db
    .selectFrom("ledger_drafts")
    .select(CONTENT)
    .select(SEALED.map((column) => sql`null`.as(column)))
    .select([sql`'draft'`.as("status"), "total_debit_cents as total_debit", "total_credit_cents as total_credit"])
    .$castTo<EntryRow>()
    .where("book_id", "=", bookId);
  return db.selectFrom(sealed.unionAll(drafts).as("entries"));
}

/** Returns the list view of an entry. */
export function summaryOf(row: EntryRow): EntrySummary {
  return {
    id: row.id,
    reference: row.reference,
    journal: row.journal,
    societyCode: row.society_code,
    entryDate: instantFrom(row.entry_date),
    accountingDate: row.accounting_date,
    documentDate: row.document_date,
    documentReference: row.document_reference,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    status: row.status,
    description: row.description,
    totalDebit: row.total_debit,
    totalCredit: row.total_credit,
    linesCount: row.lines_count,
    sourceType: row.source_type,
    sourceId: row.source_id,
    sourceSeq: row.source_seq,
    createdAt: instantFrom(row.entry_date),
    updatedAt: instantFrom(row.updated_at),
  };
}

/** Returns the detail view of an entry. */
export async function viewOf(
  db: Kysely<LedgerTables>,
  dialect: Dialect,
  bookId: BookId,
  row: EntryRow,
): Promise<EntryView> {
  return {
    ...summaryOf(row),
    validatedBy: row.validated_by,
    validatedAt: row.validated_at && instantFrom(row.validated_at),
    reversalOfId: row.reversal_of_id,
    lines: await linesOf(db, dialect, bookId, row),
  };
}

/** Returns the lines with their accounts, and with the current auxiliaries. */
async function linesOf(
  db: Kysely<LedgerTables>,
  dialect: Dialect,
  bookId: BookId,
  { id, status }: EntryRow,
): Promise<readonly LineView[]> {
  const [isDraft, drafts, sealed] = [status === "draft", rowsOf(draftLineRows, dialect), rowsOf(lineRows, dialect)];
  const stored = (isDraft ? "ledger_draft_lines" : "ledger_lines") as "ledger_lines";
  const found = await db
    .selectFrom(`${stored} as lines`)
    .innerJoin("ledger_accounts as accounts", (join) =>
      join.onRef("accounts.book_id", "=", "lines.book_id").onRef("accounts.code", "=", "lines.account_code"),
    )
    .leftJoin("ledger_auxiliaries as auxiliaries", (join) =>
      join.onRef("auxiliaries.book_id", "=", "lines.book_id").onRef("auxiliaries.code", "=", "lines.auxiliary_code"),
    )
    .selectAll("lines")
    .select(["accounts.id as account_id", "auxiliaries.entity_type", "auxiliaries.entity_id"])
    .where("lines.book_id", "=", bookId)
    .where("lines.entry_id", "=", id)
    .orderBy("lines.line_number")
    .execute();
  return found.map((row) => ({
    ...lineOf(drafts.decode(row)),
    accountId: row.account_id,
    entityType: row.entity_type,
    entityId: row.entity_id,
    lettering: isDraft ? NO_LETTERING : letteringOf(sealed.decode(row)),
  }));
}
