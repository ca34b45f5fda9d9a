import type { HitLog, RateLimitStore } from "@cartulary/auth";
import { type Instant, instantOf } from "@cartulary/kernel";
import type { Database } from "../engine/columns.ts";
import { jsonFrom, jsonTo } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import type { rateLimitRows } from "./tables.ts";

/** A key that was locked but never hit expires at once. */
const NEVER_HIT: Instant = instantOf(0);
const NO_HITS: HitLog = [];

export function createRateLimitStore({ db, dialect }: SqlTransaction<Database<typeof rateLimitRows>>): RateLimitStore {
  return {
    /** One statement inserts, locks and reads the row, so that a new key can be locked like an existing one. */
    async lock(key) {
      const row = await db
        .insertInto("rate_limits")
        .values({ key, hits: jsonTo(NO_HITS), expires_at: dialect.instant(NEVER_HIT) })
        .onConflict((existing) => existing.column("key").doUpdateSet({ key }))
        .returning("hits")
        .executeTakeFirstOrThrow();
      return jsonFrom(row.hits);
    },

    async find(key) {
      const row = await db.selectFrom("rate_limits").select("hits").where("key", "=", key).executeTakeFirst();
      return row ? jsonFrom(row.hits) : NO_HITS;
    },

    async save(key, log, expiresAt) {
      await db
        .updateTable("rate_limits")
        .set({ hits: jsonTo(log), expires_at: dialect.instant(expiresAt) })
        .where("key", "=", key)
        .execute();
    },

    async removeExpired(now) {
      await db.deleteFrom("rate_limits").where("expires_at", "<=", dialect.instant(now)).execute();
    },
  };
}
