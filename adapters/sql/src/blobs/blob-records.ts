import type { BlobRecord, BlobRecordStore, StagedBlob } from "@cartulary/blobs";
import type { BlobKey } from "@cartulary/kernel";
import { type Kysely, sql, type UpdateResult } from "kysely";
import type { Database } from "../engine/columns.ts";
import type { StoredInstant } from "../engine/dialect.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { type Source, statement } from "../engine/statement.ts";
import { rowStore } from "../records/row-store.ts";
import { blobRows, type collectionPauseRows } from "./tables.ts";

type Tables = Database<typeof blobRows | typeof collectionPauseRows>;

/** The maximum number of keys in one statement; both engines limit the number of parameters. */
const KEYS_MAX = 500;

const blobs = rowStore(blobRows);

const attaching = statement(({ db }: Source<Tables>, { key, byteSize, sha256 }: StagedBlob) =>
  db
    .updateTable("blobs")
    .set({ state: sql.lit("live"), holders: sql.lit(1), byte_size: byteSize, sha256, collect_after: sql.lit(null) })
    .where("key", "=", key)
    .where("state", "=", sql.lit("staged"))
    .compile(),
);

/** Every change is conditional on the state that it starts from. */
export function createBlobRecordStore(transaction: SqlTransaction<Tables>): BlobRecordStore {
  const { db, dialect } = transaction;
  const records = () => db.selectFrom("blobs").select(["key", "state", "holders", "byte_size", "sha256"]);

  return {
    stage: (key, collectAfter) =>
      blobs(transaction).insert({ key, state: "staged", holders: 0, byteSize: null, sha256: null, collectAfter }),

    attach: async ({ key, byteSize, sha256 }) =>
      (await attaching(transaction, { key, byteSize, sha256 }, undefined)).numAffectedRows === 1n,

    share: (key) =>
      changed(
        db
          .updateTable("blobs")
          .set(({ eb }) => ({ holders: eb("holders", "+", 1) }))
          .where("key", "=", key)
          .where("state", "=", "live"),
      ),

    async release(keys, collectAfter) {
      for (const [times, released] of byTimes(keys)) {
        for (const some of batches(released)) await releaseSome(db, some, times, dialect.instant(collectAfter));
      }
    },

    async discard(key, collectAfter) {
      const { numUpdatedRows } = await db
        .updateTable("blobs")
        .set({ state: "garbage", collect_after: dialect.instant(collectAfter) })
        .where("key", "=", key)
        .where("state", "=", "staged")
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async claim(now, retryAfter, limit) {
      const pauses = db.selectFrom("blob_collection_pauses").select("id").where("until", ">", dialect.instant(now));
      const due = await db
        .selectFrom("blobs")
        .select("key")
        .where(({ not, exists }) => not(exists(pauses)))
        .where("state", "!=", "live")
        .where("collect_after", "<=", dialect.instant(now))
        .orderBy("collect_after")
        .orderBy("key")
        .limit(limit)
        .modifyEnd(dialect.forUpdateSkipLocked)
        .execute();
      const keys = due.map(({ key }) => key);
      for (const some of batches(keys)) {
        await db
          .updateTable("blobs")
          .set({ state: "garbage", collect_after: dialect.instant(retryAfter) })
          .where("key", "in", some)
          .execute();
      }
      return keys;
    },

    async pause(id, until, now) {
      await db.deleteFrom("blob_collection_pauses").where("until", "<=", dialect.instant(now)).execute();
      await db
        .insertInto("blob_collection_pauses")
        .values({ id, until: dialect.instant(until) })
        .onConflict((same) => same.column("id").doUpdateSet({ until: dialect.instant(until) }))
        .execute();
    },

    async resume(id) {
      await db.deleteFrom("blob_collection_pauses").where("id", "=", id).execute();
    },

    async forget(key) {
      await db.deleteFrom("blobs").where("key", "=", key).where("state", "=", "garbage").execute();
    },

    async findUnrecorded(keys) {
      const recorded = new Set<BlobKey>();
      for (const some of batches(keys)) {
        const rows = await db.selectFrom("blobs").select("key").where("key", "in", some).execute();
        for (const { key } of rows) recorded.add(key);
      }
      return keys.filter((key) => !recorded.has(key));
    },

    async find(keys) {
      const found = new Map<BlobKey, BlobRecord>();
      for (const some of batches(keys)) {
        for (const row of await records().where("key", "in", some).execute()) found.set(row.key, recordOf(row));
      }
      return found;
    },

    async live(after, limit) {
      const live = records().where("state", "=", "live").orderBy("key").limit(limit);
      return (await (after === null ? live : live.where("key", ">", after)).execute()).map(recordOf);
    },
  };
}

type Seen = Pick<Tables["blobs"], "key" | "state" | "holders" | "byte_size" | "sha256">;

const recordOf = ({ byte_size: byteSize, ...row }: Seen): BlobRecord => ({ ...row, byteSize });

async function changed(update: { executeTakeFirst(): Promise<UpdateResult> }): Promise<boolean> {
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

async function releaseSome(db: Kysely<Tables>, keys: readonly BlobKey[], times: number, collectAfter: StoredInstant) {
  const last = sql<boolean>`holders <= ${times}`;
  await db
    .updateTable("blobs")
    .set({
      state: sql`case when ${last} then 'garbage' else state end`,
      holders: sql`case when ${last} then 0 else holders - ${times} end`,
      collect_after: sql`case when ${last} then ${collectAfter} else collect_after end`,
    })
    .where("key", "in", keys)
    .where("state", "=", "live")
    .execute();
}

/** Groups keys by the number of their occurrences. Sorted, so that two releases do not deadlock. */
function byTimes(keys: readonly BlobKey[]): ReadonlyMap<number, readonly BlobKey[]> {
  const times = Map.groupBy(keys.toSorted(), (key) => key);
  const grouped = Map.groupBy(times.entries(), ([, same]) => same.length);
  return new Map([...grouped].map(([count, entries]) => [count, entries.map(([key]) => key)]));
}

function* batches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += KEYS_MAX) yield items.slice(start, start + KEYS_MAX);
}
