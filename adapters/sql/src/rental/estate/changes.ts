import type { MandataireId, TombstoneStore, TouchSource, TouchStore, TouchTargets } from "@cartulary/rental";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/rows.ts";
import { type EstateTables, tombstoneRows } from "./tables.ts";

/** What is left of one mandataire's records, in SQL. */
export function createTombstoneStore(
  { db, dialect }: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): TombstoneStore {
  const rows = rowsOf(tombstoneRows, dialect);
  return {
    async insert(collection, ids, at) {
      for (let first = 0; first < ids.length; first += ROWS_MAX) {
        const left = ids.slice(first, first + ROWS_MAX);
        await db
          .insertInto("tombstones")
          .values(left.map((id) => rows.encode({ mandataireId, collection, id: id as never, at })))
          .onConflict((there) =>
            there.columns(["mandataire_id", "collection", "id"]).doUpdateSet({ at: dialect.instant(at) }),
          )
          .execute();
      }
    },

    async removeBefore(at) {
      await db
        .deleteFrom("tombstones")
        .where("mandataire_id", "=", mandataireId)
        .where("at", "<", dialect.instant(at))
        .execute();
    },

    async removeAll() {
      await db.deleteFrom("tombstones").where("mandataire_id", "=", mandataireId).execute();
    },
  };
}

/** Rows of one statement: engines bound their parameters. */
const ROWS_MAX = 200;

/** Which rows of a target show the record `id` of a source; `own` says of a table's rows that they are the mandataire's. */
type Path = (id: string, own: RawBuilder<SqlBool>) => RawBuilder<SqlBool>;

/** One for each that core/rental says: a missing one does not compile. */
const PATHS: { readonly [Source in TouchSource]: Readonly<Record<TouchTargets[Source], Path>> } = {
  properties: {
    units: (id) => sql`property_id = ${id}`,
    mandates: (id, own) => sql`id in (select mandate_id from mandate_properties where ${own} and property_id = ${id})`,
    leases: (id, own) =>
      sql`id in (select lease_id from lease_units where ${own}
        and unit_id in (select id from units where ${own} and property_id = ${id}))`,
  },
  owners: {
    units: (id, own) => sql`id in (select unit_id from ownerships where ${own} and owner_id = ${id})`,
    mandates: (id) => sql`owner_id = ${id}`,
  },
  ownerships: {
    units: (id, own) => sql`id = (select unit_id from ownerships where ${own} and id = ${id})`,
  },
  units: {
    properties: (id, own) => sql`id = (select property_id from units where ${own} and id = ${id})`,
    leases: (id, own) => sql`id in (select lease_id from lease_units where ${own} and unit_id = ${id})`,
  },
  tenants: {
    leases: (id, own) => sql`id in (select lease_id from lease_parties where ${own} and tenant_id = ${id})`,
  },
  contacts: { leases: ofContact },
  service_providers: { leases: ofContact },
  leases: {
    units: (id, own) => sql`id in (select unit_id from lease_units where ${own} and lease_id = ${id})`,
    properties: (id, own) =>
      sql`id in (select property_id from units where ${own}
        and id in (select unit_id from lease_units where ${own} and lease_id = ${id}))`,
  },
  lease_terms: {
    leases: (id, own) => sql`id = (select lease_id from lease_terms where ${own} and id = ${id})`,
    units: (id, own) =>
      sql`id in (select unit_id from lease_units where ${own}
        and lease_id = (select lease_id from lease_terms where ${own} and id = ${id}))`,
  },
  lease_parties: {
    leases: (id, own) => sql`id = (select lease_id from lease_parties where ${own} and id = ${id})`,
  },
};

function ofContact(id: string, own: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql`id in (select lease_id from lease_parties where ${own} and contact_id = ${id})`;
}

/** Moves `updated_at` of what shows one mandataire's records, in SQL. */
export function createTouchStore(
  { db, dialect }: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): TouchStore {
  return {
    async touch(source, id, targets, at) {
      const paths = (PATHS as Readonly<Record<string, Readonly<Record<string, Path>>>>)[source] ?? {};
      const own = sql<SqlBool>`mandataire_id = ${mandataireId}`;
      for (const target of targets) {
        const path = paths[target];
        if (!path) throw new TypeError(`Nothing says which ${target} show ${source}`);
        await sql`update ${sql.table(target)} set updated_at = ${dialect.instant(at)}
          where ${own} and ${path(id, own)}`.execute(db);
      }
    },
  };
}
