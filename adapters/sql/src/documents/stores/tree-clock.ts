import type { TreeClock } from "@cartulary/documents";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import type { DocumentTables } from "../tables.ts";

/** The lock on the clock's one row is what puts changes in order; SQLite's writers are in order before they begin. */
export function createTreeClock({ db, dialect }: SqlTransaction<DocumentTables>): TreeClock {
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
      const { seq } = await db
        .selectFrom("tree_clock")
        .select("seq")
        .where("id", "=", 1)
        .modifyEnd(dialect.forShare)
        .executeTakeFirstOrThrow();
      return seq;
    },
  };
}
