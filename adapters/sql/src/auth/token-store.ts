import type { TokenGroup, TokenStore } from "@cartulary/auth";
import type { Database } from "../columns.ts";
import type { SqlTransaction } from "../module.ts";
import { rowsOf } from "../rows.ts";
import { tokenRows } from "./tables.ts";

/** Tokens in SQL. */
export function createTokenStore({ db, dialect }: SqlTransaction<Database<typeof tokenRows>>): TokenStore {
  const rows = rowsOf(tokenRows, dialect);
  return {
    async find(hash) {
      const row = await db
        .selectFrom("tokens")
        .select(rows.columns("tokens"))
        .where("hash", "=", hash)
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async insert(tokens) {
      if (tokens.length > 0) await db.insertInto("tokens").values(tokens.map(rows.encode)).execute();
    },

    async spend(id, at) {
      const { numUpdatedRows } = await db
        .updateTable("tokens")
        .set({ used_at: dialect.instant(at) })
        .where("id", "=", id)
        .where("used_at", "is", null)
        .where("revoked_at", "is", null)
        .where("expires_at", ">", dialect.instant(at))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async revoke(which, at) {
      const [column, value] = membership(which);
      await db
        .updateTable("tokens")
        .set({ revoked_at: dialect.instant(at) })
        .where(column, "=", value)
        .where("revoked_at", "is", null)
        .execute();
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

/** What all tokens of a group have in common. */
function membership(which: TokenGroup) {
  if ("applicationId" in which) return ["application_id", which.applicationId] as const;
  if ("familyId" in which) return ["family_id", which.familyId] as const;
  if ("pairId" in which) return ["pair_id", which.pairId] as const;
  return ["id", which.id] as const;
}
