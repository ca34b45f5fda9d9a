import type { BulkRecords, BulkStore, MandataireId, NamedCollection } from "@cartulary/rental";
import { sql } from "kysely";
import type { Row, Table } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { insertOf, valueSet } from "../../engine/row-set.ts";
import { rowsOf } from "../../engine/rows.ts";
import { ownerRows, tenantRows } from "./tables/people.ts";
import { propertyRows } from "./tables/properties.ts";
import { ownershipRows, unitRows } from "./tables/units.ts";
import type { EstateTables } from "./tables.ts";

const TABLES: { readonly [Name in keyof BulkRecords]: Table } = {
  properties: propertyRows,
  owners: ownerRows,
  tenants: tenantRows,
  units: unitRows,
  ownerships: ownershipRows,
};

/** What files call a record. */
const NAMES = {
  properties: "external_id",
  units: "external_id",
  leases: "external_id",
  owners: "accounting_code",
  tenants: "accounting_code",
} as const satisfies Record<NamedCollection, string>;

/** Many records of one mandataire at once, in SQL. */
export function createBulkStore({ db, dialect }: SqlTransaction<EstateTables>, mandataireId: MandataireId): BulkStore {
  return {
    async names(collection) {
      const { rows } = await sql<{ readonly id: never; readonly name: string | null }>`
        select id, ${sql.ref(NAMES[collection])} as name from ${sql.table(collection)}
        where mandataire_id = ${mandataireId}`.execute(db);
      return rows;
    },

    async insert(collection, records) {
      if (records.length === 0) return;
      const table = TABLES[collection];
      const { encode } = rowsOf(table, dialect);
      const rows = records.map((record) => encode(record as never) as Row<Table>);
      await insertOf(table, rows, dialect).execute(db);
    },

    async move(collection, ids, at) {
      if (ids.length === 0) return;
      const moved = valueSet(TABLES[collection], "id", ids as never, dialect);
      await sql`update ${sql.table(collection)} set updated_at = ${dialect.instant(at)}
        where mandataire_id = ${mandataireId} and id in ${moved}`.execute(db);
    },
  };
}
