import type { TokenStore } from "@cartulary/auth";
import type { Database } from "../columns.ts";
import type { SqlTransaction } from "../module.ts";
import { rowsOf } from "../rows.ts";
import { tokenRows } from "./tables.ts";

/** Tokens in SQL. */
export function createTokenStore({ db, dialect }: SqlTransaction<Database<typeof tokenRows>>): TokenStore {
  const rows = rowsOf(tokenRows, dialect);
  return {
    async insert(tokens) {
      if (tokens.length > 0) await db.insertInto("tokens").values(tokens.map(rows.encode)).execute();
    },

    async revokeOf(userId, kinds, at) {
      if (kinds.length === 0) return;
      await db
        .updateTable("tokens")
        .set({ revoked_at: dialect.instant(at) })
        .where("user_id", "=", userId)
        .where("kind", "in", kinds)
        .where("revoked_at", "is", null)
        .execute();
    },

    async removeOf(userId) {
      await db.deleteFrom("tokens").where("user_id", "=", userId).execute();
    },
  };
}
