import {
  type BilledPart,
  type BillingRunLine,
  type BillingRunLineStore,
  billingRunLineListing,
  type CalledCredit,
  type ChargedElsewhere,
  type Computation,
  type MandataireId,
  type OtherBilling,
  type OwnerId,
} from "@cartulary/rental";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import { booleanFrom, type Dialect, type StoredBoolean } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { insertInPortions, valueSet } from "../../engine/row-set.ts";
import { rowsOf } from "../../engine/rows.ts";
import { pageOf } from "../../records/pages.ts";
import { eachOf } from "./each-of.ts";
import { amountsOf, NOTHING_SUMMED, summaryOf } from "./line-sums.ts";
import { lineColumns, lineView, type ToldRow, toldLines } from "./line-views.ts";
import { type BillingTables, billingRunLineRows, billingRunPartRows } from "./tables.ts";

type LineRow = Row<typeof billingRunLineRows>;
type PartRow = Row<typeof billingRunPartRows>;

/** The lines of one mandataire's runs in SQL. */
export function createBillingRunLineStore(
  transaction: SqlTransaction<BillingTables>,
  mandataireId: MandataireId,
): BillingRunLineStore {
  const { db, dialect } = transaction;
  const lines = rowsOf(billingRunLineRows, dialect);
  const parts = rowsOf(billingRunPartRows, dialect);

  const of = ({ runId, computation }: Computation) =>
    db
      .selectFrom("billing_run_lines")
      .select(lines.columns("billing_run_lines"))
      .where("mandataire_id", "=", mandataireId)
      .where("billing_run_id", "=", runId)
      .where("computation", "=", computation);
  const within = ({ runId, computation }: Computation): RawBuilder<unknown> =>
    sql`mandataire_id = ${mandataireId} and billing_run_id = ${runId} and computation = ${computation}`;
  const from = (computation: Computation) => sql`billing_run_lines where ${within(computation)}`;
  const told = ({ runId, computation }: Computation) =>
    db
      .selectFrom(sql<BillingTables["billing_run_lines"]>`${toldLines(dialect)}`.as("billing_run_lines"))
      .where("billing_run_lines.mandataire_id", "=", mandataireId)
      .where("billing_run_lines.billing_run_id", "=", runId)
      .where("billing_run_lines.computation", "=", computation);
  const TOLD = [
    ...lines.columns("billing_run_lines"),
    sql<ToldRow["remaining_cents"]>`billing_run_lines.remaining_cents`.as("remaining_cents"),
    sql<ToldRow["rent_call_id"]>`billing_run_lines.rent_call_id`.as("rent_call_id"),
  ] as const;
  const viewed = (row: unknown) => lineView(lines.decode(row as LineRow) as BillingRunLine, row as ToldRow);
  const decoded = (row: unknown) => lines.decode(row as LineRow) as BillingRunLine;

  return {
    async find(computation, id) {
      const row = await of(computation).where("id", "=", id).executeTakeFirst();
      return row ? decoded(row) : null;
    },

    async view(computation, id) {
      const row = await told(computation).select(TOLD).where("billing_run_lines.id", "=", id).executeTakeFirst();
      return row ? viewed(row) : null;
    },

    list: (computation, lineType, query) =>
      pageOf(
        told(computation).where("billing_run_lines.line_type", "=", lineType),
        { listing: billingRunLineListing, query, columns: lineColumns, dialect },
        (matching) => matching.select(TOLD),
        viewed,
      ),

    async page(computation, lineType, { after, limit }) {
      const all = of(computation).where("line_type", "=", lineType);
      const rows = await (after === null ? all : all.where("id", ">", after)).orderBy("id").limit(limit).execute();
      return rows.map(decoded);
    },

    async views(computation) {
      const rows = await told(computation).select(TOLD).orderBy("billing_run_lines.id").execute();
      return rows.map(viewed);
    },

    async these(computation, values) {
      if (values.length === 0 || computation.computation === 0) return [];
      const wanted = { column: "id", values, where: within(computation) } as const;
      const { rows } = await sql`${eachOf(billingRunLineRows, wanted, dialect)} order by id`.execute(db);
      return rows.map(decoded);
    },

    async ofOwners(computation, values) {
      if (values.length === 0 || computation.computation === 0) return [];
      const wanted = {
        column: "owner_id",
        values,
        where: sql`${within(computation)} and line_type = 'owner'`,
      } as const;
      const { rows } = await sql`${eachOf(billingRunLineRows, wanted, dialect)} order by id`.execute(db);
      return rows.map(decoded);
    },

    async partsOf(computation, values) {
      if (values.length === 0) return [];
      const wanted = { column: "line_id", values, where: within(computation) } as const;
      const { rows } = await sql`${eachOf(billingRunPartRows, wanted, dialect)} order by line_id, owner_id`.execute(db);
      return rows.map((row): BilledPart => {
        const { mandataireId: _, billingRunId: __, computation: ___, ...part } = parts.decode(row as PartRow);
        return part;
      });
    },

    async ownerIds({ runId, computation }, after, limit) {
      const { rows } = await sql<{ readonly owner_id: OwnerId }>`
        select distinct owner_id from billing_run_parts
        where mandataire_id = ${mandataireId} and billing_run_id = ${runId} and computation = ${computation}
          ${after === null ? sql`` : sql`and owner_id > ${after}`}
        order by owner_id limit ${limit}`.execute(db);
      return rows.map(({ owner_id: id }) => id);
    },

    async creditsOf(computation, values) {
      if (values.length === 0) return [];
      const wanted = { column: "owner_id", values, where: within(computation) } as const;
      const { rows } = await sql<StoredCredit>`
        select part.owner_id as "ownerId", part.mandate_id as "mandateId", part.mandate_finding as "mandateFinding",
          part.is_accrual as "isAccrual", part.ht_cents as "htCents", part.vat_cents as "vatCents",
          line.billing_category as category, line.lease_unit_id as "leaseUnitId"
        from (${eachOf(billingRunPartRows, wanted, dialect)}) as part ${lineOfPart(dialect)}
        where line.status = 'active' order by part.owner_id, part.line_id`.execute(db);
      return rows.map((row): CalledCredit => ({ ...row, isAccrual: booleanFrom(row.isAccrual) }));
    },

    async insert(made, whose) {
      await insertInPortions(billingRunLineRows, made.map(lines.encode), { db, dialect });
      const [first] = made;
      if (whose.length === 0 || !first) return;
      const { billingRunId, computation } = first;
      const encoded = whose.map((part) => parts.encode({ ...part, mandataireId, billingRunId, computation }));
      await insertInPortions(billingRunPartRows, encoded, { db, dialect });
    },

    async update(line) {
      const { mandataire_id, billing_run_id, computation, id, ...changed } = lines.encode(line);
      await db
        .updateTable("billing_run_lines")
        .set(changed)
        .where("mandataire_id", "=", mandataireId)
        .where("billing_run_id", "=", billing_run_id)
        .where("computation", "=", computation)
        .where("id", "=", id)
        .execute();
    },

    async removeOfOwners({ runId, computation }, owners) {
      // A line is of a handful of owners.
      for (const owner of owners)
        await db
          .deleteFrom("billing_run_lines")
          .where("mandataire_id", "=", mandataireId)
          .where("billing_run_id", "=", runId)
          .where("computation", "=", computation)
          .where("line_type", "=", "owner")
          .where("owner_id", "=", owner)
          .execute();
    },

    async acknowledge({ runId, computation }, at) {
      await db
        .updateTable("billing_run_lines")
        .set({ review_status: "ok", updated_at: dialect.instant(at) })
        .where("mandataire_id", "=", mandataireId)
        .where("billing_run_id", "=", runId)
        .where("computation", "=", computation)
        .where("has_anomaly", "=", dialect.boolean(true))
        .where("review_status", "is", null)
        .execute();
    },

    amounts: (computation) => amountsOf(transaction, from(computation)),
    summary: async (computation) =>
      computation.computation === 0
        ? NOTHING_SUMMED
        : summaryOf(transaction, from(computation), { mandataireId, runId: computation.runId }),

    async billedElsewhere(runId, units, since) {
      if (units.length === 0) return [];
      const { rows } = await sql<StoredBilling>`
        select line.lease_unit_id as "leaseUnitId", line.billing_category as category,
          line.period_start as "from", line.period_end as "to", line.base_amount as "baseCents", run.status
        from billing_run_lines as line
        join billing_runs as run on run.mandataire_id = line.mandataire_id and run.id = line.billing_run_id
          and run.computation = line.computation
        where line.mandataire_id = ${mandataireId} and line.billing_run_id <> ${runId}
          and line.status = 'active' and line.period_end >= ${since}
          and line.lease_unit_id in ${valueSet(billingRunLineRows, "lease_unit_id", units, dialect)}
          and run.status in ('computed', 'review', 'validated', 'applied')
        order by line.lease_unit_id, line.period_start, line.billing_category, run.id`.execute(db);
      return rows.map(({ status, ...days }): OtherBilling => ({ ...days, isApplied: status === "applied" }));
    },

    async chargedElsewhere(runId, month, owners) {
      const runs = await db
        .selectFrom("billing_runs")
        .select(["id", "computation"])
        .where("mandataire_id", "=", mandataireId)
        .where("period_start", "=", month)
        .where("status", "=", "applied")
        .where("id", "<>", runId)
        .execute();
      const charged: ChargedElsewhere[] = [];
      // A month has few runs, and most often one: nothing is asked of it but that.
      for (const { id, computation } of owners.length === 0 ? [] : runs) {
        const where = sql`${within({ runId: id, computation })} and status = 'active' and charged_for is not null`;
        const wanted = { column: "owner_id", values: owners, where } as const;
        const found = await sql`${eachOf(billingRunLineRows, wanted, dialect)} order by id`.execute(db);
        for (const { ownerId, serviceId, insurerName, chargedFor } of found.rows.map(decoded))
          if (ownerId !== null) charged.push({ ownerId, serviceId, insurerName, chargedFor: chargedFor ?? [] });
      }
      return charged;
    },

    async removeOthers(runId, computations) {
      for (const table of ["billing_run_parts", "billing_run_inputs", "billing_run_lines"] as const)
        await db
          .deleteFrom(table)
          .where("mandataire_id", "=", mandataireId)
          .where("billing_run_id", "=", runId)
          .where("computation", "not in", computations)
          .execute();
    },
  };
}

/** The line of a row of parts, looked up by its key. */
function lineOfPart({ name }: Dialect): RawBuilder<unknown> {
  const key = sql`line.mandataire_id = part.mandataire_id and line.billing_run_id = part.billing_run_id
    and line.computation = part.computation and line.id = part.line_id`;
  return name === "sqlite"
    ? sql`join billing_run_lines as line on ${key}`
    : sql`cross join lateral (select * from billing_run_lines as line where ${key} offset 0) as line`;
}

/** A credit as the drivers give it. */
interface StoredCredit extends Omit<CalledCredit, "isAccrual"> {
  readonly isAccrual: StoredBoolean;
}

/** Days of another run as the drivers give them. */
interface StoredBilling extends Omit<OtherBilling, "isApplied"> {
  readonly status: string;
}
