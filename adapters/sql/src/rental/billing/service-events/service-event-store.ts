import type { MandataireId } from "@cartulary/rental/agency";
import { type ServiceEventStore, serviceEventListing } from "@cartulary/rental/billing";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { valueSet } from "../../../engine/row-set.ts";
import { columnsOf } from "../../../records/listing.ts";
import { pageOf } from "../../../records/pages.ts";
import { type ServiceEventTables, serviceEventRows } from "./tables.ts";

const columns = columnsOf(serviceEventListing, serviceEventRows);

export function createServiceEventStore(
  { db, dialect }: SqlTransaction<ServiceEventTables>,
  mandataireId: MandataireId,
): ServiceEventStore {
  const rows = rowsOf(serviceEventRows, dialect);
  const own = () => db.selectFrom("service_events").where("service_events.mandataire_id", "=", mandataireId);
  const all = () => own().select(rows.columns("service_events"));
  const change = () => db.updateTable("service_events").where("mandataire_id", "=", mandataireId);

  return {
    async find(id) {
      const row = await all().where("id", "=", id).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async lock(mandateId, id) {
      const found = all().where("id", "=", id).where("mandate_id", "=", mandateId);
      const row = await found.modifyEnd(dialect.forUpdate).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list: (mandateId, query) =>
      pageOf(
        mandateId === null ? own() : own().where("service_events.mandate_id", "=", mandateId),
        { listing: serviceEventListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("service_events")),
        rows.decode,
      ),

    async insert(event) {
      await db.insertInto("service_events").values(rows.encode(event)).execute();
    },

    async remove(id) {
      await db.deleteFrom("service_events").where("mandataire_id", "=", mandataireId).where("id", "=", id).execute();
    },

    async due(mandates, until) {
      if (mandates.length === 0) return [];
      const found = await all()
        .where("mandate_id", "in", valueSet(serviceEventRows, "mandate_id", mandates, dialect))
        .where("billing_run_id", "is", null)
        .where("occurred_on", "<=", until)
        .orderBy("occurred_on")
        .orderBy("id")
        .execute();
      return found.map(rows.decode);
    },

    async bill(runId, ids, now) {
      if (ids.length === 0) return;
      await change()
        .set({ billing_run_id: runId, billed_at: dialect.instant(now), updated_at: dialect.instant(now) } as never)
        .where("id", "in", valueSet(serviceEventRows, "id", ids as never, dialect))
        .execute();
    },

    async unbill(runId, now) {
      await change()
        .set({ billing_run_id: null, billed_at: null, updated_at: dialect.instant(now) } as never)
        .where("billing_run_id", "=", runId)
        .execute();
    },
  };
}
