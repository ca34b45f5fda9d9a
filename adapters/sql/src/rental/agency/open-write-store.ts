import type { OpenWriteStore } from "@cartulary/rental/agency";
import { instantFrom, type StoredInstant } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { statement } from "../../engine/statement.ts";
import { type ConvergenceTables, openWriteRows } from "./convergence-tables.ts";

export function createOpenWriteStore(transaction: SqlTransaction<ConvergenceTables>): OpenWriteStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(openWriteRows, dialect);
  return {
    async insert(open) {
      await db.insertInto("open_writes").values(rows.encode(open)).execute();
    },

    async lock(id) {
      const row = await db
        .selectFrom("open_writes")
        .select(rows.columns("open_writes"))
        .where("id", "=", id)
        .modifyEnd(dialect.forUpdate)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async renew(id, now, until) {
      await db
        .updateTable("open_writes")
        .set({ until: dialect.instant(until) })
        .where("id", "=", id)
        .where("until", ">", dialect.instant(now))
        .execute();
    },

    async remove(id) {
      await db.deleteFrom("open_writes").where("id", "=", id).execute();
    },

    async oldest(now) {
      const [found] = (await oldest(transaction, { now: dialect.instant(now) }, undefined)).rows;
      return found?.started_at == null ? null : instantFrom(found.started_at);
    },

    async resumable() {
      const found = await db
        .selectFrom("open_writes")
        .select(rows.columns("open_writes"))
        .where("work", "is not", null)
        .orderBy("started_at")
        .orderBy("id")
        .execute();
      return found.map((row) => rows.decode(row));
    },

    async removeExpired(now) {
      const expired = db.deleteFrom("open_writes").where("until", "<=", dialect.instant(now));
      await expired.where("work", "is", null).execute();
    },
  };
}

/** Runs at each list of changes. */
const oldest = statement(
  ({ db }: Pick<SqlTransaction<ConvergenceTables>, "db" | "dialect">, { now }: { readonly now: StoredInstant }) =>
    db
      .selectFrom("open_writes")
      .select(({ fn }) => fn.min("started_at").as("started_at"))
      .where("until", ">", now)
      .compile(),
);
