import { type MandataireId, type RentCallId, type RentCallStore, rentCallListing, rentCallOn } from "@cartulary/rental";
import { type SqlBool, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { insertAll, rowSet, valueSet } from "../../engine/row-set.ts";
import { rowsOf } from "../../engine/rows.ts";
import { type Columns, columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { type CallTables, rentCallRows } from "./tables.ts";

const columns: Columns<keyof typeof rentCallListing.fields> = {
  ...columnsOf(rentCallListing, rentCallRows),
  overdue: { ref: "rent_calls.overdue", nullable: false },
};

/** The rent calls of one mandataire in SQL. */
export function createRentCallStore(
  { db, dialect }: SqlTransaction<CallTables>,
  mandataireId: MandataireId,
): RentCallStore {
  const rows = rowsOf(rentCallRows, dialect);
  const own = () => db.selectFrom("rent_calls").where("rent_calls.mandataire_id", "=", mandataireId);
  const all = () => own().select(rows.columns("rent_calls"));

  return {
    async find(id) {
      const row = await all().where("id", "=", id).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list: (query, today) =>
      pageOf(
        db.selectFrom(
          sql<CallTables["rent_calls"]>`(select rent_calls.*,
            (remaining_amount_cents > 0 and tolerated_until < ${today}) as overdue
            from rent_calls where mandataire_id = ${mandataireId})`.as("rent_calls"),
        ),
        { listing: rentCallListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("rent_calls")),
        (row) => rentCallOn(rows.decode(row), today),
      ),

    async lock(ids) {
      if (ids.length === 0) return [];
      const locked = all()
        .where("id", "in", valueSet(rentCallRows, "id", ids, dialect))
        .orderBy("id")
        .modifyEnd(dialect.forUpdate);
      return (await locked.execute()).map(rows.decode);
    },

    async lockOf(runId, after, limit) {
      const locked = all()
        .where("billing_run_id", "=", runId)
        .$if(after !== null, (query) => query.where("id", ">", after as RentCallId))
        .orderBy("id")
        .limit(limit)
        .modifyEnd(dialect.forUpdate);
      return (await locked.execute()).map(rows.decode);
    },

    async insert(calls) {
      await insertAll(rentCallRows, calls.map(rows.encode), { db, dialect });
    },

    async update(calls) {
      if (calls.length === 0) return;
      const changed = rowSet(rentCallRows, ["id", ...CHANGING], calls.map(rows.encode), dialect);
      const set = CHANGING.map((column) => sql`${sql.ref(column)} = ${sql.ref(`changed.${column}`)}`);
      await sql`with changed as materialized (${changed})
        update rent_calls set ${sql.join(set)} from changed
        where rent_calls.mandataire_id = ${mandataireId} and rent_calls.id = ${sql<SqlBool>`changed.id`}`.execute(db);
    },
  };
}

/** What changes of a call once it is issued. */
const CHANGING = [
  "status",
  "paid_amount_cents",
  "remaining_amount_cents",
  "fully_paid",
  "sent_at",
  "updated_at",
] as const;
