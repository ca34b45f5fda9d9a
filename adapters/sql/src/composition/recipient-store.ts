import type { RecipientStore } from "@cartulary/composition";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { type CompositionTables, recipientRows } from "./tables.ts";

/** The maximum number of rows of one statement: engines limit the number of parameters. */
const ROWS_MAX = 1_000;

/** The recipients whose documents are not yet created. */
export function createRecipientStore({ db, dialect }: SqlTransaction<CompositionTables>): RecipientStore {
  const rows = rowsOf(recipientRows, dialect);

  return {
    async insert(recipients) {
      for (let first = 0; first < recipients.length; first += ROWS_MAX) {
        const some = recipients.slice(first, first + ROWS_MAX).map(rows.encode);
        await db.insertInto("mass_communication_recipients").values(some).execute();
      }
    },

    async next(id, limit) {
      const found = await db
        .selectFrom("mass_communication_recipients")
        .select(rows.columns("mass_communication_recipients"))
        .where("mass_communication_id", "=", id)
        .orderBy("position")
        .limit(limit)
        .execute();
      return found.map(rows.decode);
    },

    async remove({ massCommunicationId, position }) {
      const removed = await db
        .deleteFrom("mass_communication_recipients")
        .where("mass_communication_id", "=", massCommunicationId)
        .where("position", "=", position)
        .returning("position")
        .execute();
      return removed.length > 0;
    },

    async removeAll(id) {
      await db.deleteFrom("mass_communication_recipients").where("mass_communication_id", "=", id).execute();
    },
  };
}
