import type { LetterBatchKey, LetterFileStore } from "@cartulary/rental/letters";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type LetterFileTables, letterFileRows } from "./tables.ts";

/** Position of the merged PDF. */
const MERGED = 0;

/** The blobs of the letters of all mandataires, in SQL. */
export function createLetterFileStore({ db, dialect }: SqlTransaction<LetterFileTables>): LetterFileStore {
  const rows = rowsOf(letterFileRows, dialect);
  const of = ({ mandataireId, id }: LetterBatchKey) =>
    db
      .selectFrom("letter_files")
      .select(["position", "blob_key"])
      .where("mandataire_id", "=", mandataireId)
      .where("batch_id", "=", id);

  return {
    async insert({ mandataireId, id: batchId }, position, blobKey) {
      await db.insertInto("letter_files").values(rows.encode({ mandataireId, batchId, position, blobKey })).execute();
    },

    async merged(key) {
      return (await of(key).where("position", "=", MERGED).executeTakeFirst())?.blob_key ?? null;
    },

    async ofLetters(key) {
      const found = await of(key).where("position", ">", MERGED).execute();
      return new Map(found.map(({ position, blob_key }) => [Number(position), blob_key]));
    },

    async removeLetters({ mandataireId, id }) {
      await db
        .deleteFrom("letter_files")
        .where("mandataire_id", "=", mandataireId)
        .where("batch_id", "=", id)
        .where("position", ">", MERGED)
        .execute();
    },

    async holders(from, through) {
      const found = await db
        .selectFrom("letter_files")
        .select("blob_key")
        .select(sql<number>`count(*)`.as("count"))
        .where("blob_key", ">=", from)
        .where("blob_key", "<=", through)
        .groupBy("blob_key")
        .execute();
      return new Map(found.map(({ blob_key, count }) => [blob_key, Number(count)]));
    },
  };
}
