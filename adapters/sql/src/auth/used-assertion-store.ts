import type { UsedAssertionStore } from "@cartulary/auth";
import type { Database } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import type { usedAssertionRows } from "./tables.ts";

export function createUsedAssertionStore({
  db,
  dialect,
}: SqlTransaction<Database<typeof usedAssertionRows>>): UsedAssertionStore {
  return {
    async use(key, until) {
      const row = await db
        .insertInto("used_assertions")
        .values({ key, expires_at: dialect.instant(until) })
        .onConflict((existing) => existing.column("key").doNothing())
        .returning("key")
        .executeTakeFirst();
      return row !== undefined;
    },

    async removeExpired(now) {
      await db.deleteFrom("used_assertions").where("expires_at", "<=", dialect.instant(now)).execute();
    },
  };
}
