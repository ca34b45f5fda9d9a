import {
  type MassCommunication,
  type MassCommunicationField,
  type MassCommunicationId,
  type MassCommunicationStore,
  massCommunicationListing,
} from "@cartulary/composition";
import type { Entry } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { valueSet } from "../engine/row-set.ts";
import { bytesIn, idsWithin, inOrderOf } from "../records/bounded-rows.ts";
import { type Columns, columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { type CompositionTables, massCommunicationRows, massTemplateRows } from "./tables.ts";

const columns: Columns<MassCommunicationField> = columnsOf(massCommunicationListing, massCommunicationRows);

/** Columns of unbounded length: a communication may have ten thousand recipients. */
const LONG = ["variables", "recipients", "failures"];

/** Mass communications, and the templates of running ones. */
export function createMassCommunicationStore({
  db,
  dialect,
}: SqlTransaction<CompositionTables>): MassCommunicationStore {
  const rows = rowsOf(massCommunicationRows, dialect);
  const templates = rowsOf(massTemplateRows, dialect);
  const one = (id: MassCommunication["id"]) =>
    db.selectFrom("mass_communications").select(rows.columns("mass_communications")).where("id", "=", id);

  /** Returns the mass communications with these ids, in that order. */
  async function findInOrder(ids: readonly MassCommunicationId[]): Promise<readonly MassCommunication[]> {
    if (ids.length === 0) return [];
    const found = await db
      .selectFrom("mass_communications")
      .select(rows.columns("mass_communications"))
      .where("id", "in", valueSet(massCommunicationRows, "id", ids, dialect))
      .execute();
    return inOrderOf(
      ids,
      found.map((row) => recordOf(rows.decode(row))),
    );
  }

  return {
    async insert(record, template) {
      await db
        .insertInto("mass_communications")
        .values(rows.encode(entryOf(record)))
        .execute();
      const copy = templates.encode({ massCommunicationId: record.id, template });
      await db.insertInto("mass_communication_templates").values(copy).execute();
    },

    async find(id) {
      const row = await one(id).executeTakeFirst();
      return row ? recordOf(rows.decode(row)) : null;
    },

    async lock(id) {
      const row = await one(id).modifyEnd(dialect.forUpdate).executeTakeFirst();
      return row ? recordOf(rows.decode(row)) : null;
    },

    async update(record) {
      await db
        .updateTable("mass_communications")
        .set(rows.encode(entryOf(record)))
        .where("id", "=", record.id)
        .execute();
    },

    async list(query, userId) {
      const all = db.selectFrom("mass_communications");
      const { items, ...page } = await pageOf(
        userId === null ? all : all.where("user_id", "=", userId),
        { listing: massCommunicationListing, query, columns, dialect },
        (matching) => matching.select("mass_communications.id").select(bytesIn(LONG, dialect).as("bytes")),
        (row) => row,
      );
      return { ...page, items: await findInOrder(idsWithin(items)) };
    },

    async template(id) {
      const row = await db
        .selectFrom("mass_communication_templates")
        .select(templates.columns("mass_communication_templates"))
        .where("mass_communication_id", "=", id)
        .executeTakeFirst();
      return row ? templates.decode(row).template : null;
    },

    async forgetTemplate(id) {
      await db.deleteFrom("mass_communication_templates").where("mass_communication_id", "=", id).execute();
    },
  };
}

type MassCommunicationEntry = Entry<typeof massCommunicationRows>;

const entryOf = (record: MassCommunication): MassCommunicationEntry => ({
  ...record,
  processedFiles: record.successfulFiles + record.failedFiles,
});

function recordOf({ processedFiles: _sum, ...record }: MassCommunicationEntry): MassCommunication {
  return record;
}
