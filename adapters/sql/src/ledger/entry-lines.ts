import {
  type BookId,
  type EntryContent,
  type EntryId,
  type Lettering,
  type Line,
  type LineId,
  type LineLettering,
  NO_LETTERING,
  type SealedEntry,
} from "@cartulary/ledger";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Entry, Row } from "../engine/columns.ts";
import type { Dialect } from "../engine/dialect.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { valueSet } from "../engine/row-set.ts";
import { type draftLineRows, entryRows, type LedgerTables, lineRows } from "./tables.ts";

/** Lines as rows of drafts; rows of sealed entries have further columns. */
export function draftLinesOf(bookId: BookId, { id, lines }: EntryContent): readonly Entry<typeof draftLineRows>[] {
  return lines.map((line) => ({ bookId, entryId: id, ...line }));
}

/** Lines as rows of sealed entries, with the letterings that exist when the entry is posted. */
export function sealedLinesOf(
  bookId: BookId,
  { id, accountingDate, lines }: SealedEntry,
  lettered: ReadonlyMap<LineId, LineLettering>,
): readonly StoredLine[] {
  return lines.map((line) => ({
    bookId,
    entryId: id,
    ...line,
    accountingDate,
    ...storedLettering(lettered.get(line.id) ?? { lettering: NO_LETTERING, fecLettering: null }),
  }));
}

/** The columns of a line's lettering. */
const storedLettering = ({ lettering, fecLettering }: Pick<LineLettering, "lettering" | "fecLettering">) => ({
  letteringStatus: lettering.status,
  letteringGroupId: lettering.groupId,
  letteringCode: lettering.code,
  letteringDay: lettering.day,
  letteringInOneFile: lettering.inOneFile,
  letteringFiledCode: fecLettering?.code ?? null,
  letteringFiledDay: fecLettering?.day ?? null,
});

type StoredLine = Entry<typeof lineRows>;

/** The lettering columns of a stored line. */
export type StoredLettering = Pick<
  StoredLine,
  "letteringStatus" | "letteringGroupId" | "letteringCode" | "letteringDay" | "letteringInOneFile"
>;

/** Returns the lettering of a stored line. */
export function letteringOf(line: StoredLettering): Lettering {
  if (line.letteringStatus === "none") return NO_LETTERING;
  return {
    status: line.letteringStatus,
    groupId: line.letteringGroupId,
    code: line.letteringCode,
    day: line.letteringDay,
    inOneFile: line.letteringInOneFile,
  } as Lettering;
}

/** Reads the lines of sealed entries; preserves the order of the entries. */
export async function withLines(
  db: Kysely<LedgerTables>,
  dialect: Dialect,
  bookId: BookId,
  headers: readonly Partial<Row<typeof entryRows>>[],
): Promise<readonly SealedEntry[]> {
  if (headers.length === 0) return [];
  const [entries, lines] = [rowsOf(entryRows, dialect), rowsOf(lineRows, dialect)];
  const sealed = headers.map(entries.decode);
  const ids = sealed.map(({ id }) => id);
  const found = await db
    .selectFrom("ledger_lines")
    .select(lines.columns("ledger_lines"))
    .where("book_id", "=", bookId)
    .where("entry_id", "in", valueSet(entryRows, "id", ids, dialect))
    .execute();
  const byEntry = linesByEntry(found.map(lines.decode));
  return sealed.map(({ bookId: _, linesCount, ...entry }) => ({ ...entry, lines: byEntry.get(entry.id) ?? [] }));
}

/** Groups lines by entry, sorted by number. */
export function linesByEntry<Stored extends Line & { readonly entryId: EntryId }>(
  lines: readonly Stored[],
): ReadonlyMap<EntryId, readonly Line[]> {
  const ordered = lines.toSorted((one, other) => one.lineNumber - other.lineNumber);
  const grouped = Map.groupBy(ordered, ({ entryId }) => entryId);
  return new Map([...grouped].map(([id, own]) => [id, own.map(lineOf)]));
}

/** Returns a line without the other columns of its row. */
export const lineOf = (line: Line): Line => ({
  id: line.id,
  lineNumber: line.lineNumber,
  accountCode: line.accountCode,
  accountName: line.accountName,
  auxiliaryCode: line.auxiliaryCode,
  auxiliaryName: line.auxiliaryName,
  label: line.label,
  debitCents: line.debitCents,
  creditCents: line.creditCents,
});

/** The auxiliary code of lines without auxiliary, in the key of a letter series. */
export const NO_AUXILIARY = "";

/**
 * A line's auxiliary in the key of a letter series, and in the index. Not `coalesce`: under row-level security,
 * Postgres uses an index only with leakproof functions.
 */
export const AUXILIARY: RawBuilder<unknown> = sql`case when line.auxiliary_code is null then ${sql.lit(NO_AUXILIARY)} else line.auxiliary_code end`;
