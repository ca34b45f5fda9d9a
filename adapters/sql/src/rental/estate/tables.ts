import type { Day, Id } from "@cartulary/kernel";
import type { Buried, MandataireId } from "@cartulary/rental";
import { defineEntity } from "@mikro-orm/core";
import { type Database, id, instant, text } from "../../engine/columns.ts";
import { incidentAttachmentRows, incidentRows } from "../incidents/tables.ts";
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

/** What is left of records that are gone. */
export const tombstoneRows = defineEntity({
  name: "Tombstone",
  tableName: "tombstones",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    collection: text<Buried>().primary(),
    id: id<Id<string>>().primary(),
    at: instant(),
  },
  indexes: [{ name: "tombstones_at_index", properties: ["mandataireId", "collection", "at", "id"] }],
});

/** Up to which day it is written what days make of a mandataire's records. */
export const decidedDayRows = defineEntity({
  name: "DecidedDay",
  tableName: "decided_days",
  properties: { mandataireId: id<MandataireId>().primary(), day: text<Day>() },
});

/** The tables of the estate. */
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
  incidentRows,
  incidentAttachmentRows,
] as const;

/** What the stores of the estate see. */
export type EstateTables = Database<(typeof estateEntities)[number]>;
