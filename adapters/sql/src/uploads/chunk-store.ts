import type { ChunkedUploadId, ChunkStore } from "@cartulary/uploads";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { blobHoldersIn } from "./blob-references.ts";
import { type UploadTables, uploadChunkRows } from "./tables.ts";

/** The numbers as one text: converting thousands of rows into objects would delay every chunk. */
const JOINED_NUMBERS = sql<string | null>`string_agg(cast(number as text), ',' order by number)`;

const numbersIn = (joined: string | null): readonly number[] => (joined === null ? [] : joined.split(",").map(Number));

export function createChunkStore({ db, dialect }: SqlTransaction<UploadTables>): ChunkStore {
  const rows = rowsOf(uploadChunkRows, dialect);
  const of = (uploadId: ChunkedUploadId) =>
    db.selectFrom("upload_chunks").select(rows.columns("upload_chunks")).where("upload_id", "=", uploadId);

  return {
    async find(uploadId, number) {
      const row = await of(uploadId).where("number", "=", number).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async put(chunk) {
      const row = rows.encode(chunk);
      await db
        .insertInto("upload_chunks")
        .values(row)
        .onConflict((conflict) => conflict.columns(["upload_id", "number"]).doUpdateSet(row))
        .execute();
    },

    async numbers(uploadId) {
      const { joined } = await db
        .selectFrom("upload_chunks")
        .select(JOINED_NUMBERS.as("joined"))
        .where("upload_id", "=", uploadId)
        .executeTakeFirstOrThrow();
      return numbersIn(joined);
    },

    async numbersByUpload(uploadIds) {
      if (uploadIds.length === 0) return new Map();
      const found = await db
        .selectFrom("upload_chunks")
        .select(["upload_id", JOINED_NUMBERS.as("joined")])
        .where("upload_id", "in", uploadIds)
        .groupBy("upload_id")
        .execute();
      return new Map(found.map(({ upload_id, joined }) => [upload_id, numbersIn(joined)]));
    },

    async findAll(uploadId) {
      return (await of(uploadId).orderBy("number").execute()).map(rows.decode);
    },

    async removeAll(uploadId) {
      const removed = await db
        .deleteFrom("upload_chunks")
        .where("upload_id", "=", uploadId)
        .returning("blob_key")
        .execute();
      return removed.map(({ blob_key }) => blob_key);
    },

    blobHolders: (from, through) => blobHoldersIn(db, sql`select blob_key from upload_chunks`, from, through),
  };
}
