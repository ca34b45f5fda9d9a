import type { Day } from "@cartulary/kernel";
import {
  type ListedUnit,
  ownersOf,
  type UnitActiveLease,
  type UnitAllocation,
  type UnitDetail,
  type UnitLease,
  type UnitShare,
  unitAddressOf,
  unitOwnersOn,
} from "@cartulary/rental/property";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import { type Dialect, jsonFrom, type StoredJson } from "../../engine/dialect.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type JsonFields, jsonArray, jsonFirst } from "./json.ts";
import { baseRentOn, chargeProvisionOn, inForceOn, leaseEndOn, leaseStatusOn } from "./lease-status-sql.ts";
import type { ListScope } from "./lists.ts";
import { unitRows } from "./tables/units.ts";

const ref = sql.ref;

/** The columns of a listed unit, from `units`, its property and its entrance. */
export function listedUnit(dialect: Dialect, { today }: ListScope) {
  return [
    ...rowsOf(unitRows, dialect).columns("units"),
    ref<string>("properties.name").as("property_name"),
    ref<string>("properties.address").as("property_address"),
    ref<string | null>("properties.postal_code").as("property_postal_code"),
    ref<string | null>("properties.city").as("property_city"),
    ref<string | null>("entrances.name").as("entrance_name"),
    ref<string | null>("entrances.address").as("entrance_address"),
    ref<string | null>("entrances.postal_code").as("entrance_postal_code"),
    ref<string | null>("entrances.city").as("entrance_city"),
    allocationsOf(dialect).as("allocations"),
    sharesOf(dialect, validOn(today)).as("shares"),
    activeLeaseOf(dialect, today).as("active_lease"),
  ] as const;
}

/** The columns of a unit's detail. */
export function detailedUnit(dialect: Dialect, scope: ListScope) {
  return [
    ...listedUnit(dialect, scope),
    sharesOf(dialect, sql`1 = 1`).as("all_shares"),
    leasesOf(dialect, scope.today).as("leases"),
  ] as const;
}

const allocationsOf = (dialect: Dialect): RawBuilder<StoredJson<readonly UnitAllocation[]>> =>
  jsonArray(
    dialect,
    {
      shareKeyId: ref("share_keys.id"),
      shareKeyName: ref("share_keys.name"),
      shares: ref("unit_allocations.shares"),
    },
    {
      from: sql`from unit_allocations join share_keys on share_keys.mandataire_id = unit_allocations.mandataire_id
        and share_keys.id = unit_allocations.share_key_id
        where unit_allocations.mandataire_id = units.mandataire_id and unit_allocations.unit_id = units.id`,
      order: sql`share_keys.position, share_keys.id`,
    },
  );

const SHARE: JsonFields = {
  id: ref("ownerships.id"),
  ownerId: ref("owners.id"),
  ownerName: ref("owners.display_name"),
  shareNumerator: ref("ownerships.share_numerator"),
  shareDenominator: ref("ownerships.share_denominator"),
  validFrom: ref("ownerships.valid_from"),
  validTo: ref("ownerships.valid_to"),
  acquisitionType: ref("ownerships.acquisition_type"),
};

const validOn = (today: Day): RawBuilder<SqlBool> =>
  sql`(ownerships.valid_from is null or ownerships.valid_from <= ${today})
    and (ownerships.valid_to is null or ownerships.valid_to >= ${today})`;

const sharesOf = (dialect: Dialect, condition: RawBuilder<SqlBool>): RawBuilder<StoredJson<readonly UnitShare[]>> =>
  jsonArray(dialect, SHARE, {
    from: sql`from ownerships join owners on owners.mandataire_id = ownerships.mandataire_id
      and owners.id = ownerships.owner_id
      where ownerships.mandataire_id = units.mandataire_id and ownerships.unit_id = units.id and ${condition}`,
    order: sql`ownerships.valid_from is not null, ownerships.valid_from, ownerships.id`,
  });

const LEASES_OF_UNIT = sql`from lease_units join leases on leases.mandataire_id = lease_units.mandataire_id
  and leases.id = lease_units.lease_id
  where lease_units.mandataire_id = units.mandataire_id and lease_units.unit_id = units.id`;

/** The active lease: the latest in force; else the next to begin; else the last that ended (estate.md 1.2). */
function activeLeaseOf(dialect: Dialect, today: Day): RawBuilder<StoredJson<UnitActiveLease> | null> {
  const status = leaseStatusOn(today);
  const rank = sql`case when ${inForceOn(today)} then 0 when ${status} <> 'ended' and leases.start_date > ${today} then 1 else 2 end`;
  return jsonFirst(
    dialect,
    { id: ref("leases.id"), reference: ref("leases.reference"), status },
    {
      from: sql`${LEASES_OF_UNIT} and leases.status not in ('draft', 'cancelled')`,
      order: sql`${rank}, case when ${rank} = 1 then leases.start_date end, leases.start_date desc, leases.id`,
    },
  );
}

/** All past and present leases of a unit, latest first. */
const leasesOf = (dialect: Dialect, today: Day): RawBuilder<StoredJson<readonly UnitLease[]>> =>
  jsonArray(
    dialect,
    {
      id: ref("leases.id"),
      leaseUnitId: ref("lease_units.id"),
      reference: ref("leases.reference"),
      status: leaseStatusOn(today),
      startDate: ref("leases.start_date"),
      endDate: leaseEndOn(dialect, today),
      exitDate: ref("lease_units.exit_date"),
      baseRentCents: baseRentOn(today),
      chargeProvisionCents: chargeProvisionOn(today),
    },
    { from: LEASES_OF_UNIT, order: sql`leases.start_date desc, leases.id` },
  );

export interface ListedUnitRow extends Row<typeof unitRows> {
  readonly property_name: string;
  readonly property_address: string;
  readonly property_postal_code: string | null;
  readonly property_city: string | null;
  readonly entrance_name: string | null;
  readonly entrance_address: string | null;
  readonly entrance_postal_code: string | null;
  readonly entrance_city: string | null;
  readonly allocations: StoredJson<readonly UnitAllocation[]>;
  readonly shares: StoredJson<readonly UnitShare[]>;
  readonly active_lease: StoredJson<UnitActiveLease> | null;
}

export interface UnitDetailRow extends ListedUnitRow {
  readonly all_shares: StoredJson<readonly UnitShare[]>;
  readonly leases: StoredJson<readonly UnitLease[]>;
}

export function listedUnitFrom(dialect: Dialect, row: ListedUnitRow): ListedUnit {
  const unit = rowsOf(unitRows, dialect).decode(row);
  const property = { address: row.property_address, postalCode: row.property_postal_code, city: row.property_city };
  const entrance = { address: row.entrance_address, postalCode: row.entrance_postal_code, city: row.entrance_city };
  return {
    ...unit,
    allocations: jsonFrom(row.allocations),
    address: unitAddressOf(unit.ownAddress, entrance, property),
    owners: ownersOf(jsonFrom(row.shares)),
    activeLease: row.active_lease === null ? null : jsonFrom(row.active_lease),
  };
}

export function unitDetailFrom(dialect: Dialect, row: UnitDetailRow, today: Day): UnitDetail {
  const unit = listedUnitFrom(dialect, row);
  const { ownAddress } = unit;
  return {
    ...unit,
    ownAddress: ownAddress && { ...NO_OWN_LINES, ...ownAddress, source: "own" },
    ...unitOwnersOn(jsonFrom(row.all_shares), today),
    entranceName: row.entrance_name,
    propertyName: row.property_name,
    leases: jsonFrom(row.leases),
  };
}

const NO_OWN_LINES = { line1: null, line2: null, line3: null, postalCode: null, city: null };
