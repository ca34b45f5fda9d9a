import { type Day, type DomainError, firstDay, lastDay, unprocessable } from "@cartulary/kernel";
import {
  type BookId,
  type EntryStore,
  entryListing,
  type LineLettering,
  OPENING,
  type SealedEntry,
} from "@cartulary/ledger";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { insertInChunks, insertTogether, valueSet } from "../engine/row-set.ts";
import { pageOf } from "../records/pages.ts";
import { sealedLinesOf, withLines } from "./entry-lines.ts";
import { entryColumns, entryViews, summaryOf, viewOf } from "./entry-views.ts";
import { claimSources, duplicateSource } from "./sources.ts";
import { entryRows, type LedgerTables, lineRows } from "./tables.ts";

/** The maximum number of lines of one insert, unless its first entry has more: {@link insertInChunks}. */
const LINES_MAX = 200;

export function createEntryStore({ db, dialect }: SqlTransaction<LedgerTables>, bookId: BookId): EntryStore {
  const rows = rowsOf(entryRows, dialect);
  const lines = rowsOf(lineRows, dialect);

  async function requireNotReversed(entries: readonly SealedEntry[]) {
    const originals = entries.flatMap(({ reversalOfId }) => reversalOfId ?? []);
    const reversed = await db
      .selectFrom("ledger_entries")
      .select("id")
      .where("book_id", "=", bookId)
      .where("reversal_of_id", "in", valueSet(entryRows, "id", originals, dialect))
      .limit(1)
      .executeTakeFirst();
    if (reversed || new Set(originals).size < originals.length) throw alreadyReversed();
  }

  /** Inserts lines first, all lines of an entry in one statement: inserting the entry seals them. */
  async function write(entries: readonly SealedEntry[], letters: readonly LineLettering[]) {
    const lettered = new Map(letters.map((each) => [each.lineId, each]));
    for (const some of portionsOf(entries)) {
      const written = some.flatMap((entry) => sealedLinesOf(bookId, entry, lettered).map(lines.encode));
      await insertTogether(lineRows, written, { db, dialect });
    }
    const headers = entries.map((entry) => rows.encode({ bookId, ...entry, linesCount: entry.lines.length }));
    await insertInChunks(entryRows, headers, { db, dialect });
  }

  // A literal, not a parameter: the partial index of opening entries requires it.
  const broughtAlong = (societyCode: string) => sql`ledger_entries as opening
    where opening.book_id = ${bookId} and opening.society_code = ${societyCode}
      and opening.source_type = ${sql.lit(OPENING)} and opening.carries_forward = ${dialect.boolean(false)}`;
  const takenBack = sql`exists (
    select 1 from ledger_entries as reversal
    where reversal.book_id = ${bookId} and reversal.reversal_of_id = opening.id
  )`;

  return {
    async find(id) {
      const row = await entryViews(db, bookId).selectAll().where("id", "=", id).executeTakeFirst();
      return row ? viewOf(db, dialect, bookId, row) : null;
    },

    list: (query) =>
      pageOf(
        entryViews(db, bookId),
        { listing: entryListing, query, columns: entryColumns, dialect },
        (matching) => matching.selectAll(),
        summaryOf,
      ),

    async findSealed(ids) {
      if (ids.length === 0) return [];
      const found = await db
        .selectFrom("ledger_entries")
        .select(rows.columns("ledger_entries"))
        .where("book_id", "=", bookId)
        .where("id", "in", valueSet(entryRows, "id", ids, dialect))
        .execute();
      return withLines(db, dialect, bookId, found);
    },

    async ofSource({ sourceType, sourceId }, after, limit) {
      const found = await db
        .selectFrom("ledger_sources as source")
        .innerJoin("ledger_entries", (on) =>
          on.onRef("ledger_entries.book_id", "=", "source.book_id").onRef("ledger_entries.id", "=", "source.entry_id"),
        )
        .select(rows.columns("ledger_entries"))
        .where("source.book_id", "=", bookId)
        .where("source.source_type", "=", sourceType)
        .where("source.source_id", "=", sourceId)
        .$if(after !== null, (query) => query.where("source.source_seq", ">", after as number))
        .orderBy("source.source_seq")
        .limit(limit)
        .execute();
      return withLines(db, dialect, bookId, found);
    },

    async insert(entries, lettered = []) {
      if (entries.length === 0) return;
      if (!(await claimSources(db, dialect, bookId, entries))) {
        await requireNotReversed(entries);
        throw duplicateSource();
      }
      await write(entries, lettered).catch(reportOf);
    },

    async post(month, at) {
      const { numUpdatedRows } = await db
        .updateTable("ledger_entries")
        .set({ status: "posted", updated_at: dialect.instant(at) })
        .where("book_id", "=", bookId)
        .where("accounting_date", ">=", firstDay(month))
        .where("accounting_date", "<=", lastDay(month))
        .where("status", "=", "validated")
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },

    async openingDay(societyCode) {
      const { rows: days } = await sql<{ readonly day: Day }>`
        select opening.accounting_date as day from ${broughtAlong(societyCode)} and not ${takenBack} limit 1`.execute(
        db,
      );
      return days[0]?.day ?? null;
    },

    async anyBefore(societyCode, day) {
      const { rows: found } = await sql`
        select 1 from ledger_entries as entry
        where entry.book_id = ${bookId} and entry.accounting_date < ${day} and entry.society_code = ${societyCode}
          and not exists (
            select 1 from ${broughtAlong(societyCode)} and ${takenBack}
              and (opening.id = entry.id or opening.id = entry.reversal_of_id)
          )
        union all
        select 1 from ledger_drafts
        where book_id = ${bookId} and accounting_date < ${day} and society_code = ${societyCode}
        limit 1`.execute(db);
      return found.length > 0;
    },

    async firstDay() {
      // Each table separately, so that its index finds the first day.
      const { rows: days } = await sql<{ readonly day: Day | null }>`
        select min(accounting_date) as day from ledger_entries where book_id = ${bookId}
        union all select min(accounting_date) from ledger_drafts where book_id = ${bookId}`.execute(db);
      return days.flatMap(({ day }) => day ?? []).sort()[0] ?? null;
    },
  };
}

/** Splits entries into batches of at most {@link LINES_MAX} lines; an entry with more is a batch of its own. */
function* portionsOf(entries: readonly SealedEntry[]): Generator<readonly SealedEntry[]> {
  let [portion, count]: [SealedEntry[], number] = [[], 0];
  for (const entry of entries) {
    if (portion.length > 0 && count + entry.lines.length > LINES_MAX) {
      yield portion;
      [portion, count] = [[], 0];
    }
    portion.push(entry);
    count += entry.lines.length;
  }
  yield portion;
}

/** The errors of database rules, by constraint name: Postgres reports it separately, SQLite only in the message. */
const REFUSALS: Readonly<Record<string, () => DomainError>> = {
  ledger_entries_balanced: () =>
    unprocessable("entry_unbalanced", "An entry needs two lines or more, whose debits are as much as its credits"),
  ledger_entries_reversal_of_id_unique: alreadyReversed,
};

/** Throws the port's error for entries that the database refused; all other errors unchanged. */
function reportOf(error: unknown): never {
  const { constraint, message } = error as { readonly constraint?: unknown; readonly message?: unknown };
  const rule = Object.keys(REFUSALS).find((name) => constraint === name || String(message).startsWith(name));
  throw (rule && REFUSALS[rule]?.()) || error;
}

function alreadyReversed(): DomainError {
  return unprocessable("already_reversed", "That entry is reversed already");
}
