import {
  BILLING_CALENDARS,
  INDEX_TYPES,
  LEASE_STATUSES,
  LEASE_TYPES,
  PARTY_ROLES,
  PARTY_TYPES,
  PARTYABLE_TYPES,
  PAYMENT_FREQUENCIES,
  PAYMENT_TIMINGS,
  PRORATIONS,
  REVISION_MODES,
} from "@cartulary/rental";
import { z } from "zod";
import { day, decimal, flag, instant, integer, listOf, money, text, uuid } from "../fields.ts";
import { camelRecord } from "../record.ts";
import { BreakDate, CappingRule, FranchisePeriod, GliPolicy, SupportMeasure } from "./lease-arrays.ts";
import { LeaseRevision, LeaseRevisionIndicator } from "./lease-revisions.ts";

/** A unit as a list of leases tells it. */
const LeaseUnitRef = camelRecord("LeaseUnitRef", { identifier: text(), propertyName: text().nullable() });

const told = {
  id: uuid<"Lease">(),
  reference: text(),
  leaseType: z.enum(LEASE_TYPES),
  status: z.enum(LEASE_STATUSES),
  startDate: day().nullable(),
  endDate: day().nullable(),
  tenantName: text().nullable(),
  tenantId: uuid<"TenantActor">().nullable(),
  unitIdentifier: text().nullable(),
  propertyName: text().nullable(),
  propertyId: uuid<"Property">().nullable(),
  monthlyRent: money().nullable(),
  paymentTiming: z.enum(PAYMENT_TIMINGS).nullable(),
  updatedAt: instant(),
};

/** A lease as lists answer it. */
export const ListedLease = camelRecord("ListedLease", { ...told, units: listOf(LeaseUnitRef) });

/** A unit of a lease, with what it costs today. */
const LeaseUnit = camelRecord("LeaseUnit", {
  id: uuid<"LeaseUnit">(),
  unitId: uuid<"Unit">(),
  identifier: text(),
  propertyName: text().nullable(),
  propertyId: uuid<"Property">().nullable(),
  areaSqm: decimal().nullable(),
  entryDate: day().nullable(),
  exitDate: day().nullable(),
  baseRentCents: integer().nullable(),
  annualAmountCents: integer().nullable(),
  chargeProvisionCents: integer().nullable(),
  vatApplicable: flag(),
  vatRate: decimal().nullable(),
  chargeProvisionVatApplicable: flag(),
  indexType: z.enum(INDEX_TYPES).nullable(),
  indexBaseDate: day().nullable(),
  indexBaseValue: decimal().nullable(),
});

/** What all units come to by the month from a day on. */
const LeaseDetailTerm = camelRecord("LeaseDetailTerm", {
  id: uuid<"LeaseTerm">(),
  baseRent: money(),
  chargeProvision: money(),
  totalMonthly: money(),
  effectiveFrom: day(),
  effectiveTo: day().nullable(),
  revisionMonth: integer().nullable(),
  revisionFrequencyYears: integer().nullable(),
});

/** Somebody of a lease, with who it is. */
const LeaseDetailParty = camelRecord("LeaseDetailParty", {
  id: uuid<"LeaseParty">(),
  partyType: z.enum(PARTY_TYPES),
  partyableType: z.enum(PARTYABLE_TYPES).nullable(),
  role: z.enum(PARTY_ROLES).nullable(),
  name: text().nullable(),
  email: text().nullable(),
  partyableId: uuid<string>().nullable(),
  shareNumerator: integer().nullable(),
  shareDenominator: integer().nullable(),
  validFrom: day().nullable(),
  validTo: day().nullable(),
  tenantProfileId: uuid<"TenantProfile">().nullable(),
  contributesToRent: flag(),
  rentContributionCents: integer().nullable(),
  declared: flag(),
  householdMember: camelRecord("HouseholdMember", {
    id: uuid<"HouseholdMember">(),
    firstName: text().nullable(),
    lastName: text().nullable(),
    birthDate: day().nullable(),
    relationship: text().nullable(),
  }).nullable(),
});

/** A lease whole. */
export const LeaseRecord = camelRecord("Lease", {
  ...told,
  externalId: text().nullable(),
  signatureDate: day().nullable(),
  revisionMode: z.enum(REVISION_MODES).nullable(),
  initialBalance: money().nullable(),
  cafAllocataireNumber: text().nullable(),
  paymentDay: integer().nullable(),
  paymentFrequency: z.enum(PAYMENT_FREQUENCIES).nullable(),
  billingCalendar: z.enum(BILLING_CALENDARS).nullable(),
  billingCycleMonth: integer().nullable(),
  effectiveBillingCalendar: z.enum(BILLING_CALENDARS),
  effectiveBillingCycleMonth: integer(),
  noticeMonths: integer().nullable(),
  autoRenewal: flag(),
  renewalNoticePeriod: integer().nullable(),
  renewalNoticeDate: day().nullable(),
  securityDeposit: money().nullable(),
  proration: z.enum(PRORATIONS),
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
