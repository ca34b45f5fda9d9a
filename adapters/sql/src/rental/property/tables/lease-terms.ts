import type { Decimal, Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { LeaseId, LeaseUnitId, RentalContactId, TenantId } from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { boolean, id, integer, text } from "../../../engine/columns.ts";
import { day, decimal, key, timestampColumns, timestampIndexes } from "./columns.ts";

type Keyed = ("mandataireId" | "leaseId")[];

export const leaseTermRows = defineEntity({
  name: "LeaseTerm",
  tableName: "lease_terms",
  properties: {
    ...key<Id<"LeaseTerm">>(),
    leaseId: id<LeaseId>(),
    effectiveFrom: day(),
    effectiveTo: day().nullable(),
    effectiveToGiven: day().nullable(),
    revisionMonth: integer().nullable(),
    revisionFrequencyYears: integer().nullable(),
    paymentToleranceType: text<"none" | "amount" | "percent" | "days">().nullable(),
    paymentToleranceValue: integer<Decimal>().nullable(),
    reachesBack: boolean().default(false),
    ...timestampColumns(),
  },
  indexes: [
    { name: "lease_terms_lease_id_index", properties: ["mandataireId", "leaseId"] as Keyed },
    ...timestampIndexes("lease_terms"),
  ],
});

/** The term of one unit. `position` is the order of the request. */
export const leaseUnitTermRows = defineEntity({
  name: "LeaseUnitTerm",
  tableName: "lease_unit_terms",
  properties: {
    ...key<Id<"LeaseUnitTerm">>(),
    termId: id<Id<"LeaseTerm">>(),
    leaseUnitId: id<LeaseUnitId>(),
    position: integer(),
    annualAmountCents: integer<Cents>(),
    rentPeriod: text<"month" | "year">(),
    chargeProvisionCents: integer<Cents>().nullable(),
    chargeProvisionVatApplicable: boolean().nullable(),
    vatApplicable: boolean(),
    vatRate: decimal().nullable(),
  },
  indexes: [
    { name: "lease_unit_terms_term_id_index", properties: ["mandataireId", "termId"] },
    { name: "lease_unit_terms_lease_unit_id_index", properties: ["mandataireId", "leaseUnitId"] },
  ],
});

export const householdMemberRows = defineEntity({
  name: "HouseholdMember",
  tableName: "household_members",
  properties: {
    ...key<Id<"HouseholdMember">>(),
    firstName: text().nullable(),
    lastName: text().nullable(),
    birthDate: day().nullable(),
    relationship: text().nullable(),
  },
});

/** Exactly one of three columns refers to the person. */
export const leasePartyRows = defineEntity({
  name: "LeaseParty",
  tableName: "lease_parties",
  properties: {
    ...key<Id<"LeaseParty">>(),
    leaseId: id<LeaseId>(),
    partyType: text<"tenant" | "guarantor" | "occupant" | "payer">(),
    tenantId: id<TenantId>().nullable(),
    contactId: id<RentalContactId>().nullable(),
    householdMemberId: id<Id<"HouseholdMember">>().nullable(),
    /** The tenant whose profile the party names. */
    profileTenantId: id<TenantId>().nullable(),
    role: text<
      "primary" | "co_tenant" | "spouse" | "joint_guarantor" | "simple_guarantor" | "legal_representative"
    >().nullable(),
    shareNumerator: integer().nullable(),
    shareDenominator: integer().nullable(),
    validFrom: day().nullable(),
    validTo: day().nullable(),
    contributesToRent: boolean(),
    rentContributionCents: integer<Cents>().nullable(),
    declared: boolean(),
    ...timestampColumns(),
  },
  indexes: [
    { name: "lease_parties_lease_id_index", properties: ["mandataireId", "leaseId"] as Keyed },
    { name: "lease_parties_tenant_id_index", properties: ["mandataireId", "tenantId"] },
    { name: "lease_parties_contact_id_index", properties: ["mandataireId", "contactId"] },
    { name: "lease_parties_household_member_id_index", properties: ["mandataireId", "householdMemberId"] },
    { name: "lease_parties_profile_tenant_id_index", properties: ["mandataireId", "profileTenantId"] },
    ...timestampIndexes("lease_parties"),
  ],
});
