import type { BookId, SealedEntry } from "@cartulary/ledger";
import type { Kysely } from "kysely";
import type { Row } from "../engine/columns.ts";
import type { Dialect } from "../engine/dialect.ts";
import { valueSet } from "../engine/row-set.ts";
import { rowsOf } from "../engine/rows.ts";
import { linesByEntry } from "./content.ts";
import { entryRows, type LedgerTables, lineRows } from "./tables.ts";

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
