import type { Id, Instant } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import type {
  EstateCollection,
  PropagationSource,
  PropagationTargets,
  ShowingCollection,
  TombstoneStore,
  UpdatePropagationStore,
} from "@cartulary/rental/property";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { valueSet } from "../../engine/row-set.ts";
import { type EstateTables, tombstoneRows } from "./tables.ts";

export function createTombstoneStore(
  { db, dialect }: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): TombstoneStore {
  const rows = rowsOf(tombstoneRows, dialect);
  return {
    async insert(collection, ids, at) {
      for (let first = 0; first < ids.length; first += ROWS_MAX) {
        const batch = ids.slice(first, first + ROWS_MAX);
        await db
          .insertInto("tombstones")
          .values(batch.map((id) => rows.encode({ mandataireId, collection, id: id as Id<string>, at })))
          .onConflict((conflict) =>
            conflict.columns(["mandataire_id", "collection", "id"]).doUpdateSet({ at: dialect.instant(at) }),
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

/** The maximum number of rows of one statement: engines limit the number of parameters. */
const ROWS_MAX = 200;

/** The condition that a column refers to one of the changed records. */
type Is = (column: string) => RawBuilder<SqlBool>;

/** The rows of a target that display records of a source; `own` restricts a table to the mandataire's rows. */
type Path = (is: Is, own: RawBuilder<SqlBool>, dialect: Dialect) => RawBuilder<SqlBool>;

/** One path for each pair in core/rental; a missing one does not compile. */
const PATHS: { readonly [Source in PropagationSource]: Readonly<Record<PropagationTargets[Source], Path>> } = {
  properties: {
    units: (is) => is("property_id"),
    mandates: (is, own) => sql`id in (select mandate_id from mandate_properties where ${own} and ${is("property_id")})`,
    leases: (is, own) =>
      sql`id in (select lease_id from lease_units where ${own}
        and unit_id in (select id from units where ${own} and ${is("property_id")}))`,
  },
  owners: {
    units: (is, own) => sql`id in (select unit_id from ownerships where ${own} and ${is("owner_id")})`,
    mandates: (is) => is("owner_id"),
  },
  ownerships: {
    units: (is, own) => sql`id in (select unit_id from ownerships where ${own} and ${is("id")})`,
  },
  units: {
    properties: (is, own) => sql`id in (select property_id from units where ${own} and ${is("id")})`,
    leases: (is, own) => sql`id in (select lease_id from lease_units where ${own} and ${is("unit_id")})`,
  },
  tenants: {
    leases: (is, own) => sql`id in (select lease_id from lease_parties where ${own} and ${is("tenant_id")})`,
  },
  contacts: { leases: ofContact },
  service_providers: { leases: ofContact },
  leases: {
    units: (is, own) => sql`id in (select unit_id from lease_units where ${own} and ${is("lease_id")})`,
    properties: (is, own) =>
      sql`id in (select property_id from units where ${own}
        and id in (select unit_id from lease_units where ${own} and ${is("lease_id")}))`,
    rent_calls: openCallsOf,
    security_deposits: (is) => is("lease_id"),
  },
  lease_terms: {
    leases: (is, own) => sql`id in (select lease_id from lease_terms where ${own} and ${is("id")})`,
    units: (is, own) =>
      sql`id in (select unit_id from lease_units where ${own}
        and lease_id in (select lease_id from lease_terms where ${own} and ${is("id")}))`,
    rent_calls: (is, own, dialect) => openCallsOf(ofTerms(is, own), own, dialect),
    security_deposits: (is, own) => ofTerms(is, own)("lease_id"),
  },
  lease_parties: {
    leases: (is, own) => sql`id in (select lease_id from lease_parties where ${own} and ${is("id")})`,
  },
};

/** The condition that a column refers to a lease of one of the changed terms. */
function ofTerms(is: Is, own: RawBuilder<SqlBool>): Is {
  return (column) => sql`${sql.ref(column)} in (select lease_id from lease_terms where ${own} and ${is("id")})`;
}

/**
 * The calls of leases that a tolerance may decide: something is left to pay of them. A call of several leases has none of
 * its own: its leases are those of its lines, which are looked up for each of the few calls.
 */
function openCallsOf(is: Is, own: RawBuilder<SqlBool>, { unindexed }: Dialect): RawBuilder<SqlBool> {
  return sql`id in (
    select id from rent_calls where ${own} and ${is("lease_id")} and remaining_amount_cents > 0
    union all
    select id from rent_calls where ${own} and remaining_amount_cents > 0 and ${unindexed("lease_id")} is null
      and (select 1 from billing_run_lines as line
        where line.mandataire_id = rent_calls.mandataire_id and line.billing_run_id = rent_calls.billing_run_id
          and line.call_key = rent_calls.call_key and line.status = 'active' and ${is("line.lease_id")}
        limit 1) is not null)`;
}

function ofContact(is: Is, own: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql`id in (select lease_id from lease_parties where ${own} and ${is("contact_id")})`;
}

/** Sets `updated_at` of the records that display one mandataire's changed records, in SQL. */
export function createTouchStore(
  { db, dialect }: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): UpdatePropagationStore {
  async function move(
    source: EstateCollection,
    is: Is,
    targets: readonly ShowingCollection[],
    at: Instant,
  ): Promise<void> {
    const paths = (PATHS as Readonly<Record<string, Readonly<Record<string, Path>>>>)[source] ?? {};
    const own = sql<SqlBool>`mandataire_id = ${mandataireId}`;
    for (const target of targets) {
      const path = paths[target];
      if (!path) throw new TypeError(`No path from ${source} to ${target}`);
      await sql`update ${sql.table(target)} set updated_at = ${dialect.instant(at)}
        where ${own} and ${path(is, own, dialect)}`.execute(db);
    }
  }
  return {
    bumpUpdatedAt: (source, id, targets, at) => move(source, (column) => sql`${sql.ref(column)} = ${id}`, targets, at),

    async touchAll(source, ids, targets, at) {
      if (ids.length === 0) return;
      const changedIds = valueSet(tombstoneRows, "id", ids as readonly never[], dialect);
      await move(source, (column) => sql`${sql.ref(column)} in ${changedIds}`, targets, at);
    },
  };
}
