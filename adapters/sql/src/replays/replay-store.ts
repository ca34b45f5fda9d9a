import type { ReplayStore } from "@cartulary/kernel";
import type { Database } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/rows.ts";
import { replayRows } from "./tables.ts";

/** Answers under an Idempotency-Key, in SQL. */
export function createReplayStore({ db, dialect }: SqlTransaction<Database<typeof replayRows>>): ReplayStore {
  const rows = rowsOf(replayRows, dialect);

  return {
    async find({ userId, scope, key }, now) {
      const row = await db
        .selectFrom("replays")
        .select(rows.columns("replays"))
        .where("user_id", "=", userId)
        .where("scope", "=", scope)
        .where("key", "=", key)
        .where("expires_at", ">", dialect.instant(now))
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async insert(replay, now) {
      const row = rows.encode(replay);
      const inserted = await db
        .insertInto("replays")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(["user_id", "scope", "key"])
            .doUpdateSet(row)
            .where("replays.expires_at", "<=", dialect.instant(now)),
        )
        .returning("key")
        .executeTakeFirst();
      return inserted !== undefined;
    },

    async removeExpired(now) {
      await db.deleteFrom("replays").where("expires_at", "<=", dialect.instant(now)).execute();
    },
  };
}
