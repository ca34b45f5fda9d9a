import { conflict } from "@cartulary/kernel";
import type { BookId, EntryContent } from "@cartulary/ledger";
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import { insertOf } from "../engine/row-set.ts";
import { rowsOf } from "../engine/rows.ts";
import { type LedgerTables, sourceRows } from "./tables.ts";

/**
 * Notes down which sources made these entries. False where one of them made an entry already, here or in another
 * transaction, which is waited for. A source without an id may make any number.
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

/** 409 `duplicate_source`. */
export function duplicateSource(): Error {
  return conflict("duplicate_source", "That source made an entry already");
}
