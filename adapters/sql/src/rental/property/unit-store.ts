import type { Day } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import {
  type AllocationStore,
  type ListedUnit,
  type PropertyId,
  type UnitId,
  type UnitStore,
  unitListing,
} from "@cartulary/rental/property";
import { type QueryCreator, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { valueSet } from "../../engine/row-set.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { columnsOf } from "../../records/listing.ts";
import { estatePages, type ListScope } from "./lists.ts";
import { createMandataireRowStore } from "./mandataire-rows.ts";
import { allocationRows, unitRows } from "./tables/units.ts";
import type { EstateTables } from "./tables.ts";
import {
  detailedUnit,
  type ListedUnitRow,
  listedUnit,
  listedUnitFrom,
  type UnitDetailRow,
  unitDetailFrom,
} from "./unit-views.ts";

const rows = createMandataireRowStore(unitRows);

/** Units with their property and entrance. */
const withPropertyAndEntrance = (from: QueryCreator<EstateTables>) =>
  from
    .selectFrom("units")
    .innerJoin("properties", (on) =>
      on.onRef("properties.mandataire_id", "=", "units.mandataire_id").onRef("properties.id", "=", "units.property_id"),
    )
    .leftJoin("entrances", (on) =>
      on.onRef("entrances.mandataire_id", "=", "units.mandataire_id").onRef("entrances.id", "=", "units.entrance_id"),
    );

const list = estatePages({
  listing: unitListing,
  columns: columnsOf(unitListing, unitRows),
  table: "units",
  rows: (from) => withPropertyAndEntrance(from),
  select: (matching, { dialect }, scope) => matching.select(listedUnit(dialect, scope)),
});

const detail = statement((source: Source<EstateTables>, { id, ...scope }: ListScope & { readonly id: string }) =>
  withPropertyAndEntrance(source.db)
    .where("units.mandataire_id", "=", scope.mandataireId)
    .where("units.id", "=", id as UnitId)
    .select(detailedUnit(source.dialect, scope))
    .compile(),
);

const ofProperty = statement((source: Source<EstateTables>, { id, ...scope }: ListScope & { readonly id: string }) =>
  withPropertyAndEntrance(source.db)
    .where("units.mandataire_id", "=", scope.mandataireId)
    .where("units.property_id", "=", id as PropertyId)
    .select(listedUnit(source.dialect, scope))
    .orderBy("units.identifier_fold")
    .orderBy("units.id")
    .compile(),
);

/** Returns all units of a property as list items, by identifier. */
export async function unitsOf(
  source: Source<EstateTables>,
  { id, mandataireId, today }: ListScope & { readonly id: string },
): Promise<readonly ListedUnit[]> {
  const { rows: found } = await ofProperty(source, { id, mandataireId, today }, undefined);
  return found.map((row) => listedUnitFrom(source.dialect, row as unknown as ListedUnitRow));
}

export function createUnitStore(transaction: SqlTransaction<EstateTables>, mandataireId: MandataireId): UnitStore {
  const { db, dialect } = transaction;
  return {
    ...rows(transaction, mandataireId),

    list: (query, today) =>
      list(transaction, query, { mandataireId, today }, (row: ListedUnitRow) => listedUnitFrom(dialect, row)),

    async detail(id, today: Day) {
      const { rows: found } = await detail(transaction, { mandataireId, today, id }, undefined);
      return found[0] ? unitDetailFrom(dialect, found[0] as unknown as UnitDetailRow, today) : null;
    },

    async lockAmong(ids) {
      if (ids.length === 0) return [];
      const found = await db
        .selectFrom("units")
        .select("units.id")
        .where("units.mandataire_id", "=", mandataireId)
        .where("units.id", "in", valueSet(unitRows, "id", ids, dialect))
        .orderBy("units.id")
        .modifyEnd(dialect.forUpdateOf("units"))
        .execute();
      return found.map((unit) => unit.id);
    },

    async hasDependents(id) {
      const used = (table: "ownerships" | "lease_units" | "incidents" | "supplier_invoices") =>
        db
          .selectFrom(table)
          .select(sql`1`.as("used"))
          .where("mandataire_id", "=", mandataireId)
          .where("unit_id", "=", id);
      const found = await used("ownerships")
        .unionAll(used("lease_units"))
        .unionAll(used("incidents"))
        .unionAll(used("supplier_invoices"))
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

export function createAllocationStore(
  { db, dialect }: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): AllocationStore {
  const allocations = rowsOf(allocationRows, dialect);
  return {
    async replace(unitId, sent) {
      await db
        .deleteFrom("unit_allocations")
        .where("mandataire_id", "=", mandataireId)
        .where("unit_id", "=", unitId)
        .execute();
      const written = sent.map(({ shareKeyId, shares }) =>
        allocations.encode({ mandataireId, unitId, shareKeyId, shares }),
      );
      for (let first = 0; first < written.length; first += ROWS_MAX)
        await db
          .insertInto("unit_allocations")
          .values(written.slice(first, first + ROWS_MAX))
          .execute();
    },
  };
}

/** The maximum number of rows of one statement: engines limit the number of parameters. */
const ROWS_MAX = 200;
