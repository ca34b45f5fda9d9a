import { firstDay, lastDay } from "@cartulary/kernel";
import { type BookId, type Draft, type DraftStore, type EntryId, sum } from "@cartulary/ledger";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { insertOf } from "../engine/row-set.ts";
import { draftLinesOf, linesByEntry } from "./entry-lines.ts";
import { claimSources, duplicateSource } from "./sources.ts";
import { draftLineRows, draftRows, type LedgerTables } from "./tables.ts";

export function createDraftStore({ db, dialect }: SqlTransaction<LedgerTables>, bookId: BookId): DraftStore {
  const rows = rowsOf(draftRows, dialect);
  const lines = rowsOf(draftLineRows, dialect);

  async function writeLines(draft: Draft) {
    if (draft.lines.length === 0) return;
    await insertOf(draftLineRows, draftLinesOf(bookId, draft).map(lines.encode), dialect).execute(db);
  }

  /** Runs while the draft still contains its source. */
  async function removeLinesAndSource(id: EntryId) {
    await db.deleteFrom("ledger_draft_lines").where("book_id", "=", bookId).where("entry_id", "=", id).execute();
    await db
      .deleteFrom("ledger_sources")
      .where("book_id", "=", bookId)
      .where("entry_id", "=", id)
      // By primary key: no index finds sources by entry.
      .where(
        sql<boolean>`(source_type, source_id, source_seq) in (
          select coalesce(source_type, ''), source_id, source_seq from ledger_drafts
          where book_id = ${bookId} and id = ${id})`,
      )
      .execute();
  }

  async function claim(draft: Draft) {
    if (!(await claimSources(db, dialect, bookId, [draft]))) throw duplicateSource();
  }

  return {
    async insert(draft) {
      await claim(draft);
      await db
        .insertInto("ledger_drafts")
        .values(rows.encode(rowOf(bookId, draft)))
        .execute();
      await writeLines(draft);
    },

    async lock(id) {
      const row = await db
        .selectFrom("ledger_drafts")
        .select(rows.columns("ledger_drafts"))
        .where("book_id", "=", bookId)
        .where("id", "=", id)
        .modifyEnd(dialect.forUpdate)
        .executeTakeFirst();
      if (!row) return null;
      const own = await db
        .selectFrom("ledger_draft_lines")
        .select(lines.columns("ledger_draft_lines"))
        .where("book_id", "=", bookId)
        .where("entry_id", "=", id)
        .execute();
      return draftOf(rows.decode(row), own.map(lines.decode));
    },

    async update(draft) {
      await removeLinesAndSource(draft.id);
      await claim(draft);
      await db
        .updateTable("ledger_drafts")
        .set(rows.encode(rowOf(bookId, draft)))
        .where("book_id", "=", bookId)
        .where("id", "=", draft.id)
        .execute();
      await writeLines(draft);
    },

    async remove(id) {
      await removeLinesAndSource(id);
      await db.deleteFrom("ledger_drafts").where("book_id", "=", bookId).where("id", "=", id).execute();
    },

    async anyIn(month) {
      const some = await db
        .selectFrom("ledger_drafts")
        .select("id")
        .where("book_id", "=", bookId)
        .where("accounting_date", ">=", firstDay(month))
        .where("accounting_date", "<=", lastDay(month))
        .limit(1)
        .executeTakeFirst();
      return some !== undefined;
    },
  };
}

function rowOf(bookId: BookId, { lines, ...draft }: Draft) {
  return {
    bookId,
    ...draft,
    linesCount: lines.length,
    totalDebitCents: sum(lines.map(({ debitCents }) => debitCents)),
    totalCreditCents: sum(lines.map(({ creditCents }) => creditCents)),
  };
}

type StoredDraft = ReturnType<typeof rowOf>;

function draftOf(
  { bookId: _, linesCount, totalDebitCents, totalCreditCents, ...draft }: StoredDraft,
  lines: Parameters<typeof linesByEntry>[0],
): Draft {
  return { ...draft, lines: linesByEntry(lines).get(draft.id) ?? [] };
}
