import type { BookId, PeriodStore } from "@cartulary/ledger";
import type { SqlTransaction } from "../module.ts";
import { rowsOf } from "../rows.ts";
import { type LedgerTables, periodRows } from "./tables.ts";

/** Closed months in SQL. */
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
    },
  };
}
