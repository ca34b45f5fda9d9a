import type { RefreshReplyStore } from "@cartulary/auth";
import type { Database } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { refreshReplyRows } from "./tables.ts";

export function createRefreshReplyStore({
  db,
  dialect,
}: SqlTransaction<Database<typeof refreshReplyRows>>): RefreshReplyStore {
  const rows = rowsOf(refreshReplyRows, dialect);
  return {
    async find(tokenId) {
      const row = await db
        .selectFrom("refresh_replies")
        .select(rows.columns("refresh_replies"))
        .where("token_id", "=", tokenId)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async insert(reply) {
      await db.insertInto("refresh_replies").values(rows.encode(reply)).execute();
    },

    async removeExpired(now) {
      await db.deleteFrom("refresh_replies").where("expires_at", "<=", dialect.instant(now)).execute();
    },
  };
}
