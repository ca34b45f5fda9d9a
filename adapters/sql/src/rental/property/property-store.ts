import type { Decimal } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import {
  type EntranceView,
  type ListedProperty,
  occupancyOf,
  type PropertyId,
  type PropertyStore,
  propertyListing,
  type ShareKey,
  shareKeyView,
} from "@cartulary/rental/property";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import type { Dialect, StoredJson } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { valueSet } from "../../engine/row-set.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { columnsOf } from "../../records/listing.ts";
import { jsonArray, jsonColumns, recordsFrom } from "./json.ts";
import { inForceOn } from "./lease-status-sql.ts";
import { estatePages, type ListScope } from "./lists.ts";
import { createMandataireRowStore } from "./mandataire-rows.ts";
import { anyIn } from "./people-stores.ts";
import { entranceRows, propertyRows, shareKeyRows } from "./tables/properties.ts";
import type { EstateTables } from "./tables.ts";
import { unitsOf } from "./unit-store.ts";

const rows = createMandataireRowStore(propertyRows);

const UNITS = sql`from units where units.mandataire_id = properties.mandataire_id and units.property_id = properties.id`;

/** The let units of a property, with their leases. */
const LET_UNITS = sql`from units
  join lease_units on lease_units.mandataire_id = units.mandataire_id and lease_units.unit_id = units.id
  join leases on leases.mandataire_id = lease_units.mandataire_id and leases.id = lease_units.lease_id
  where units.mandataire_id = properties.mandataire_id and units.property_id = properties.id`;

/** The columns of a listed property. */
function listedProperty(dialect: Dialect, { today }: ListScope) {
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
  readonly share_keys: StoredJson<readonly ShareKey[]>;
}

const POSITION = ["mandataireId", "position"];

const shareKeysOf = (dialect: Dialect): RawBuilder<StoredJson<readonly ShareKey[]>> =>
  jsonArray(dialect, jsonColumns(dialect, shareKeyRows, POSITION), {
    from: sql`from share_keys where share_keys.mandataire_id = properties.mandataire_id
      and share_keys.property_id = properties.id`,
    order: sql`share_keys.position`,
  });

const entrancesOf = (dialect: Dialect): RawBuilder<StoredJson<readonly EntranceView[]>> =>
  jsonArray(
    dialect,
    {
      ...jsonColumns(dialect, entranceRows, POSITION),
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
    shareKeys: recordsFrom(shareKeyRows, row.share_keys).map(shareKeyView),
  };
}

const list = estatePages({
  listing: propertyListing,
  columns: columnsOf(propertyListing, propertyRows),
  table: "properties",
  rows: (from: QueryCreator<EstateTables>) => from.selectFrom("properties"),
  select: (matching, { dialect }, scope) => matching.select(listedProperty(dialect, scope)),
});

const detail = statement(
  ({ db, dialect }: Source<EstateTables>, { id, ...scope }: ListScope & { readonly id: string }) =>
    db
      .selectFrom("properties")
      .where("properties.mandataire_id", "=", scope.mandataireId)
      .where("properties.id", "=", id as PropertyId)
      .select([...listedProperty(dialect, scope), entrancesOf(dialect).as("entrances")])
      .compile(),
);

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
      return {
        ...listedPropertyFrom(dialect, row),
        units: await unitsOf(transaction, { mandataireId, today, id }),
        entrances: recordsFrom(entranceRows, row.entrances),
      };
    },

    async hasDependents(id) {
      const used = (table: "units" | "mandate_properties" | "incidents" | "supplier_invoices" | "charge_statements") =>
        db
          .selectFrom(table)
          .select(sql`1`.as("used"))
          .where("mandataire_id", "=", mandataireId)
          .where("property_id", "=", id);
      const found = await used("units")
        .unionAll(used("mandate_properties"))
        .unionAll(used("incidents"))
        .unionAll(used("supplier_invoices"))
        .unionAll(used("charge_statements"))
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
        // A fixed lock order prevents deadlocks.
        .orderBy("id")
        .modifyEnd(dialect.forUpdate)
        .execute();
      return found.map(({ id }) => id);
    },

    any: () => anyIn(transaction, "properties", mandataireId),
  };
}

type Entrances = StoredJson<readonly EntranceView[]>;
