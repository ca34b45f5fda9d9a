import type { Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { BillingCalendar } from "@cartulary/rental/agency";
import type {
  BreakDateId,
  BreakDecision,
  BreakType,
  CappingRuleId,
  CappingType,
  ChargeType,
  DepositCall,
  FranchisePeriodId,
  FranchiseScope,
  FranchiseType,
  GliPolicyId,
  IndexType,
  LeaseId,
  LeaseStatus,
  LeaseType,
  LeaseUnitId,
  PaymentFrequency,
  PaymentTiming,
  Proration,
  RevisionMode,
  SupportMeasureId,
  UnitId,
} from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { boolean, foldedText, id, integer, text } from "../../../engine/columns.ts";
import { day, decimal, key, timestampColumns, timestampIndexes } from "./columns.ts";

export const leaseRows = defineEntity({
  name: "Lease",
  tableName: "leases",
  properties: {
    ...key<LeaseId>(),
    reference: text(),
    referenceFold: foldedText(),
    leaseType: text<LeaseType>(),
    status: text<LeaseStatus>(),
    startDate: day(),
    endDate: day().nullable(),
    endDateGiven: day().nullable(),
    endDateBeforeNotice: day().nullable(),
    noticeDate: day().nullable(),
    signatureDate: day().nullable(),
    paymentDay: integer().nullable(),
    paymentFrequency: text<PaymentFrequency>().nullable(),
    paymentTiming: text<PaymentTiming>().nullable(),
    autoRenewal: boolean(),
    noticeMonths: integer().nullable(),
    externalId: text().nullable(),
    externalIdFold: foldedText().nullable(),
    revisionMode: text<RevisionMode>(),
    initialBalanceCents: integer<Cents>().nullable(),
    cafAllocataireNumber: text().nullable(),
    billingCalendar: text<BillingCalendar>().nullable(),
    billingCycleMonth: integer().nullable(),
    renewalNoticePeriod: integer().nullable(),
    securityDepositCents: integer<Cents>().nullable(),
    chargeType: text<ChargeType>().default("provision"),
    depositCall: text<DepositCall>().default("due"),
    proration: text<Proration>(),
    ...timestampColumns(),
  },
  indexes: timestampIndexes("leases"),
});

export const leaseUnitRows = defineEntity({
  name: "LeaseUnit",
  tableName: "lease_units",
  properties: {
    ...key<LeaseUnitId>(),
    leaseId: id<LeaseId>(),
    unitId: id<UnitId>(),
    entryDate: day().nullable(),
    exitDate: day().nullable(),
    indexType: text<IndexType>().nullable(),
    indexBaseDate: day().nullable(),
    indexBaseValue: decimal().nullable(),
  },
  indexes: [
    { name: "lease_units_lease_id_index", properties: ["mandataireId", "leaseId"] },
    { name: "lease_units_unit_id_index", properties: ["mandataireId", "unitId"] },
  ],
});

/** The common columns of a lease's array elements. `position` is their order. */
const leaseElement = <Own extends string>() => ({ ...key<Own>(), leaseId: id<LeaseId>(), position: integer() });

const ofLease = (table: string) => [
  { name: `${table}_lease_id_index`, properties: ["mandataireId", "leaseId"] as ("mandataireId" | "leaseId")[] },
];

export const gliPolicyRows = defineEntity({
  name: "GliPolicy",
  tableName: "gli_policies",
  properties: {
    ...leaseElement<GliPolicyId>(),
    insurerName: text().nullable(),
    policyNumber: text().nullable(),
    premiumCents: integer<Cents>().nullable(),
    premiumFrequency: text().nullable(),
    coverageRate: decimal().nullable(),
    startDate: day().nullable(),
    endDate: day().nullable(),
  },
  indexes: ofLease("gli_policies"),
});

export const breakDateRows = defineEntity({
  name: "BreakDate",
  tableName: "break_dates",
  properties: {
    ...leaseElement<BreakDateId>(),
    breakDate: day(),
    breakType: text<BreakType>(),
    noticeDeadline: day().nullable(),
    status: text<BreakDecision>().nullable(),
  },
  indexes: ofLease("break_dates"),
});

export const franchisePeriodRows = defineEntity({
  name: "FranchisePeriod",
  tableName: "franchise_periods",
  properties: {
    ...leaseElement<FranchisePeriodId>(),
    startDate: day(),
    endDate: day(),
    franchiseType: text<FranchiseType>(),
    reductionPercent: decimal(),
    reason: text().nullable(),
    scopeType: text<FranchiseScope>(),
  },
  indexes: ofLease("franchise_periods"),
});

export const cappingRuleRows = defineEntity({
  name: "CappingRule",
  tableName: "capping_rules",
  properties: {
    ...leaseElement<CappingRuleId>(),
    cappingType: text<CappingType>(),
    referenceAmountCents: integer<Cents>().nullable(),
    maxIncreasePercent: decimal().nullable(),
    startDate: day().nullable(),
    zone: text().nullable(),
  },
  indexes: ofLease("capping_rules"),
});

export const supportMeasureRows = defineEntity({
  name: "SupportMeasure",
  tableName: "support_measures",
  properties: {
    ...leaseElement<SupportMeasureId>(),
    modifierType: text(),
    category: text().nullable(),
    status: text(),
    label: text().nullable(),
    validFrom: day().nullable(),
    validTo: day().nullable(),
    priority: integer().nullable(),
    impactLabel: text().nullable(),
    sourceType: text().nullable(),
    sourceId: id<Id<string>>().nullable(),
  },
  indexes: ofLease("support_measures"),
});
