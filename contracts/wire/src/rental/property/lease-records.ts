import { BILLING_CALENDARS } from "@cartulary/rental/agency";
import {
  householdMemberRecord,
  leasePartyRecord,
  leaseRecord,
  leaseTermRecord,
  leaseUnitRecord,
  PARTYABLE_TYPES,
} from "@cartulary/rental/property";
import { z } from "zod";
import { day, decimal, flag, integer, listOf, money, text, uuid } from "../../fields.ts";
import { camelRecord } from "../../record.ts";
import { answerShape } from "../../record-shapes.ts";
import { BreakDate, CappingRule, FranchisePeriod, GliPolicy, SupportMeasure } from "./lease-arrays.ts";
import { LeaseRevision, LeaseRevisionIndicator } from "./lease-revisions.ts";

/** A unit as a list of leases tells it. */
const LeaseUnitRef = camelRecord("LeaseUnitRef", { identifier: text(), propertyName: text().nullable() });

const {
  mandataireId: _1,
  createdAt: _2,
  noticeDate: _3,
  endDateGiven: _4,
  endDateBeforeNotice: _5,
  depositCall: _9,
  ...answered
} = answerShape(leaseRecord, ["startDate", "revisionMode"]);
const { initialBalanceCents: _6, securityDepositCents: _7, ...stored } = answered;
const { id, reference, leaseType, status, startDate, endDate, paymentTiming, updatedAt, ...detailFields } = stored;

const summaryFields = {
  ...{ id, reference, leaseType, status, startDate, endDate },
  tenantName: text().nullable(),
  tenantId: uuid<"TenantActor">().nullable(),
  unitIdentifier: text().nullable(),
  propertyName: text().nullable(),
  propertyId: uuid<"Property">().nullable(),
  monthlyRent: money().nullable(),
  paymentTiming,
  updatedAt,
};

/** A lease as lists answer it. */
export const ListedLease = camelRecord("ListedLease", { ...summaryFields, units: listOf(LeaseUnitRef) });

const { entryDate, exitDate, indexType, indexBaseDate, indexBaseValue } = answerShape(leaseUnitRecord);

/** A unit of a lease, with what it costs today. */
const LeaseUnit = camelRecord("LeaseUnit", {
  id: uuid<"LeaseUnit">(),
  unitId: uuid<"Unit">(),
  identifier: text(),
  propertyName: text().nullable(),
  propertyId: uuid<"Property">().nullable(),
  areaSqm: decimal().nullable(),
  entryDate,
  exitDate,
  baseRentCents: integer().nullable(),
  annualAmountCents: integer().nullable(),
  chargeProvisionCents: integer().nullable(),
  vatApplicable: flag(),
  vatRate: decimal().nullable(),
  chargeProvisionVatApplicable: flag(),
  indexType,
  indexBaseDate,
  indexBaseValue,
});

const { effectiveFrom, effectiveTo, revisionMonth, revisionFrequencyYears } = answerShape(leaseTermRecord);

/** The monthly total of all units from a day on. */
const LeaseDetailTerm = camelRecord("LeaseDetailTerm", {
  id: uuid<"LeaseTerm">(),
  baseRent: money(),
  chargeProvision: money(),
  totalMonthly: money(),
  effectiveFrom,
  effectiveTo,
  revisionMonth,
  revisionFrequencyYears,
});

const { mandataireId: _8, ...householdMember } = answerShape(householdMemberRecord);
const party = answerShape(leasePartyRecord);

/** A party in the detail of its lease, with who it is. */
const LeaseDetailParty = camelRecord("LeaseDetailParty", {
  id: uuid<"LeaseParty">(),
  partyType: party.partyType,
  partyableType: z.enum(PARTYABLE_TYPES).nullable(),
  role: party.role,
  name: text().nullable(),
  email: text().nullable(),
  partyableId: uuid<string>().nullable(),
  shareNumerator: party.shareNumerator,
  shareDenominator: party.shareDenominator,
  validFrom: party.validFrom,
  validTo: party.validTo,
  tenantProfileId: uuid<"TenantProfile">().nullable(),
  contributesToRent: party.contributesToRent,
  rentContributionCents: party.rentContributionCents,
  declared: party.declared,
  householdMember: camelRecord("HouseholdMember", householdMember).nullable(),
});

/** A lease with all its details. */
export const LeaseRecord = camelRecord("Lease", {
  ...summaryFields,
  ...detailFields,
  initialBalance: money().nullable(),
  effectiveBillingCalendar: z.enum(BILLING_CALENDARS),
  effectiveBillingCycleMonth: integer(),
  renewalNoticeDate: day().nullable(),
  securityDeposit: money().nullable(),
  units: listOf(LeaseUnit),
  terms: listOf(LeaseDetailTerm),
  parties: listOf(LeaseDetailParty),
  revisionIndicator: LeaseRevisionIndicator.nullable(),
  revisions: listOf(LeaseRevision),
  gliPolicies: listOf(GliPolicy),
  breakDates: listOf(BreakDate),
  franchisePeriods: listOf(FranchisePeriod),
  cappingRules: listOf(CappingRule),
  supportMeasures: listOf(SupportMeasure),
});
