import type { KnownNetworkStore } from "@cartulary/auth";
import type { UserId } from "@cartulary/kernel";
import type { Database } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import type { knownNetworkRows } from "./tables.ts";

export function createKnownNetworkStore({
  db,
  dialect,
}: SqlTransaction<Database<typeof knownNetworkRows>>): KnownNetworkStore {
  const keyOf = (userId: UserId, network: string) => `${userId} ${network}`;
  return {
    async isKnown(userId, network, since) {
      const row = await db
        .selectFrom("known_networks")
        .select("key")
        .where("key", "=", keyOf(userId, network))
        .where("seen_at", ">=", dialect.instant(since))
        .executeTakeFirst();
      return row !== undefined;
    },

    async recordUse(userId, network, at) {
      const seen_at = dialect.instant(at);
      await db
        .insertInto("known_networks")
        .values({ key: keyOf(userId, network), user_id: userId, seen_at })
        .onConflict((existing) => existing.column("key").doUpdateSet({ seen_at }))
        .execute();
    },

    async removeOf(userId) {
      await db.deleteFrom("known_networks").where("user_id", "=", userId).execute();
    },

    async removeUnseen(since) {
      await db.deleteFrom("known_networks").where("seen_at", "<", dialect.instant(since)).execute();
    },
  };
}
