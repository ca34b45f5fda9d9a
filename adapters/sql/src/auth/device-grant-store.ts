import type { DeviceGrantStore } from "@cartulary/auth";
import type { Database } from "../engine/columns.ts";
import { jsonTo } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { deviceGrantRows } from "./tables.ts";

export function createDeviceGrantStore({
  db,
  dialect,
}: SqlTransaction<Database<typeof deviceGrantRows>>): DeviceGrantStore {
  const rows = rowsOf(deviceGrantRows, dialect);

  async function one(column: "device_hash" | "user_hash", hash: string) {
    const row = await db
      .selectFrom("device_grants")
      .select(rows.columns("device_grants"))
      .where(column, "=", hash)
      .executeTakeFirst();
    return row ? rows.decode(row) : null;
  }

  return {
    find: (deviceHash) => one("device_hash", deviceHash),
    findByUserCode: (userHash) => one("user_hash", userHash),

    async insert(grant) {
      await db.insertInto("device_grants").values(rows.encode(grant)).execute();
    },

    async decide({ id, state, scopes, userId, sessionId }, from) {
      const { numUpdatedRows } = await db
        .updateTable("device_grants")
        .set({ state, scopes: jsonTo(scopes), user_id: userId, session_id: sessionId })
        .where("id", "=", id)
        .where("state", "=", from)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async consume(deviceHash, now) {
      const { numUpdatedRows } = await db
        .updateTable("device_grants")
        .set({ state: "consumed" })
        .where("device_hash", "=", deviceHash)
        .where("state", "=", "approved")
        .where("expires_at", ">", dialect.instant(now))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async denyOf(userId) {
      await db
        .updateTable("device_grants")
        .set({ state: "denied" })
        .where("user_id", "=", userId)
        .where("state", "=", "approved")
        .execute();
    },

    async removeOf(userId) {
      await db.deleteFrom("device_grants").where("user_id", "=", userId).execute();
    },

    async removeExpired(then) {
      await db.deleteFrom("device_grants").where("expires_at", "<=", dialect.instant(then)).execute();
    },
  };
}
