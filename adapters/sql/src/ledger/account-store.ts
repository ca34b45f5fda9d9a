import type { AccountStore, Auxiliary, BookId } from "@cartulary/ledger";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { insertOf, valueSet } from "../engine/row-set.ts";
import { accountRows, auxiliaryRows, type LedgerTables } from "./tables.ts";

export function createAccountStore({ db, dialect }: SqlTransaction<LedgerTables>, bookId: BookId): AccountStore {
  const accounts = rowsOf(accountRows, dialect);
  const auxiliaries = rowsOf(auxiliaryRows, dialect);
  const selected = db
    .selectFrom("ledger_auxiliaries")
    .select(auxiliaries.columns("ledger_auxiliaries"))
    .where("book_id", "=", bookId);
  const read = async (query: typeof selected): Promise<readonly Auxiliary[]> =>
    (await query.execute()).map((row) => {
      const { bookId: _, ...auxiliary } = auxiliaries.decode(row);
      return auxiliary;
    });

  return {
    list: () =>
      db
        .selectFrom("ledger_accounts")
        .select(["id", "code", "name"])
        .where("book_id", "=", bookId)
        .orderBy("code")
        .execute(),

    async insertMissing(missing) {
      if (missing.length === 0) return;
      // Sorted, so that two transactions that insert the same accounts do not deadlock.
      const rows = missing
        .map((account) => accounts.encode({ bookId, ...account }))
        .toSorted((one, other) => (one.code < other.code ? -1 : 1));
      await sql`${insertOf(accountRows, rows, dialect)} on conflict (book_id, code) do nothing`.execute(db);
    },

    async auxiliaries(codes) {
      if (codes.length === 0) return [];
      return read(selected.where("code", "in", valueSet(auxiliaryRows, "code", codes, dialect)));
    },

    auxiliariesOf: (kind) => read(selected.where("kind", "=", kind).orderBy("code")),

    async saveAuxiliary(auxiliary) {
      const row = auxiliaries.encode({ bookId, ...auxiliary });
      await db
        .insertInto("ledger_auxiliaries")
        .values(row)
        .onConflict((conflict) => conflict.columns(["book_id", "code"]).doUpdateSet(row))
        .execute();
    },

    async saveAuxiliaries(saved) {
      if (saved.length === 0) return;
      const rows = saved.map((auxiliary) => auxiliaries.encode({ bookId, ...auxiliary }));
      await sql`${insertOf(auxiliaryRows, rows, dialect)} on conflict (book_id, code) do update
        set kind = excluded.kind, name = excluded.name, entity_type = excluded.entity_type,
          entity_id = excluded.entity_id`.execute(db);
    },

    async removeAuxiliary(code) {
      // Loops over accounts, as lines are indexed: a book has dozens of accounts and any number of lines.
      const sealed = sql`select 1 from ledger_accounts
        where book_id = ${bookId} and exists (select 1 from ledger_lines as line
          where line.book_id = ${bookId} and line.account_code = ledger_accounts.code and line.auxiliary_code = ${code})`;
      const draft = sql`select 1 from ledger_draft_lines where book_id = ${bookId} and auxiliary_code = ${code}`;
      const { rows } = await sql`${sealed} union all ${draft} limit 1`.execute(db);
      if (rows.length > 0) return false;
      await db.deleteFrom("ledger_auxiliaries").where("book_id", "=", bookId).where("code", "=", code).execute();
      return true;
    },
  };
}
