import type { MandataireId } from "@cartulary/rental/agency";
import { type ReminderStore, reminderListing } from "@cartulary/rental/billing";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { columnsOf } from "../../../records/listing.ts";
import { pageOf } from "../../../records/pages.ts";
import { type ReminderTables, reminderRows } from "./tables.ts";

const columns = columnsOf(reminderListing, reminderRows);

export function createReminderStore(
  { db, dialect }: SqlTransaction<ReminderTables>,
  mandataireId: MandataireId,
): ReminderStore {
  const rows = rowsOf(reminderRows, dialect);
  const listed = rows.omit(["letter"]);
  const own = () => db.selectFrom("rent_call_reminders").where("rent_call_reminders.mandataire_id", "=", mandataireId);

  return {
    async find(rentCallId, id) {
      const found = own().select(rows.columns("rent_call_reminders")).where("id", "=", id);
      const row = await found.where("rent_call_id", "=", rentCallId).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list: (rentCallId, query) =>
      pageOf(
        rentCallId === null ? own() : own().where("rent_call_reminders.rent_call_id", "=", rentCallId),
        { listing: reminderListing, query, columns, dialect },
        (matching) => matching.select(listed.columns("rent_call_reminders")),
        listed.decode,
      ),

    async insert(reminder) {
      await db.insertInto("rent_call_reminders").values(rows.encode(reminder)).execute();
    },
  };
}
