import type { MandataireId } from "@cartulary/rental/agency";
import {
  type BilledByOtherRun,
  type BilledPart,
  type BillingRunLine,
  type BillingRunLineStore,
  billingRunLineListing,
  type CalledCredit,
  type ChargedByOtherRun,
  type Computation,
  type PriceBasis,
  type TenantFeeByOtherRun,
} from "@cartulary/rental/billing";
import type { OwnerId } from "@cartulary/rental/property";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../../../engine/columns.ts";
import { booleanFrom, type Dialect, jsonFrom, type StoredBoolean, type StoredJson } from "../../../engine/dialect.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertInChunks, lookupEach, valueSet } from "../../../engine/row-set.ts";
import { pageOf } from "../../../records/pages.ts";
import { amountsOf, EMPTY_SUMMARY, summaryOf } from "./line-sums.ts";
import { type ComputedLineRow, lineColumns, linesWithComputed, lineView } from "./line-views.ts";
import { type BillingTables, billingRunLineRows, billingRunPartRows } from "./tables.ts";

type LineRow = Row<typeof billingRunLineRows>;
type PartRow = Row<typeof billingRunPartRows>;

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
  const withComputed = ({ runId, computation }: Computation) =>
    db
      .selectFrom(sql<BillingTables["billing_run_lines"]>`${linesWithComputed(dialect)}`.as("billing_run_lines"))
      .where("billing_run_lines.mandataire_id", "=", mandataireId)
      .where("billing_run_lines.billing_run_id", "=", runId)
      .where("billing_run_lines.computation", "=", computation);
  const VIEW_COLUMNS = [
    ...lines.columns("billing_run_lines"),
    sql<ComputedLineRow["remaining_cents"]>`billing_run_lines.remaining_cents`.as("remaining_cents"),
    sql<ComputedLineRow["rent_call_id"]>`billing_run_lines.rent_call_id`.as("rent_call_id"),
  ] as const;
  const viewed = (row: unknown) => lineView(lines.decode(row as LineRow) as BillingRunLine, row as ComputedLineRow);
  const decoded = (row: unknown) => lines.decode(row as LineRow) as BillingRunLine;

  return {
    async find(computation, id) {
      const row = await of(computation).where("id", "=", id).executeTakeFirst();
      return row ? decoded(row) : null;
    },

    async view(computation, id) {
      const row = await withComputed(computation)
        .select(VIEW_COLUMNS)
        .where("billing_run_lines.id", "=", id)
        .executeTakeFirst();
      return row ? viewed(row) : null;
    },

    list: (computation, lineType, query) =>
      pageOf(
        withComputed(computation).where("billing_run_lines.line_type", "=", lineType),
        { listing: billingRunLineListing, query, columns: lineColumns, dialect },
        (matching) => matching.select(VIEW_COLUMNS),
        viewed,
      ),

    async page(computation, lineType, { after, limit }) {
      const all = of(computation).where("line_type", "=", lineType);
      const rows = await (after === null ? all : all.where("id", ">", after)).orderBy("id").limit(limit).execute();
      return rows.map(decoded);
    },

    async views(computation) {
      const rows = await withComputed(computation).select(VIEW_COLUMNS).orderBy("billing_run_lines.id").execute();
      return rows.map(viewed);
    },

    async findMany(computation, values) {
      if (values.length === 0 || computation.computation === 0) return [];
      const wanted = { column: "id", values, where: within(computation) } as const;
      const { rows } = await sql`${lookupEach(billingRunLineRows, wanted, dialect)} order by id`.execute(db);
      return rows.map(decoded);
    },

    async ofOwners(computation, values) {
      if (values.length === 0 || computation.computation === 0) return [];
      const wanted = {
        column: "owner_id",
        values,
        where: sql`${within(computation)} and line_type = 'owner'`,
      } as const;
      const { rows } = await sql`${lookupEach(billingRunLineRows, wanted, dialect)} order by id`.execute(db);
      return rows.map(decoded);
    },

    async partsOf(computation, values) {
      if (values.length === 0) return [];
      const wanted = { column: "line_id", values, where: within(computation) } as const;
      const { rows } = await sql`${lookupEach(billingRunPartRows, wanted, dialect)} order by line_id, owner_id`.execute(
        db,
      );
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
          line.billing_category as category, line.lease_unit_id as "leaseUnitId",
          ${isOfFirstCall(dialect)} as "isOfFirstCall"
        from (${lookupEach(billingRunPartRows, wanted, dialect)}) as part ${lineOfPart(dialect)}
        where line.status = 'active' order by part.owner_id, part.line_id`.execute(db);
      return rows.map(
        (row): CalledCredit => ({
          ...row,
          isAccrual: booleanFrom(row.isAccrual),
          isOfFirstCall: booleanFrom(row.isOfFirstCall),
        }),
      );
    },

    async insert(made, whose) {
      await insertInChunks(billingRunLineRows, made.map(lines.encode), { db, dialect });
      const [first] = made;
      if (whose.length === 0 || !first) return;
      const { billingRunId, computation } = first;
      const encoded = whose.map((part) => parts.encode({ ...part, mandataireId, billingRunId, computation }));
      await insertInChunks(billingRunPartRows, encoded, { db, dialect });
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
      // A line has only a few owners.
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
        ? EMPTY_SUMMARY
        : summaryOf(transaction, from(computation), { mandataireId, runId: computation.runId }),

    async billedElsewhere(runId, units, since) {
      if (units.length === 0) return [];
      const { rows } = await sql<StoredBilling>`
        select line.lease_unit_id as "leaseUnitId", line.billing_category as category,
          line.period_start as "from", line.period_end as "to", line.base_amount as "baseCents",
          line.amount_ht as "htCents", line.vat_amount as "vatCents", line.vat_rate as "vatRate",
          line.is_prorata as "isProrata", line.adjustment as "isAdjustment", line.basis,
          line.status as "lineStatus", run.status
        from billing_run_lines as line
        join billing_runs as run on run.mandataire_id = line.mandataire_id and run.id = line.billing_run_id
          and run.computation = line.computation
        where line.mandataire_id = ${mandataireId} and line.billing_run_id <> ${runId}
          and line.billing_category in ('rent', 'charge_provision') and line.period_end >= ${since}
          and (line.status = 'active' or (run.status = 'applied' and not line.is_already_billed))
          and line.lease_unit_id in ${valueSet(billingRunLineRows, "lease_unit_id", units, dialect)}
          and run.status in ('computed', 'review', 'validated', 'applied')
        order by line.lease_unit_id, line.period_start, line.billing_category, run.id`.execute(db);
      return rows.map(
        ({ status, lineStatus, isProrata, isAdjustment, basis, ...days }): BilledByOtherRun => ({
          ...days,
          isProrata: booleanFrom(isProrata),
          isAdjustment: booleanFrom(isAdjustment),
          isExcluded: lineStatus === "excluded",
          isApplied: status === "applied",
          basis: basis === null ? null : jsonFrom(basis),
        }),
      );
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
      const charged: ChargedByOtherRun[] = [];
      // A month has few runs, mostly one, so one query for each run is enough.
      for (const { id, computation } of owners.length === 0 ? [] : runs) {
        const where = sql`${within({ runId: id, computation })} and status = 'active' and charged_for is not null`;
        const wanted = { column: "owner_id", values: owners, where } as const;
        const found = await sql`${lookupEach(billingRunLineRows, wanted, dialect)} order by id`.execute(db);
        for (const { ownerId, serviceId, insurerName, chargedFor } of found.rows.map(decoded))
          if (ownerId !== null) charged.push({ ownerId, serviceId, insurerName, chargedFor: chargedFor ?? [] });
      }
      return charged;
    },

    async tenantFeesElsewhere(runId, leases) {
      if (leases.length === 0) return [];
      const { rows } = await sql<TenantFeeByOtherRun>`
        select line.lease_id as "leaseId", line.service_id as "serviceId", run.period_start as "month"
        from billing_run_lines as line
        join billing_runs as run on run.mandataire_id = line.mandataire_id and run.id = line.billing_run_id
          and run.computation = line.computation and run.status = 'applied'
        where line.mandataire_id = ${mandataireId} and line.billing_category = 'tenant_fee'
          and line.billing_run_id <> ${runId} and line.status = 'active' and line.service_id is not null
          and line.lease_id in ${valueSet(billingRunLineRows, "lease_id", leases, dialect)}
        order by line.lease_id, line.service_id, run.period_start`.execute(db);
      return rows;
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

/** The line of a row of parts, found by its key. */
const lineOfPart = (dialect: Dialect): RawBuilder<unknown> =>
  dialect.lookup("inner", {
    table: sql.table("billing_run_lines"),
    as: "line",
    on: sql`line.mandataire_id = part.mandataire_id and line.billing_run_id = part.billing_run_id
      and line.computation = part.computation and line.id = part.line_id`,
  });

/**
 * True if the run of a `line` bills the rent of its unit from the first day of the lease.
 *
 * A lease that began years before the run has no such rent: it costs two rows, found by their keys. For another one, the
 * lines of its unit are read. Found through the run, they would cost all lines of the run each time.
 */
export const isOfFirstCall = (dialect: Dialect): RawBuilder<unknown> => sql`exists (
  select 1 from leases as beginning
  join billing_runs as billing on billing.mandataire_id = beginning.mandataire_id
    and billing.id = line.billing_run_id
    and ${yearOf("beginning.start_date")} >= ${yearOf("billing.period_start")} - ${sql.lit(FIRST_CALL_YEARS)}
  ${dialect.lookup("cross", {
    table: sql`billing_run_lines`,
    as: "begun",
    on: sql`begun.mandataire_id = beginning.mandataire_id and begun.lease_unit_id = line.lease_unit_id
      and begun.period_end >= beginning.start_date
      and ${dialect.unindexed("begun.billing_run_id")} = line.billing_run_id and begun.computation = line.computation
      and begun.period_start = beginning.start_date and begun.status = 'active' and begun.billing_category = 'rent'
      and begun.adjustment = ${dialect.boolean(false)}`,
  })}
  where beginning.mandataire_id = line.mandataire_id and beginning.id = line.lease_id)`;

/** A call of a whole year ends in the year after the lease's first day, and a run in arrears bills it in that year. */
const FIRST_CALL_YEARS = 2;

const yearOf = (column: string): RawBuilder<number> => sql`cast(substr(${sql.ref(column)}, 1, 4) as integer)`;

/** A credit as returned by the drivers. */
interface StoredCredit extends Omit<CalledCredit, "isAccrual" | "isOfFirstCall"> {
  readonly isAccrual: StoredBoolean;
  readonly isOfFirstCall: StoredBoolean;
}

/** Days billed by another run, as returned by the drivers. */
interface StoredBilling
  extends Omit<BilledByOtherRun, "isApplied" | "isExcluded" | "isProrata" | "isAdjustment" | "basis"> {
  readonly isProrata: StoredBoolean;
  readonly isAdjustment: StoredBoolean;
  readonly basis: StoredJson<PriceBasis> | null;
  readonly lineStatus: string;
  readonly status: string;
}
