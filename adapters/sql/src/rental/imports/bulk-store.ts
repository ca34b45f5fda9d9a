import type { BulkStore, BulkTable, NamedCollection } from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import { sql } from "kysely";
import type { Table } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { insertAll } from "../../engine/row-set.ts";
import { leasePartyRows, leaseTermRows, leaseUnitTermRows } from "../property/tables/lease-terms.ts";
import {
  breakDateRows,
  cappingRuleRows,
  franchisePeriodRows,
  gliPolicyRows,
  leaseRows,
  leaseUnitRows,
  supportMeasureRows,
} from "../property/tables/leases.ts";
import { mandatePropertyRows, mandateRows, mandateServiceRows } from "../property/tables/mandates.ts";
import { bankAccountRows, ownerRows, tenantRows } from "../property/tables/people.ts";
import { entranceRows, propertyRows, shareKeyRows } from "../property/tables/properties.ts";
import { allocationRows, ownershipRows, unitRows } from "../property/tables/units.ts";
import type { EstateTables } from "../property/tables.ts";

const TABLES: { readonly [Name in BulkTable]: Table } = {
  properties: propertyRows,
  entrances: entranceRows,
  share_keys: shareKeyRows,
  owners: ownerRows,
  tenants: tenantRows,
  bank_accounts: bankAccountRows,
  units: unitRows,
  unit_allocations: allocationRows,
  ownerships: ownershipRows,
  leases: leaseRows,
  lease_units: leaseUnitRows,
  gli_policies: gliPolicyRows,
  break_dates: breakDateRows,
  franchise_periods: franchisePeriodRows,
  capping_rules: cappingRuleRows,
  support_measures: supportMeasureRows,
  lease_terms: leaseTermRows,
  lease_unit_terms: leaseUnitTermRows,
  lease_parties: leasePartyRows,
  mandates: mandateRows,
  mandate_properties: mandatePropertyRows,
  mandate_services: mandateServiceRows,
};

/** The column by which import files refer to a record. */
const NAMES = {
  properties: "external_id",
  units: "external_id",
  leases: "external_id",
  owners: "accounting_code",
  tenants: "accounting_code",
} as const satisfies Record<NamedCollection, string>;

/** Bulk operations on one mandataire's records, in SQL. */
export function createBulkStore({ db, dialect }: SqlTransaction<EstateTables>, mandataireId: MandataireId): BulkStore {
  return {
    async names(collection) {
      const { rows } = await sql<{ readonly id: never; readonly name: string | null }>`
        select id, ${sql.ref(NAMES[collection])} as name from ${sql.table(collection)}
        where mandataire_id = ${mandataireId}`.execute(db);
      return rows;
    },

    async insert(name, records) {
      const table: Table = TABLES[name];
      await insertAll(
        table,
        records.map((record) => rowsOf(table, dialect).encode({ ...record })),
        { db, dialect },
      );
    },
  };
}
