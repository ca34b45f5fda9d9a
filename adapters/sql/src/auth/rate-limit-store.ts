import type { HitLog, RateLimitStore } from "@cartulary/auth";
import { type Instant, instantOf } from "@cartulary/kernel";
import type { Database } from "../engine/columns.ts";
import { jsonFrom, jsonTo } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import type { rateLimitRows } from "./tables.ts";

/** When a key that was only looked at may be forgotten: at once. */
const NEVER_HIT: Instant = instantOf(0);
const NO_HITS: HitLog = [];

/** What the limiter counted, in SQL. */
export function createRateLimitStore({ db, dialect }: SqlTransaction<Database<typeof rateLimitRows>>): RateLimitStore {
  return {
    /** One statement makes the row, locks it and reads it as it is then: a new key can be waited for like an old one. */
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
