import {
  choice,
  type Day,
  day,
  type FieldError,
  filtersOf,
  flag,
  type Id,
  id,
  integer,
  type Listing,
  type PatchOf,
  type RecordOf,
  record,
  withoutNulls,
} from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { amountInCents, fieldError, ofMandataire, orderError, timestamps } from "../../agency/field-rules.ts";
import { covers } from "../../agency/time/interval.ts";
import type { RentalContactId } from "../people/contact.ts";
import type { TenantId } from "../people/tenant.ts";
import type { HouseholdMemberId, HouseholdMemberInput } from "./household-member.ts";

export type LeasePartyId = Id<"LeaseParty">;

export const PARTY_TYPES = ["tenant", "guarantor", "occupant", "payer"] as const;

export const PARTYABLE_TYPES = ["TenantActor", "Contact", "HouseholdMember"] as const;
export type PartyableType = (typeof PARTYABLE_TYPES)[number];

export const PARTY_ROLES = [
  "primary",
  "co_tenant",
  "spouse",
  "joint_guarantor",
  "simple_guarantor",
  "legal_representative",
] as const;

/** Reference of a party: exactly one of the ids is not null. */
export interface Partyable {
  readonly tenantId: TenantId | null;
  readonly contactId: RentalContactId | null;
  readonly householdMemberId: HouseholdMemberId | null;
}

/** Shares are 0 < n ≤ d ≤ 10^9 (estate.md 5.1). */
const SHARE_MAX = 1_000_000_000;

/** The declaration of a party of a lease. */
export const leasePartyRecord = record("lease party", {
  ...ofMandataire,
  id: id("LeaseParty", { set: "program", filter: true, description: "Identifier of the party" }),
  leaseId: id("Lease", { set: "program", filter: true, description: "Lease that the party belongs to for good" }),
  partyType: choice(PARTY_TYPES, {
    filter: true,
    description: "Whether the party rents, guarantees, lives there or pays",
  }),
  tenantId: id("TenantActor", { set: "program", nullable: true, description: "Tenant who is the party" }),
  contactId: id("RentalContact", { set: "program", nullable: true, description: "Contact who is the party" }),
  householdMemberId: id("HouseholdMember", {
    set: "program",
    nullable: true,
    description: "Household member who is the party",
  }),
  /** The tenant of `tenant_profile_id`. */
  profileTenantId: id("TenantActor", { set: "program", nullable: true, description: "Tenant whose profile applies" }),
  role: choice(PARTY_ROLES, { nullable: true, filter: true, description: "Position among tenants or guarantors" }),
  contributesToRent: flag({
    default: false,
    description: "Whether the party pays a part of each rent call; true by default for party_type tenant, else false",
  }),
  rentContributionCents: amountInCents({
    nullable: true,
    description: "Fixed part of a full month that the party pays, in cents; null: a part by its share",
  }),
  declared: flag({ default: false, description: "Whether the party was declared to the owner" }),
  shareNumerator: integer({
    min: 1,
    max: SHARE_MAX,
    default: null,
    filter: true,
    description: "Numerator of the party's share, 1 in 1/3",
  }),
  shareDenominator: integer({
    min: 1,
    max: SHARE_MAX,
    default: null,
    filter: true,
    description: "Denominator of the party's share, 3 in 1/3",
  }),
  validFrom: day({ nullable: true, filter: true, description: "First day as a party; null is the lease's first day" }),
  validTo: day({ nullable: true, filter: true, description: "Last day as a party; null is the lease's last day" }),
  ...timestamps,
});

/** A person who is a party of a lease, from a day to a day, both included. */
export type LeaseParty = RecordOf<typeof leasePartyRecord>;

/** A party in responses. */
export interface LeasePartyView
  extends Omit<LeaseParty, keyof Partyable | "mandataireId" | "profileTenantId" | (typeof UNLISTED)[number]> {
  readonly partyableType: PartyableType;
  readonly partyableId: TenantId | RentalContactId | HouseholdMemberId;
  readonly tenantProfileId: Id<"TenantProfile"> | null;
}

/** Fields of a party that only the lease's detail shows. */
const UNLISTED = ["contributesToRent", "rentContributionCents", "declared"] as const;

const { id: partyId, leaseId, partyType, ...otherFilters } = filtersOf(leasePartyRecord);
const fields = {
  id: partyId,
  leaseId,
  partyType,
  partyableType: "keyword",
  partyableId: "uuid",
  tenantProfileId: "uuid",
  ...otherFilters,
  /** No party has one: it sorts as null (rental.md 4). */
  bankAccountId: "uuid",
} as const;

export type LeasePartyField = keyof typeof fields;

/** Filters and sorts of lists of parties. Text search is not supported. */
export const leasePartyListing: Listing<LeasePartyField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as LeasePartyField[],
  sort: "createdAt",
};

/** A party in inputs. A field that it leaves out keeps its value. */
export interface LeasePartyInput extends PatchOf<typeof leasePartyRecord> {
  /** A party cannot be moved to another lease. */
  readonly leaseId?: Id<"Lease">;
  readonly partyableType?: PartyableType;
  readonly partyableId?: Id<string>;
  /** Default: the profile of the tenant. */
  readonly tenantProfileId?: Id<"TenantProfile"> | null;
  /** Creates a household member, or updates that of the party (estate.md 3.3). */
  readonly householdMember?: HouseholdMemberInput | null;
}

/** Returns the errors of a party as a whole. */
export function partyErrors({
  shareNumerator: numerator,
  shareDenominator: denominator,
  validFrom,
  validTo,
}: Pick<LeaseParty, "shareNumerator" | "shareDenominator" | "validFrom" | "validTo">): readonly FieldError[] {
  const missing = fieldError(
    numerator === null ? "shareNumerator" : "shareDenominator",
    "blank",
    "can't be blank if the other is present",
  );
  const tooMuch = fieldError("shareNumerator", "less_than_or_equal_to", "must be at most the denominator");
  return withoutNulls(
    (numerator === null) !== (denominator === null) ? missing : null,
    numerator !== null && denominator !== null && numerator > denominator ? tooMuch : null,
    orderError("validTo", validFrom, validTo),
  );
}

/** Returns the parties of the day, in the same order. */
function partiesOn<Party extends Pick<LeaseParty, "validFrom" | "validTo">>(
  parties: readonly Party[],
  day: Day,
): readonly Party[] {
  return parties.filter(({ validFrom: from, validTo: to }) => covers({ from, to }, day));
}

/**
 * Returns the tenant who represents a lease on a day: the one with the role `primary`, else the first by first day and
 * id (estate.md 3.5). Only parties of type `tenant` that reference a tenant count.
 */
export function tenantOn<
  Party extends Pick<LeasePartyView, "id" | "partyType" | "partyableType" | "role" | "validFrom" | "validTo">,
>(parties: readonly Party[], day: Day): Party | null {
  const rank = ({ role, validFrom, id }: Party) => `${role === "primary" ? 0 : 1} ${validFrom ?? ""} ${id}`;
  const tenants = partiesOn(parties, day).filter(
    ({ partyType, partyableType }) => partyType === "tenant" && partyableType === "TenantActor",
  );
  return tenants.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))[0] ?? null;
}

/** Returns the party as lists show it. */
export function partyView(party: LeaseParty, tenantProfileId: Id<"TenantProfile"> | null): LeasePartyView {
  const { mandataireId: _, tenantId, contactId, householdMemberId, profileTenantId: __, ...fields } = party;
  const [partyableType, partyableId] = partyableOf({ tenantId, contactId, householdMemberId });
  return { ...fields, partyableType, partyableId, tenantProfileId };
}

/** Returns type and id of the record that the party references. */
export function partyableOf({
  tenantId,
  contactId,
  householdMemberId,
}: Partyable): readonly [PartyableType, TenantId | RentalContactId | HouseholdMemberId] {
  if (tenantId !== null) return ["TenantActor", tenantId];
  if (contactId !== null) return ["Contact", contactId];
  if (householdMemberId !== null) return ["HouseholdMember", householdMemberId];
  throw new TypeError("Lease party without person");
}
