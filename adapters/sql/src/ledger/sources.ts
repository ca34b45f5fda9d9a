import { conflict } from "@cartulary/kernel";
import type { BookId, EntryContent } from "@cartulary/ledger";
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { insertOf } from "../engine/row-set.ts";
import { type LedgerTables, sourceRows } from "./tables.ts";

/**
 * Records the sources of entries. Returns false if a source already has an entry, also in a concurrent transaction, for
 * which this waits. A source without id may have any number of entries.
 */
export async function claimSources(
  db: Kysely<LedgerTables>,
  dialect: Dialect,
  bookId: BookId,
  entries: readonly EntryContent[],
): Promise<boolean> {
  const { encode } = rowsOf(sourceRows, dialect);
  const claimed = entries.flatMap(({ id, sourceType, sourceId, sourceSeq }) =>
    sourceId === null ? [] : [encode({ bookId, sourceType: sourceType ?? "", sourceId, sourceSeq, entryId: id })],
  );
  if (claimed.length === 0) return true;
  const { rows } = await sql`${insertOf(sourceRows, claimed, dialect)}
    on conflict (book_id, source_type, source_id, source_seq) do nothing returning entry_id`.execute(db);
  return rows.length === claimed.length;
}

export function duplicateSource(): Error {
  return conflict("duplicate_source", "That source made an entry already");
}
