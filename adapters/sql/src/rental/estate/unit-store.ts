import type { Day } from "@cartulary/kernel";
import {
  type AllocationStore,
  type ListedUnit,
  type MandataireId,
  type UnitStore,
  unitListing,
} from "@cartulary/rental";
import { type QueryCreator, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { valueSet } from "../../engine/row-set.ts";
import { rowsOf } from "../../engine/rows.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { columnsOf } from "../../records/listing.ts";
import { type Asked, estatePages } from "./lists.ts";
import { allocationRows, unitRows } from "./tables/units.ts";
import type { EstateTables } from "./tables.ts";
import { tenantRows } from "./tenant-rows.ts";
import {
  detailedUnit,
  type ListedUnitRow,
  listedUnit,
  listedUnitFrom,
  type UnitDetailRow,
  unitDetailFrom,
} from "./unit-views.ts";

const rows = tenantRows(unitRows);

/** Units with the property and the entrance that say where they are. */
const placed = (from: QueryCreator<EstateTables>) =>
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
  rows: (from) => placed(from) as never,
  select: (matching, { dialect }, asked) => matching.select(listedUnit(dialect, asked) as never),
});

const detail = statement((source: Source<EstateTables>, { id, ...asked }: Asked & { readonly id: string }) =>
  placed(source.db)
    .where("units.mandataire_id", "=", asked.mandataireId)
    .where("units.id", "=", id as never)
    .select(detailedUnit(source.dialect, asked))
    .compile(),
);

const ofProperty = statement((source: Source<EstateTables>, { id, ...asked }: Asked & { readonly id: string }) =>
  placed(source.db)
    .where("units.mandataire_id", "=", asked.mandataireId)
    .where("units.property_id", "=", id as never)
    .select(listedUnit(source.dialect, asked))
    .orderBy("units.identifier_fold")
    .orderBy("units.id")
    .compile(),
);

/** Every unit of a property, as lists answer it, by identifier. */
export async function unitsOf(
  source: Source<EstateTables>,
  { id, mandataireId, today }: Asked & { readonly id: string },
): Promise<readonly ListedUnit[]> {
  const { rows: found } = await ofProperty(source, { id, mandataireId, today }, undefined);
  return found.map((row) => listedUnitFrom(source.dialect, row as unknown as ListedUnitRow));
}

/** The units of one mandataire in SQL. */
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
      const used = (table: "ownerships" | "lease_units" | "incidents") =>
        db
          .selectFrom(table)
          .select(sql`1`.as("used"))
          .where("mandataire_id", "=", mandataireId)
          .where("unit_id", "=", id);
      const found = await used("ownerships")
        .unionAll(used("lease_units"))
        .unionAll(used("incidents"))
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

/** The shares of one mandataire's units in SQL. */
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

/** Rows of one statement: engines bound their parameters. */
const ROWS_MAX = 200;
