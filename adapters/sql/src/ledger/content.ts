import {
  type BookId,
  type EntryContent,
  type EntryId,
  type Lettering,
  type Line,
  type LineId,
  type LineLettering,
  type SealedEntry,
  UNLETTERED,
} from "@cartulary/ledger";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Entry, Row } from "../engine/columns.ts";
import type { Dialect } from "../engine/dialect.ts";
import { valueSet } from "../engine/row-set.ts";
import { rowsOf } from "../engine/rows.ts";
import { type draftLineRows, entryRows, type LedgerTables, lineRows } from "./tables.ts";

/** Lines as rows of drafts hold them; rows of sealed entries hold more. */
export function draftLinesOf(bookId: BookId, { id, lines }: EntryContent): readonly Entry<typeof draftLineRows>[] {
  return lines.map((line) => ({ bookId, entryId: id, ...line }));
}

/** Lines as rows of sealed entries hold them, with the letters of those that have some from the start. */
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
    ...storedLettering(lettered.get(line.id) ?? { lettering: UNLETTERED, filed: null }),
  }));
}

/** How far a line is lettered, as its row has it. */
const storedLettering = ({ lettering, filed }: Pick<LineLettering, "lettering" | "filed">) => ({
  letteringStatus: lettering.status,
  letteringGroupId: lettering.groupId,
  letteringCode: lettering.code,
  letteringDay: lettering.day,
  letteringInOneFile: lettering.inOneFile,
  letteringFiledCode: filed?.code ?? null,
  letteringFiledDay: filed?.day ?? null,
});

type StoredLine = Entry<typeof lineRows>;

/** What a stored line says of its letters. */
export type StoredLettering = Pick<
  StoredLine,
  "letteringStatus" | "letteringGroupId" | "letteringCode" | "letteringDay" | "letteringInOneFile"
>;

/** How far a stored line is lettered. */
export function letteringOf(line: StoredLettering): Lettering {
  if (line.letteringStatus === "none") return UNLETTERED;
  return {
    status: line.letteringStatus,
    groupId: line.letteringGroupId,
    code: line.letteringCode,
    day: line.letteringDay,
    inOneFile: line.letteringInOneFile,
  } as Lettering;
}

/** Sealed entries whose rows were read, with their lines, in the order given. */
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

/** The lines of each entry, in the order of their numbers. */
export function linesByEntry<Stored extends Line & { readonly entryId: EntryId }>(
  lines: readonly Stored[],
): ReadonlyMap<EntryId, readonly Line[]> {
  const ordered = lines.toSorted((one, other) => one.lineNumber - other.lineNumber);
  const grouped = Map.groupBy(ordered, ({ entryId }) => entryId);
  return new Map([...grouped].map(([id, own]) => [id, own.map(lineOf)]));
}

/** What a line says, without what its row holds beside. */
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

/** What stands for no auxiliary in the key of a series of letters. */
export const NONE = "";

/**
 * A line's auxiliary as the key of a series has it, and as its index does. Not `coalesce`: behind row-level security
 * Postgres looks into an index by nothing that it takes to be able to tell what it saw.
 */
export const AUXILIARY: RawBuilder<unknown> = sql`case when line.auxiliary_code is null then ${sql.lit(NONE)} else line.auxiliary_code end`;
