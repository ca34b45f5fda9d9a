import type {
  ApplicationSource,
  BillingRunLine,
  LeaseId,
  MandataireId,
  OwnerId,
  Payee,
  RunLineId,
  TenantId,
} from "@cartulary/rental";
import { sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { valueSet } from "../../engine/row-set.ts";
import { rowsOf } from "../../engine/rows.ts";
import { eachOf } from "../billing/each-of.ts";
import { type BillingTables, billingRunLineRows } from "../billing/tables.ts";
import { leaseRows } from "../estate/tables/leases.ts";
import { ownerRows, tenantRows } from "../estate/tables/people.ts";
import type { EstateTables } from "../estate/tables.ts";

type LineRow = Row<typeof billingRunLineRows>;

/** What a line says that is booked nowhere: long texts are among it. */
const NOT_BOOKED = [
  "mandataireId",
  "billingRunId",
  "computation",
  "lineKey",
  "lineType",
  "status",
  "isAlreadyBilled",
  "leaseType",
  "paymentFrequency",
  "leaseUnitId",
  "propertyId",
  "ownerName",
  "serviceId",
  "chargedFor",
  "isProrata",
  "prorataDays",
  "baseAmount",
  "amountTtc",
  "vatApplicable",
  "vatRate",
  "alreadyPaidCents",
  "hasAnomaly",
  "anomalyType",
  "anomalyDetails",
  "reviewStatus",
  "comment",
  "explanation",
  "createdAt",
  "updatedAt",
] as const satisfies readonly (keyof BillingRunLine)[];

/**
 * An id by which SQLite does not go through the lines of a run: owners have a few among those of all tenants. They are
 * found by their type, and put in order then.
 */
const OF_THE_FEW = sql<RunLineId>`+id`;

/** What applying runs reads, of one mandataire, in SQL. */
export function createApplicationSource(
  { db, dialect }: SqlTransaction<EstateTables & BillingTables>,
  mandataireId: MandataireId,
): ApplicationSource {
  const lines = rowsOf(billingRunLineRows, dialect).without(NOT_BOOKED);
  const columns = lines.columns("line").map((column) => column.slice("line.".length)) as (keyof LineRow & string)[];
  return {
    async lockLeases(ids) {
      if (ids.length === 0) return;
      await db
        .selectFrom("leases")
        .select("id")
        .where("mandataire_id", "=", mandataireId)
        .where("id", "in", valueSet(leaseRows, "id", ids, dialect))
        .orderBy("id")
        .modifyEnd(dialect.forUpdate)
        .execute();
    },

    async tenantCodes(ids) {
      if (ids.length === 0) return new Map<TenantId, string>();
      const found = await db
        .selectFrom("tenants")
        .select(["id", "accounting_code"])
        .where("mandataire_id", "=", mandataireId)
        .where("id", "in", valueSet(tenantRows, "id", ids, dialect))
        .execute();
      return new Map(found.map(({ id, accounting_code: code }) => [id, code]));
    },

    async payees(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<Payee>`
        select owners.id, owners.display_name as name, owners.accounting_code as "accountingCode",
          (select account.id from bank_accounts as account
            where account.mandataire_id = owners.mandataire_id and account.owner_id = owners.id
              and account.is_default = ${dialect.boolean(true)} and account.iban is not null
            order by account.id limit 1) as "bankAccountId"
        from owners
        where owners.mandataire_id = ${mandataireId} and owners.id in ${valueSet(ownerRows, "id", ids, dialect)}
        order by owners.id`.execute(db);
      return rows.map((row): Payee => ({ ...row, id: row.id as OwnerId }));
    },

    async toleratedDays(leases, day) {
      if (leases.length === 0) return new Map<LeaseId, number>();
      // The term of the day is the last one that has begun; a lease of which none has begun tolerates nothing.
      const { rows } = await sql<{ readonly id: LeaseId; readonly days: number }>`
        select leases.id, (
          select case when term.payment_tolerance_type = 'days' then term.payment_tolerance_value / 10000 end
          from lease_terms as term
          where term.mandataire_id = leases.mandataire_id and term.lease_id = leases.id and term.effective_from <= ${day}
          order by term.effective_from desc limit 1
        ) as days
        from leases
        where leases.mandataire_id = ${mandataireId} and leases.id in ${valueSet(leaseRows, "id", leases, dialect)}`.execute(
        db,
      );
      return new Map(rows.flatMap(({ id, days }) => (days === null ? [] : [[id, days] as const])));
    },

    async linesOfCalls({ runId, computation }, callKeys) {
      if (callKeys.length === 0) return [];
      const where = sql`mandataire_id = ${mandataireId} and billing_run_id = ${runId} and computation = ${computation}
        and status = 'active'`;
      const wanted = { column: "call_key", values: callKeys as never, where, columns } as const;
      const { rows } = await sql`${eachOf(billingRunLineRows, wanted, dialect)} order by call_key, id`.execute(db);
      return rows.map((row) => lines.decode(row as LineRow));
    },

    async countedLines({ runId, computation }, { lineType, after, limit }) {
      const id = lineType === "owner" && dialect.name === "sqlite" ? OF_THE_FEW : sql<RunLineId>`id`;
      const found = await db
        .selectFrom("billing_run_lines")
        .select(columns)
        .where("mandataire_id", "=", mandataireId)
        .where("billing_run_id", "=", runId)
        .where("computation", "=", computation)
        .where("line_type", "=", lineType)
        .where("status", "=", "active")
        .$if(after !== null, (query) => query.where(id, ">", after as RunLineId))
        .orderBy(id)
        .limit(limit)
        .execute();
      return found.map(lines.decode);
    },
  };
}
