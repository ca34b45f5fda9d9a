import type { MandataireId } from "@cartulary/rental/agency";
import { type BatchedLetterStore, type LetterBatchStore, letterBatchListing } from "@cartulary/rental/letters";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { insertAll } from "../../engine/row-set.ts";
import { columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { batchedLetterRows, type LetterTables, letterBatchRows } from "./tables.ts";

const columns = columnsOf(letterBatchListing, letterBatchRows);

export function createLetterBatchStore(
  { db, dialect }: SqlTransaction<LetterTables>,
  mandataireId: MandataireId,
): LetterBatchStore {
  const rows = rowsOf(letterBatchRows, dialect);
  const own = () => db.selectFrom("letter_batches").where("letter_batches.mandataire_id", "=", mandataireId);
  const one = (id: string) =>
    own()
      .select(rows.columns("letter_batches"))
      .where("id", "=", id as never);

  return {
    async insert(batch) {
      await db.insertInto("letter_batches").values(rows.encode(batch)).execute();
    },

    async find(id) {
      const row = await one(id).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async lock(id) {
      const row = await one(id).modifyEnd(dialect.forUpdate).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async update(batch) {
      await db
        .updateTable("letter_batches")
        .set(rows.encode(batch))
        .where("mandataire_id", "=", mandataireId)
        .where("id", "=", batch.id)
        .execute();
    },

    list: (query) =>
      pageOf(
        own(),
        { listing: letterBatchListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("letter_batches")),
        rows.decode,
      ),

    async any() {
      return (await own().select("letter_batches.id").limit(1).executeTakeFirst()) !== undefined;
    },
  };
}

export function createBatchedLetterStore(
  { db, dialect }: SqlTransaction<LetterTables>,
  mandataireId: MandataireId,
): BatchedLetterStore {
  const own = () => db.selectFrom("batched_letters").where("batched_letters.mandataire_id", "=", mandataireId);

  return {
    async insert(letters) {
      const rows = letters.map(({ id: subjectId, ...letter }) =>
        rowsOf(batchedLetterRows, dialect).encode({
          ...letter,
          mandataireId,
          subjectId,
          postcode: null,
          addressee: null,
        }),
      );
      await insertAll(batchedLetterRows, rows, { db, dialect });
    },

    async waiting(batchId, limit) {
      const found = await own()
        .select(["batch_id as batchId", "position", "subject_id as id", "part_of as partOf"])
        .where("batch_id", "=", batchId)
        .where("addressee", "is", null)
        .orderBy("position")
        .limit(limit)
        .execute();
      return found;
    },

    async markPrinted({ batchId, position }, { postcode, addressee }) {
      const { numUpdatedRows } = await db
        .updateTable("batched_letters")
        .set({ postcode, addressee })
        .where("mandataire_id", "=", mandataireId)
        .where("batch_id", "=", batchId)
        .where("position", "=", position)
        .where("addressee", "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async remove({ batchId, position }) {
      const { numDeletedRows } = await db
        .deleteFrom("batched_letters")
        .where("mandataire_id", "=", mandataireId)
        .where("batch_id", "=", batchId)
        .where("position", "=", position)
        .where("addressee", "is", null)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async printed(batchId) {
      const found = await own()
        .select(["position", "postcode", "addressee"])
        .where("batch_id", "=", batchId)
        .where("addressee", "is not", null)
        .orderBy("position")
        .execute();
      return found.map(({ addressee, ...letter }) => ({ ...letter, addressee: addressee ?? "" }));
    },

    async removeAll(batchId) {
      await db
        .deleteFrom("batched_letters")
        .where("mandataire_id", "=", mandataireId)
        .where("batch_id", "=", batchId)
        .execute();
    },
  };
}
