import type { Day } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import { type IncidentField, type IncidentStore, incidentListing, listedIncident } from "@cartulary/rental/incidents";
import { sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type Column, columnsOf } from "../../records/listing.ts";
import { estatePages, type ListScope } from "../property/lists.ts";
import { createMandataireRowStore } from "../property/mandataire-rows.ts";
import { type IncidentTables, incidentRows } from "./tables.ts";

const records = createMandataireRowStore(incidentRows);

/** Incidents with computed list fields: the kind and id of the place, and constants for the unsupported partner. */
const shownIncidents = ({ mandataireId }: Pick<ListScope, "mandataireId">) =>
  sql<IncidentTables["incidents"]>`(select incidents.*,
      case when property_id is not null then 'Property' when unit_id is not null then 'Unit'
        when scope_lease_id is not null then 'Lease' else 'Entrance' end as scope_type,
      coalesce(property_id, unit_id, scope_lease_id, entrance_id) as scope_id,
      'not_applicable' as partner_sync_state, cast(null as text) as partner_skip_reason,
      false as partner_sync_repairable, false as partner_sync_stale, false as partner_pulled
    from incidents where mandataire_id = ${mandataireId})`;

const shown = (column: string, nullable = false): Column => ({ ref: `incidents.${column}`, nullable });

const COMPUTED = {
  scopeType: shown("scope_type"),
  scopeId: shown("scope_id"),
  partnerSyncState: shown("partner_sync_state"),
  partnerSkipReason: shown("partner_skip_reason", true),
  partnerSyncRepairable: shown("partner_sync_repairable"),
  partnerSyncStale: shown("partner_sync_stale"),
  partnerPulled: shown("partner_pulled"),
} as const;

const list = estatePages({
  listing: incidentListing,
  columns: { ...columnsOf(incidentListing, incidentRows), ...COMPUTED } satisfies Record<IncidentField, Column>,
  table: "incidents",
  source: (scope) => sql`${shownIncidents(scope)} as incidents`,
  rows: (from, scope) => from.selectFrom(shownIncidents(scope).as("incidents")),
  select: (matching, { dialect }) => matching.select(rowsOf(incidentRows, dialect).columns("incidents")),
});

export function createIncidentStore(
  transaction: SqlTransaction<IncidentTables>,
  mandataireId: MandataireId,
): IncidentStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(incidentRows, dialect);
  const { find, lock, update } = records(transaction, mandataireId);
  const own = db.selectFrom("incidents").where("incidents.mandataire_id", "=", mandataireId);
  return {
    ...{ find, lock, update },

    async findLegacy(legacyReference) {
      const named = own.select(rows.columns("incidents")).where("legacy_reference", "=", legacyReference);
      const row = await named.executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list: (query) =>
      list(transaction, query, { mandataireId, today: NO_DAY }, (row: Row<typeof incidentRows>) =>
        listedIncident(rows.decode(row)),
      ),

    async propertyOf(entranceId) {
      const entrance = db.selectFrom("entrances").select("property_id").where("mandataire_id", "=", mandataireId);
      return (await entrance.where("id", "=", entranceId).executeTakeFirst())?.property_id ?? null;
    },

    async firstUnitOf(leaseId) {
      const first = db
        .selectFrom("lease_units")
        .innerJoin("units", (on) =>
          on
            .onRef("units.mandataire_id", "=", "lease_units.mandataire_id")
            .onRef("units.id", "=", "lease_units.unit_id"),
        )
        .select("units.id")
        .where("lease_units.mandataire_id", "=", mandataireId)
        .where("lease_units.lease_id", "=", leaseId)
        .orderBy("units.identifier_fold")
        .orderBy("units.id")
        .limit(1);
      return (await first.executeTakeFirst())?.id ?? null;
    },

    async insert(incident) {
      const written = await db
        .insertInto("incidents")
        .values(rows.encode(incident))
        .onConflict((known) => known.columns(["mandataire_id", "legacy_reference"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      return written !== undefined;
    },

    async any() {
      return (await own.select("incidents.id").limit(1).executeTakeFirst()) !== undefined;
    },
  };
}

/** Incidents have no fields that depend on a day. */
const NO_DAY = "" as Day;
