import type { Day } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import {
  type LeaseId,
  type LeaseStore,
  type LeaseUnitStore,
  leaseDetailOn,
  leaseListing,
} from "@cartulary/rental/property";
import { type QueryCreator, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { insertOf } from "../../engine/row-set.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { columnsOf } from "../../records/listing.ts";
import { type LeasePartsRow, leaseParts, leasePartsFrom } from "./lease-parts.ts";
import { isDueLease } from "./lease-status-sql.ts";
import { COMPUTED_COLUMNS, type ListedLeaseRow, leasesOfDay, listedLease, listedLeaseFrom } from "./lease-views.ts";
import { estatePages, type ListScope } from "./lists.ts";
import { createMandataireRowStore } from "./mandataire-rows.ts";
import { leaseRows, leaseUnitRows } from "./tables/leases.ts";
import type { EstateTables } from "./tables.ts";

const records = createMandataireRowStore(leaseRows);

const ofDay = (from: QueryCreator<EstateTables>, scope: ListScope, dialect: Dialect) =>
  from.selectFrom(sql<EstateTables["leases"]>`${leasesOfDay(scope, dialect)}`.as("leases"));

const list = estatePages({
  listing: leaseListing,
  columns: { ...columnsOf(leaseListing, leaseRows), ...COMPUTED_COLUMNS },
  table: "leases",
  source: (scope, dialect) => sql`${leasesOfDay(scope, dialect)} as leases`,
  rows: (from, scope, dialect) => ofDay(from, scope, dialect),
  select: (matching, { dialect }, scope) => matching.select(listedLease(dialect, scope)),
});

interface Key {
  readonly mandataireId: MandataireId;
  readonly id: LeaseId;
}

const parts = statement(({ db, dialect }: Source<EstateTables>, { mandataireId, id }: Key) =>
  db
    .selectFrom("leases")
    .where("leases.mandataire_id", "=", mandataireId)
    .where("leases.id", "=", id)
    .select(leaseParts(dialect))
    .compile(),
);

export function createLeaseStore(transaction: SqlTransaction<EstateTables>, mandataireId: MandataireId): LeaseStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(leaseRows, dialect);
  return {
    ...records(transaction, mandataireId),

    list: (query, today) =>
      list(transaction, query, { mandataireId, today }, (row: ListedLeaseRow) => listedLeaseFrom(row)),

    async detail(id, today: Day) {
      const found = await parts(transaction, { mandataireId, id }, undefined);
      const row = found.rows[0] as unknown as LeasePartsRow | undefined;
      return row ? leaseDetailOn(leasePartsFrom(dialect, row), today) : null;
    },

    async hasDependents(id) {
      const used = (column: "lease_id" | "scope_lease_id") =>
        db
          .selectFrom("incidents")
          .select(sql`1`.as("used"))
          .where("mandataire_id", "=", mandataireId)
          .where(column, "=", id);
      const incident = await used("lease_id").unionAll(used("scope_lease_id")).limit(1).executeTakeFirst();
      if (incident) return true;
      const ofLease = sql`select 1 from rent_calls where mandataire_id = ${mandataireId} and lease_id = ${id} limit 1`;
      if ((await ofLease.execute(db)).rows.length > 0) return true;
      // Through the lines of its units: a call may cover several leases.
      const { rows: called } = await sql`select 1 from billing_run_lines as line
        join rent_calls on rent_calls.mandataire_id = line.mandataire_id
          and rent_calls.billing_run_id = line.billing_run_id and rent_calls.call_key = line.call_key
        where line.mandataire_id = ${mandataireId} and line.lease_unit_id in (
          select lease_units.id from lease_units
          where lease_units.mandataire_id = ${mandataireId} and lease_units.lease_id = ${id}
        ) limit 1`.execute(db);
      if (called.length > 0) return true;
      // A statement of charges names its leases in its accounts, from the draft on; an approved one has balances of them.
      const { rows: others } = await sql`select 1 from security_deposits
          where mandataire_id = ${mandataireId} and lease_id = ${id}
        union all select 1 from service_events where mandataire_id = ${mandataireId} and lease_id = ${id}
        union all select 1 from charge_adjustments
          where mandataire_id = ${mandataireId} and lease_id = ${id} and billing_run_id is null
        union all select 1 from charge_statements
          where mandataire_id = ${mandataireId} and cast(tenants as text) like ${`%${id}%`} and property_id in (
            select units.property_id from lease_units
            join units on units.mandataire_id = lease_units.mandataire_id and units.id = lease_units.unit_id
            where lease_units.mandataire_id = ${mandataireId} and lease_units.lease_id = ${id}
          ) limit 1`.execute(db);
      return others.length > 0;
    },

    async lockDue(today, limit) {
      const due = await db
        .selectFrom("leases")
        .select(rows.columns("leases"))
        .where("mandataire_id", "=", mandataireId)
        .where(isDueLease(today))
        .orderBy("id")
        .limit(limit)
        .modifyEnd(dialect.forUpdate)
        .execute();
      return due.map((row) => rows.decode(row));
    },
  };
}

export function createLeaseUnitStore(
  { db, dialect }: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): LeaseUnitStore {
  const rows = rowsOf(leaseUnitRows, dialect);
  return {
    async of(leaseId) {
      const found = await db
        .selectFrom("lease_units")
        .select(rows.columns("lease_units"))
        .where("mandataire_id", "=", mandataireId)
        .where("lease_id", "=", leaseId)
        .orderBy("id")
        .execute();
      return found.map((row) => {
        const { mandataireId: _, ...unit } = rows.decode(row);
        return unit;
      });
    },

    async save(units) {
      if (units.length === 0) return;
      const written = units.map((unit) => rows.encode({ ...unit, mandataireId }));
      const set = MUTABLE_COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
      await sql`${insertOf(leaseUnitRows, written, dialect)}
        on conflict (mandataire_id, id) do update set ${sql.join(set)}`.execute(db);
    },

    async removeOf(leaseId) {
      await db
        .deleteFrom("lease_units")
        .where("mandataire_id", "=", mandataireId)
        .where("lease_id", "=", leaseId)
        .execute();
    },
  };
}

/** The mutable columns: the unit and the lease of a lease unit are immutable. */
const MUTABLE_COLUMNS = ["entry_date", "exit_date", "index_type", "index_base_date", "index_base_value"] as const;
