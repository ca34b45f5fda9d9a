import type { BookId, PeriodStore } from "@cartulary/ledger";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { type LedgerTables, periodRows } from "./tables.ts";

export function createPeriodStore({ db, dialect }: SqlTransaction<LedgerTables>, bookId: BookId): PeriodStore {
  const rows = rowsOf(periodRows, dialect);
  return {
    async list() {
      const found = await db
        .selectFrom("ledger_periods")
        .select(rows.columns("ledger_periods"))
        .where("book_id", "=", bookId)
        .orderBy("period")
        .execute();
      return found.map(rows.decode).map(({ period, entriesPosted, closedAt }) => ({ period, entriesPosted, closedAt }));
    },

    async insert(period) {
      await db
        .insertInto("ledger_periods")
        .values(rows.encode({ ...period, bookId }))
        .execute();
      await sql`insert into ledger_closing_heads (book_id, period, society_code, journal, year, number, hash)
        select book_id, ${period.period}, society_code, journal, year, number, hash
        from ledger_series where book_id = ${bookId} and number > 0`.execute(db);
    },
  };
}
