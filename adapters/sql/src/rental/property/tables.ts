import type { Day, Id } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import type { TombstoneCollection } from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { type Database, id, instant, text } from "../../engine/columns.ts";
import { householdMemberRows, leasePartyRows, leaseTermRows, leaseUnitTermRows } from "./tables/lease-terms.ts";
import {
  breakDateRows,
  cappingRuleRows,
  franchisePeriodRows,
  gliPolicyRows,
  leaseRows,
  leaseUnitRows,
  supportMeasureRows,
} from "./tables/leases.ts";
import { mandatePropertyRows, mandateRows, mandateServiceRows } from "./tables/mandates.ts";
import {
  bankAccountRows,
  codeCounterRows,
  ownerRows,
  rentalContactRows,
  retiredCodeRows,
  tenantRows,
} from "./tables/people.ts";
import { entranceRows, propertyRows, shareKeyRows } from "./tables/properties.ts";
import { leaseRevisionLineRows, leaseRevisionRows } from "./tables/revisions.ts";
import { allocationRows, ownershipRows, unitRows } from "./tables/units.ts";

/** Tombstones of deleted records. */
export const tombstoneRows = defineEntity({
  name: "Tombstone",
  tableName: "tombstones",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    collection: text<TombstoneCollection>().primary(),
    id: id<Id<string>>().primary(),
    at: instant(),
  },
  indexes: [{ name: "tombstones_at_index", properties: ["mandataireId", "collection", "at", "id"] }],
});

/** The day up to which the date triggers of a mandataire are applied. */
export const decidedDayRows = defineEntity({
  name: "DecidedDay",
  tableName: "decided_days",
  properties: { mandataireId: id<MandataireId>().primary(), day: text<Day>() },
});

export const estateEntities = [
  propertyRows,
  entranceRows,
  shareKeyRows,
  unitRows,
  allocationRows,
  ownerRows,
  ownershipRows,
  leaseRows,
  leaseUnitRows,
  gliPolicyRows,
  breakDateRows,
  franchisePeriodRows,
  cappingRuleRows,
  supportMeasureRows,
  leaseTermRows,
  leaseUnitTermRows,
  householdMemberRows,
  leasePartyRows,
  leaseRevisionRows,
  leaseRevisionLineRows,
  tenantRows,
  rentalContactRows,
  bankAccountRows,
  codeCounterRows,
  retiredCodeRows,
  tombstoneRows,
  mandateRows,
  mandatePropertyRows,
  mandateServiceRows,
  decidedDayRows,
] as const;

/** The columns of other tables that refer to the estate and prevent the deletion of the record. */
interface References {
  readonly incidents: {
    readonly mandataire_id: MandataireId;
    readonly property_id: string | null;
    readonly unit_id: string | null;
    readonly lease_id: string | null;
    readonly scope_lease_id: string | null;
  };
  readonly supplier_invoices: {
    readonly mandataire_id: MandataireId;
    readonly property_id: string | null;
    readonly unit_id: string | null;
  };
  readonly charge_statements: { readonly mandataire_id: MandataireId; readonly property_id: string | null };
}

export type EstateTables = Database<(typeof estateEntities)[number]> & References;
