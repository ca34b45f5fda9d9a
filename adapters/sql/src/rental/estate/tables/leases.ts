import type { Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { BillingCalendar, UnitId } from "@cartulary/rental";
import { defineEntity } from "@mikro-orm/core";
import { boolean, folded, id, integer, text } from "../../../engine/columns.ts";
import { dated, datedIndexes, day, decimal, key } from "./columns.ts";

export const leaseRows = defineEntity({
  name: "Lease",
  tableName: "leases",
  properties: {
    ...key<Id<"Lease">>(),
    reference: text(),
    referenceFold: folded(),
    leaseType: text(),
    status: text(),
    startDate: day(),
    endDate: day().nullable(),
    /** What a notice that is withdrawn gives back. */
    endDateBeforeNotice: day().nullable(),
    noticeDate: day().nullable(),
    signatureDate: day().nullable(),
    paymentDay: integer().nullable(),
    paymentFrequency: text().nullable(),
    paymentTiming: text().nullable(),
    autoRenewal: boolean(),
    noticeMonths: integer().nullable(),
    externalId: text().nullable(),
    externalIdFold: folded().nullable(),
    revisionMode: text(),
    initialBalanceCents: integer<Cents>().nullable(),
    cafAllocataireNumber: text().nullable(),
    billingCalendar: text<BillingCalendar>().nullable(),
    billingCycleMonth: integer().nullable(),
    renewalNoticePeriod: integer().nullable(),
    securityDepositCents: integer<Cents>().nullable(),
    proration: text(),
    ...dated(),
  },
  indexes: datedIndexes("leases"),
});

export const leaseUnitRows = defineEntity({
  name: "LeaseUnit",
  tableName: "lease_units",
  properties: {
    ...key<Id<"LeaseUnit">>(),
    leaseId: id<Id<"Lease">>(),
    unitId: id<UnitId>(),
    entryDate: day().nullable(),
    exitDate: day().nullable(),
    indexType: text().nullable(),
    indexBaseDate: day().nullable(),
    indexBaseValue: decimal().nullable(),
  },
  indexes: [
    { name: "lease_units_lease_id_index", properties: ["mandataireId", "leaseId"] },
    { name: "lease_units_unit_id_index", properties: ["mandataireId", "unitId"] },
  ],
});
