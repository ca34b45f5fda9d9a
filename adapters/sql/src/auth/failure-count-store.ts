import type { FailureCount, FailureCountStore } from "@cartulary/auth";
import { type Instant, instantOf } from "@cartulary/kernel";
import type { Database, Row } from "../engine/columns.ts";
import { instantFrom, jsonFrom, jsonTo } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import type { refusalRows } from "./tables.ts";

/** For a count that was never saved. */
const NEVER: Instant = instantOf(0);

export function createFailureCountStore({
  db,
  dialect,
}: SqlTransaction<Database<typeof refusalRows>>): FailureCountStore {
  return {
    /** One statement inserts, locks and reads the row, so that a new key can be locked like an existing one. */
    async lock(key) {
      const row = await db
        .insertInto("refusals")
        .values({ key, recorded_at: dialect.instant(NEVER), unrecorded: 0, last: null })
        .onConflict((existing) => existing.column("key").doUpdateSet({ key }))
        .returning(["recorded_at", "unrecorded", "last"])
        .executeTakeFirstOrThrow();
      return countIn(row);
    },

    async save(key, { recordedAt, unrecorded, last }) {
      await db
        .updateTable("refusals")
        .set({ recorded_at: dialect.instant(recordedAt), unrecorded, last: jsonTo(last) })
        .where("key", "=", key)
        .execute();
    },

    async take(by, most) {
      const still = await db
        .selectFrom("refusals")
        .select(["key"])
        .where("recorded_at", "<=", dialect.instant(by))
        .orderBy("key")
        .limit(most)
        .modifyEnd(dialect.forUpdateSkipLocked)
        .execute();
      if (still.length === 0) return [];
      const keys = still.map(({ key }) => key);
      const taken = await db
        .deleteFrom("refusals")
        .where("key", "in", keys)
        .returning(["recorded_at", "unrecorded", "last"])
        .execute();
      return taken.map(countIn).filter((count) => count !== null);
    },
  };
}

type Counted = Pick<Row<typeof refusalRows>, "recorded_at" | "unrecorded" | "last">;

function countIn({ recorded_at, unrecorded, last }: Counted): FailureCount | null {
  return last === null ? null : { recordedAt: instantFrom(recorded_at), unrecorded, last: jsonFrom(last) };
}
