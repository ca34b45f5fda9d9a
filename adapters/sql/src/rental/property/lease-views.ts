import type { Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { LeaseUnitRef, ListedLease } from "@cartulary/rental/property";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import { type Dialect, instantFrom, jsonFrom, type StoredJson } from "../../engine/dialect.ts";
import { jsonArray } from "./json.ts";
import { baseRentOn, isLetOn, leaseEndOn, leaseStatusOn } from "./lease-status-sql.ts";
import type { ListScope } from "./lists.ts";
import type { leaseRows } from "./tables/leases.ts";

const ref = sql.ref;

/** The units of the rows of `leases`, with their properties. */
const UNITS = sql`from lease_units
  join units on units.mandataire_id = lease_units.mandataire_id and units.id = lease_units.unit_id
  join properties on properties.mandataire_id = units.mandataire_id and properties.id = units.property_id
  where lease_units.mandataire_id = leases.mandataire_id and lease_units.lease_id = leases.id`;

const BY_IDENTIFIER = sql`units.identifier_fold, units.id`;

/** Selects a column of the first unit of a row of `leases`, by identifier (estate.md 3.5). */
export function ofFirstUnit<Value = string | null>(column: string): RawBuilder<Value> {
  return sql<Value>`(select ${ref(column)} ${UNITS} order by ${BY_IDENTIFIER} limit 1)`;
}

/** Selects a column of the tenant of a row of `leases` on a day: the primary one, else the first (estate.md 3.5). */
const ofTenant = (column: string, today: string) => sql<string | null>`(select ${ref(column)} from lease_parties
  join tenants on tenants.mandataire_id = lease_parties.mandataire_id and tenants.id = lease_parties.tenant_id
  where lease_parties.mandataire_id = leases.mandataire_id and lease_parties.lease_id = leases.id
    and lease_parties.party_type = 'tenant'
    and (lease_parties.valid_from is null or lease_parties.valid_from <= ${today})
    and (lease_parties.valid_to is null or lease_parties.valid_to >= ${today})
  order by case when lease_parties.role = 'primary' then 0 else 1 end, lease_parties.valid_from is not null,
    lease_parties.valid_from, lease_parties.id limit 1)`;

/** The leases of a mandataire with computed fields for a day, to filter and sort by. */
export function leasesOfDay({ mandataireId, today }: ListScope, dialect: Dialect): RawBuilder<unknown> {
  return sql`(select leases.*, ${leaseStatusOn(today)} as status_today, ${leaseEndOn(dialect, today)} as end_date_today,
    ${ofTenant("tenants.id", today)} as tenant_id, ${ofTenant("tenants.display_name", today)} as tenant_name,
    ${ofTenant("tenants.display_name_fold", today)} as tenant_name_fold,
    ${ofFirstUnit("units.identifier")} as unit_identifier, ${ofFirstUnit("units.identifier_fold")} as unit_identifier_fold,
    ${ofFirstUnit("properties.id")} as property_id, ${ofFirstUnit("properties.name")} as property_name,
    ${ofFirstUnit("properties.name_fold")} as property_name_fold
    from leases where leases.mandataire_id = ${mandataireId})`;
}

/** The columns of {@link leasesOfDay} that are not columns of the table. */
export const COMPUTED_COLUMNS = {
  status: { ref: "leases.status_today", nullable: false },
  endDate: { ref: "leases.end_date_today", nullable: true },
  tenantName: { ref: "leases.tenant_name", nullable: true },
  tenantId: { ref: "leases.tenant_id", nullable: true },
  unitIdentifier: { ref: "leases.unit_identifier", nullable: true },
  propertyName: { ref: "leases.property_name", nullable: true },
  propertyId: { ref: "leases.property_id", nullable: true },
} as const;

/** The monthly base rents of the units let on the day, or on the day of the lease that is nearest to it. */
const monthlyRentOn = (today: string) => sql<
  number | null
>`(select cast(sum(${baseRentOn(today)}) as bigint) from lease_units
  where lease_units.mandataire_id = leases.mandataire_id and lease_units.lease_id = leases.id
    and ${isLetOn(sql`(case when leases.start_date > ${today} then leases.start_date
      when leases.end_date_today < ${today} then leases.end_date_today else ${today} end)`)})`;

/** The computed columns of a row of {@link leasesOfDay}. */
function computedLeaseColumns({ today }: ListScope) {
  const ofDay = Object.values(COMPUTED_COLUMNS).map(({ ref: column }) => ref(column).as(column.replace("leases.", "")));
  return [...ofDay, monthlyRentOn(today).as("monthly_rent")] as const;
}

/** The columns of a listed lease. */
export function listedLease(dialect: Dialect, scope: ListScope) {
  const own = ["id", "reference", "lease_type", "start_date", "payment_timing", "updated_at"] as const;
  return [
    ...own.map((column) => ref(`leases.${column}`).as(column)),
    ...computedLeaseColumns(scope),
    unitsOf(dialect).as("units"),
  ];
}

/** The units of the rows of `leases`, for lists. */
export const unitsOf = (dialect: Dialect): RawBuilder<StoredJson<readonly LeaseUnitRef[]>> =>
  jsonArray(
    dialect,
    { identifier: ref("units.identifier"), propertyName: ref("properties.name") },
    { from: UNITS, order: BY_IDENTIFIER },
  );

/** The units of the rows of `leases`, for details. */
export const unitRecordsOf = (dialect: Dialect) =>
  jsonArray(
    dialect,
    {
      id: ref("lease_units.id"),
      leaseId: ref("lease_units.lease_id"),
      unitId: ref("lease_units.unit_id"),
      identifier: ref("units.identifier"),
      propertyName: ref("properties.name"),
      propertyId: ref("properties.id"),
      areaSqm: ref("units.area_sqm"),
      energyClass: ref("units.energy_class"),
      entryDate: ref("lease_units.entry_date"),
      exitDate: ref("lease_units.exit_date"),
      indexType: ref("lease_units.index_type"),
      indexBaseDate: ref("lease_units.index_base_date"),
      indexBaseValue: ref("lease_units.index_base_value"),
    },
    { from: UNITS, order: BY_IDENTIFIER },
  );

type LeaseRow = Row<typeof leaseRows>;

interface ComputedLeaseRow {
  readonly status_today: ListedLease["status"];
  readonly end_date_today: ListedLease["endDate"];
  readonly tenant_name: string | null;
  readonly tenant_id: Id<"TenantActor"> | null;
  readonly unit_identifier: string | null;
  readonly property_name: string | null;
  readonly property_id: Id<"Property"> | null;
  readonly monthly_rent: Cents | null;
}

export interface ListedLeaseRow
  extends ComputedLeaseRow,
    Pick<LeaseRow, "id" | "reference" | "lease_type" | "start_date" | "payment_timing" | "updated_at"> {
  readonly units: StoredJson<readonly LeaseUnitRef[]>;
}

function computedFieldsFrom(row: ComputedLeaseRow) {
  return {
    status: row.status_today,
    endDate: row.end_date_today,
    tenantName: row.tenant_name,
    tenantId: row.tenant_id,
    unitIdentifier: row.unit_identifier,
    propertyName: row.property_name,
    propertyId: row.property_id,
    monthlyRent: row.monthly_rent,
  };
}

export function listedLeaseFrom(row: ListedLeaseRow): ListedLease {
  return {
    id: row.id,
    reference: row.reference,
    leaseType: row.lease_type,
    startDate: row.start_date,
    paymentTiming: row.payment_timing,
    updatedAt: instantFrom(row.updated_at),
    ...computedFieldsFrom(row),
    units: jsonFrom(row.units),
  };
}
