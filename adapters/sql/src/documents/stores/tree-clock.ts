import type { TreeClock } from "@cartulary/documents";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { type Source, statement } from "../../engine/statement.ts";
import type { DocumentTables } from "../tables.ts";

const holding = statement(({ db, dialect }: Source<DocumentTables>) =>
  db.selectFrom("tree_clock").select("seq").where("id", "=", sql.lit(1)).modifyEnd(dialect.forShare).compile(),
);

/** The lock on the clock's only row orders concurrent changes; on SQLite, write transactions are serial anyway. */
export function createTreeClock(transaction: SqlTransaction<DocumentTables>): TreeClock {
  const { db } = transaction;
  return {
    async tick() {
      const { seq } = await db
        .updateTable("tree_clock")
        .set({ seq: sql`seq + 1` })
        .where("id", "=", 1)
        .returning("seq")
        .executeTakeFirstOrThrow();
      return seq;
    },

    async raise(least) {
      await db.updateTable("tree_clock").set({ seq: least }).where("id", "=", 1).where("seq", "<", least).execute();
    },

    async highestPosition() {
      const highest = async (table: "folders" | "documents") => {
        const { seq } = await db
          .selectFrom(table)
          .select(({ fn }) => fn.max("placed_seq").as("seq"))
          .executeTakeFirstOrThrow();
        return seq ?? 0;
      };
      return Math.max(await highest("folders"), await highest("documents"));
    },

    async lockShared() {
      const [clock] = (await holding(transaction, {}, undefined)).rows;
      if (!clock) throw new Error("The tree clock has no row");
      return clock.seq;
    },
  };
}
