import type { ReplayStore } from "@cartulary/kernel";
import type { Database, Row } from "../engine/columns.ts";
import type { StoredInstant } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { type Source, statement } from "../engine/statement.ts";
import { replayRows } from "./tables.ts";

type From = Source<Database<typeof replayRows>>;
type ReplayRow = Row<typeof replayRows>;

const finding = statement(({ db, dialect }: From, { user_id, scope, key, now }: Pick<ReplayRow, Key> & Now) =>
  db
    .selectFrom("replays")
    .select(rowsOf(replayRows, dialect).columns("replays"))
    .where("user_id", "=", user_id)
    .where("scope", "=", scope)
    .where("key", "=", key)
    .where("expires_at", ">", now)
    .compile(),
);

const inserting = statement(({ db }: From, { now, ...row }: ReplayRow & Now) =>
  db
    .insertInto("replays")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "scope", "key"]).doUpdateSet(row).where("replays.expires_at", "<=", now),
    )
    .returning("key")
    .compile(),
);

type Key = "user_id" | "scope" | "key";

interface Now {
  readonly now: StoredInstant;
}

export function createReplayStore(transaction: SqlTransaction<Database<typeof replayRows>>): ReplayStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(replayRows, dialect);

  return {
    async find({ userId, scope, key }, now) {
      const lookup = { user_id: userId, scope, key, now: dialect.instant(now) };
      const [row] = (await finding(transaction, lookup, undefined)).rows;
      return row ? rows.decode(row) : null;
    },

    insert: async (replay, now) =>
      (await inserting(transaction, { ...rows.encode(replay), now: dialect.instant(now) }, undefined)).rows.length > 0,

    async removeExpired(now) {
      await db.deleteFrom("replays").where("expires_at", "<=", dialect.instant(now)).execute();
    },
  };
}
