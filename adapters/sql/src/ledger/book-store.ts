import type { Book, BookId, BookStore } from "@cartulary/ledger";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { bookRows, type LedgerTables } from "./tables.ts";

export function createBookStore({ db, dialect }: SqlTransaction<LedgerTables>, bookId: BookId): BookStore {
  const rows = rowsOf(bookRows, dialect);
  const own = () => db.selectFrom("ledger_books").select(rows.columns("ledger_books")).where("id", "=", bookId);
  const found = async (query: { executeTakeFirst(): Promise<Parameters<typeof rows.decode>[0] | undefined> }) => {
    const row = await query.executeTakeFirst();
    return row ? rows.decode(row) : null;
  };
  const requireOwn = ({ id }: Book) => {
    if (id !== bookId) throw new TypeError(`These stores belong to the book ${bookId}, not to ${id}`);
  };

  return {
    find: () => found(own()),
    lockShared: () => found(own().modifyEnd(dialect.forShare)),
    lock: () => found(own().modifyEnd(dialect.forUpdate)),

    async insert(book) {
      requireOwn(book);
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("ledger_books")
        .values(rows.encode(book))
        .onConflict((open) => open.column("id").doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    async update(book) {
      requireOwn(book);
      await db
        .updateTable("ledger_books")
        .set({ closed_through: book.closedThrough })
        .where("id", "=", bookId)
        .execute();
    },

    async removeEmpty() {
      for (const table of WRITTEN_INTO) {
        const row = db.selectFrom(table).select("book_id").where("book_id", "=", bookId).limit(1);
        if (await row.executeTakeFirst()) return false;
      }
      await db.deleteFrom("ledger_accounts").where("book_id", "=", bookId).execute();
      await db.deleteFrom("ledger_books").where("id", "=", bookId).execute();
      return true;
    },
  };
}

/** The tables that are empty for a book until its first write. */
const WRITTEN_INTO = [
  "ledger_auxiliaries",
  "ledger_drafts",
  "ledger_entries",
  "ledger_series",
  "ledger_letter_series",
  "ledger_periods",
] as const;
