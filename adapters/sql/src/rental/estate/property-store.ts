import { type Decimal, instantOf } from "@cartulary/kernel";
import {
  type EntranceView,
  type ListedProperty,
  type MandataireId,
  occupancyOf,
  type PropertyStore,
  propertyListing,
  type ShareKey,
  shareKeyView,
} from "@cartulary/rental";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import { type Dialect, jsonFrom, type StoredJson } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { valueSet } from "../../engine/row-set.ts";
import { rowsOf } from "../../engine/rows.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { columnsOf } from "../../records/listing.ts";
import { jsonArray, jsonInstant, jsonNested } from "./json.ts";
import { inForceOn } from "./lease-of-day.ts";
import { type Asked, estatePages } from "./lists.ts";
import { anyIn } from "./people-stores.ts";
import { propertyRows } from "./tables/properties.ts";
import type { EstateTables } from "./tables.ts";
import { tenantRows } from "./tenant-rows.ts";
import { unitsOf } from "./unit-store.ts";

const ref = sql.ref;
const rows = tenantRows(propertyRows);

const UNITS = sql`from units where units.mandataire_id = properties.mandataire_id and units.property_id = properties.id`;

/** The units of a property that a lease is of, and that lease. */
const LET_UNITS = sql`from units
  join lease_units on lease_units.mandataire_id = units.mandataire_id and lease_units.unit_id = units.id
  join leases on leases.mandataire_id = lease_units.mandataire_id and leases.id = lease_units.lease_id
  where units.mandataire_id = properties.mandataire_id and units.property_id = properties.id`;

/** What a listed property is made of. */
function listedProperty(dialect: Dialect, { today }: Asked) {
  const count = (counted: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql<number>`(select cast(count(${counted}) as bigint) ${from})`;
  const letToday = sql`${LET_UNITS} and ${inForceOn(today)}`;
  return [
    ...rowsOf(propertyRows, dialect).columns("properties"),
    count(sql`*`, UNITS).as("units_count"),
    count(sql`distinct units.id`, letToday).as("occupied_count"),
    count(sql`distinct leases.id`, letToday).as("active_lease_count"),
    sql<number | null>`(select cast(sum(units.area_sqm) as bigint) ${UNITS})`.as("total_surface"),
    shareKeysOf(dialect).as("share_keys"),
  ] as const;
}

interface ListedRow extends Row<typeof propertyRows> {
  readonly units_count: number;
  readonly occupied_count: number;
  readonly active_lease_count: number;
  readonly total_surface: number | null;
  readonly share_keys: StoredJson<readonly SharedKey[]>;
}

/** A share key within JSON: when it changed in milliseconds. */
type SharedKey = Omit<ShareKey, "lastModifiedAt"> & { readonly lastModifiedAt: number };

const shareKeysOf = (dialect: Dialect): RawBuilder<StoredJson<readonly SharedKey[]>> =>
  jsonArray(
    dialect,
    {
      id: ref("share_keys.id"),
      propertyId: ref("share_keys.property_id"),
      name: ref("share_keys.name"),
      total: ref("share_keys.total"),
      chargeNatureId: ref("share_keys.charge_nature_id"),
      distributionStrategy: ref("share_keys.distribution_strategy"),
      excludedUnitTypes: jsonNested(dialect, "share_keys.excluded_unit_types"),
      lastModifiedAt: jsonInstant(dialect, "share_keys.last_modified_at"),
    },
    {
      from: sql`from share_keys where share_keys.mandataire_id = properties.mandataire_id
        and share_keys.property_id = properties.id`,
      order: sql`share_keys.position`,
    },
  );

const entrancesOf = (dialect: Dialect): RawBuilder<StoredJson<readonly EntranceView[]>> =>
  jsonArray(
    dialect,
    {
      id: ref("entrances.id"),
      propertyId: ref("entrances.property_id"),
      name: ref("entrances.name"),
      address: ref("entrances.address"),
      postalCode: ref("entrances.postal_code"),
      city: ref("entrances.city"),
      active: ref("entrances.active"),
      patrimonyCode: ref("entrances.patrimony_code"),
      unitsCount: sql`(select count(*) from units where units.mandataire_id = entrances.mandataire_id
        and units.entrance_id = entrances.id)`,
    },
    {
      from: sql`from entrances where entrances.mandataire_id = properties.mandataire_id
        and entrances.property_id = properties.id`,
      order: sql`entrances.position`,
    },
  );

function listedPropertyFrom(dialect: Dialect, row: ListedRow): ListedProperty {
  return {
    ...rowsOf(propertyRows, dialect).decode(row),
    ...occupancyOf(row.units_count, row.occupied_count),
    activeLeaseCount: row.active_lease_count,
    totalSurface: row.total_surface as Decimal | null,
    shareKeys: jsonFrom(row.share_keys).map((key) =>
      shareKeyView({ ...key, lastModifiedAt: instantOf(key.lastModifiedAt) }),
    ),
  };
}

const list = estatePages({
  listing: propertyListing,
  columns: columnsOf(propertyListing, propertyRows),
  table: "properties",
  rows: (from: QueryCreator<EstateTables>) => from.selectFrom("properties") as never,
  select: (matching, { dialect }, asked) => matching.select(listedProperty(dialect, asked) as never),
});

const detail = statement(({ db, dialect }: Source<EstateTables>, { id, ...asked }: Asked & { readonly id: string }) =>
  db
    .selectFrom("properties")
    .where("properties.mandataire_id", "=", asked.mandataireId)
    .where("properties.id", "=", id as never)
    .select([...listedProperty(dialect, asked), entrancesOf(dialect).as("entrances")])
    .compile(),
);

/** The properties of one mandataire in SQL. */
export function createPropertyStore(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): PropertyStore {
  const { db, dialect } = transaction;
  return {
    ...rows(transaction, mandataireId),

    list: (query, today) =>
      list(transaction, query, { mandataireId, today }, (row: ListedRow) => listedPropertyFrom(dialect, row)),

    async detail(id, today) {
      const { rows: found } = await detail(transaction, { mandataireId, today, id }, undefined);
      const [row] = found as unknown as readonly (ListedRow & { readonly entrances: Entrances })[];
      if (!row) return null;
      const entrances = jsonFrom(row.entrances).map((each) => ({ ...each, active: Boolean(each.active) }));
      return {
        ...listedPropertyFrom(dialect, row),
        units: await unitsOf(transaction, { mandataireId, today, id }),
        entrances,
      };
    },

    async hasDependents(id) {
      const used = (table: "units" | "mandate_properties" | "incidents") =>
        db
          .selectFrom(table)
          .select(sql`1`.as("used"))
          .where("mandataire_id", "=", mandataireId)
          .where("property_id", "=", id);
      const found = await used("units")
        .unionAll(used("mandate_properties"))
        .unionAll(used("incidents"))
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    async lockAmong(ids) {
      const found = await db
        .selectFrom("properties")
        .select("id")
        .where("mandataire_id", "=", mandataireId)
        .where("id", "in", valueSet(propertyRows, "id", ids, dialect))
        // Whoever locks several takes them in one order.
        .orderBy("id")
        .modifyEnd(dialect.forUpdate)
        .execute();
      return found.map(({ id }) => id);
    },

    any: () => anyIn(transaction, "properties", mandataireId),
  };
}

type Entrances = StoredJson<readonly EntranceView[]>;
