import { type Cents, sum } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import type { RunLineId } from "@cartulary/rental/billing";
import type {
  AllocationStatus,
  PaymentAllocationId,
  PaymentAllocationStore,
  PaymentAllocationView,
} from "@cartulary/rental/money";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../../../engine/columns.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertAll, lookupEach, rowSet, valueSet } from "../../../engine/row-set.ts";
import { collectedPartRows, type MoneyInTables, paymentAllocationRows } from "./tables.ts";

export function createPaymentAllocationStore(
  { db, dialect }: SqlTransaction<MoneyInTables>,
  mandataireId: MandataireId,
): PaymentAllocationStore {
  const [rows, partRows] = [rowsOf(paymentAllocationRows, dialect), rowsOf(collectedPartRows, dialect)];
  const counts = sql`mandataire_id = ${mandataireId} and status = 'allocated'`;
  const named = async (column: "rent_call_id" | "payment_id" | "tenant_line_id", values: readonly string[]) => {
    if (values.length === 0) return [];
    const wanted = { column, values: values as AllocationRow[typeof column][], where: counts };
    const found = await sql`${lookupEach(paymentAllocationRows, wanted, dialect)}`.execute(db);
    return found.rows.map((row) => rows.decode(row as AllocationRow)).toSorted(inOrder);
  };

  return {
    async viewsOf(paymentId) {
      const { rows: found } = await sql<StoredView>`
        select own.id, own.ht_cents as "htCents", own.vat_cents as "vatCents", own.line_id as "lineId",
          own.allocation_date as "allocationDate", own.status, line.period_start as "periodStart",
          line.period_end as "periodEnd", line.amount_ttc as "amountTtc"
        from payment_allocations as own
        left join billing_run_lines as line on line.mandataire_id = own.mandataire_id
          and line.billing_run_id = own.billing_run_id and line.computation = own.computation and line.id = own.line_id
        where own.mandataire_id = ${mandataireId} and own.payment_id = ${paymentId}
        order by own.created_at, own.id`.execute(db);
      return found.map(viewOf);
    },

    ofCalls: (calls) => named("rent_call_id", calls),
    ofPayments: (payments) => named("payment_id", payments),
    carriedBy: (lines) => named("tenant_line_id", lines),

    async madeBy(runId) {
      const found = await db
        .selectFrom("payment_allocations")
        .select(rows.columns("payment_allocations"))
        .where(counts as RawBuilder<boolean>)
        .where("made_by_run_id", "=", runId)
        .execute();
      return found.map(rows.decode).toSorted(inOrder);
    },

    async partsOf(allocations) {
      if (allocations.length === 0) return [];
      const wanted = { column: "allocation_id", values: allocations, where: counts } as const;
      const found = await sql`${lookupEach(collectedPartRows, wanted, dialect)}`.execute(db);
      return found.rows.map((row) => partRows.decode(row as PartRow)).toSorted(inOrder);
    },

    async insert(allocations, parts) {
      await insertAll(paymentAllocationRows, allocations.map(rows.encode), { db, dialect });
      await insertAll(collectedPartRows, parts.map(partRows.encode), { db, dialect });
    },

    async update(allocations) {
      if (allocations.length === 0) return;
      const columns = ["id", "status", "updated_at"] as const;
      const changed = rowSet(paymentAllocationRows, columns, allocations.map(rows.encode), dialect);
      await sql`with changed as materialized (${changed})
        update payment_allocations set status = changed.status, updated_at = changed.updated_at from changed
        where payment_allocations.mandataire_id = ${mandataireId}
          and payment_allocations.id = changed.id`.execute(db);
    },

    async updateParts(parts) {
      if (parts.length === 0) return;
      const changed = rowSet(collectedPartRows, ["id", "status"], parts.map(partRows.encode), dialect);
      await sql`with changed as materialized (${changed})
        update collected_parts set status = changed.status from changed
        where collected_parts.mandataire_id = ${mandataireId} and collected_parts.id = changed.id`.execute(db);
    },

    async remit(parts, runId) {
      if (parts.length === 0) return;
      await db
        .updateTable("collected_parts")
        .set({ remitted_by_run_id: runId })
        .where("mandataire_id", "=", mandataireId)
        .where("id", "in", valueSet(collectedPartRows, "id", parts, dialect))
        .execute();
    },

    async reverseOf(runId) {
      await db
        .updateTable("collected_parts")
        .set({ remitted_by_run_id: null })
        .where("mandataire_id", "=", mandataireId)
        .where("remitted_by_run_id", "=", runId)
        .execute();
    },
  };
}

type AllocationRow = Row<typeof paymentAllocationRows>;
type PartRow = Row<typeof collectedPartRows>;

/** Sorts by id, which is the order of creation. With `order by`, SQLite would read the whole table in key order. */
const inOrder = ({ id: one }: { readonly id: string }, { id: other }: { readonly id: string }): number =>
  one < other ? -1 : one > other ? 1 : 0;

interface StoredView {
  readonly id: PaymentAllocationId;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  readonly lineId: RunLineId;
  readonly allocationDate: PaymentAllocationView["allocationDate"];
  readonly status: AllocationStatus;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly amountTtc: Cents | null;
}

function viewOf(stored: StoredView): PaymentAllocationView {
  const { id, lineId, allocationDate, status, periodStart, periodEnd, amountTtc } = stored;
  const amount = sum([stored.htCents, stored.vatCents]);
  return {
    ...{ id, allocatedAmountCents: amount, allocatedAmount: amount, billingLineId: lineId, allocationDate, status },
    billingLinePeriod: periodStart === null ? null : `${periodStart}/${periodEnd}`,
    billingLineComputedAmount: amountTtc,
  };
}
