import { type Day, type FieldError, type Id, type Instant, type Listing, presentErrors } from "@cartulary/kernel";
import { type Cents, ledgerLists } from "@cartulary/ledger";
import {
  aDay,
  anAmount,
  anything,
  type FieldRules,
  fault,
  nullable,
  orderError,
  wholeNumber,
} from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";
import type { RentalContactId } from "../people/contact.ts";
import type { TenantId } from "../people/tenant.ts";
import { covers } from "../time/interval.ts";
import type { HouseholdMemberId, HouseholdMemberInput } from "./household-member.ts";

export type LeasePartyId = Id<"LeaseParty">;

export const PARTY_TYPES = ["tenant", "guarantor", "occupant", "payer"] as const;
/** One of {@link PARTY_TYPES}. */
type PartyType = (typeof PARTY_TYPES)[number];

export const PARTYABLE_TYPES = ["TenantActor", "Contact", "HouseholdMember"] as const;
/** One of {@link PARTYABLE_TYPES}. */
export type PartyableType = (typeof PARTYABLE_TYPES)[number];

export const PARTY_ROLES = [
  "primary",
  "co_tenant",
  "spouse",
  "joint_guarantor",
  "simple_guarantor",
  "legal_representative",
] as const;
/** One of {@link PARTY_ROLES}. */
type PartyRole = (typeof PARTY_ROLES)[number];

/** Who somebody of a lease is: exactly one of these is not null. */
export interface Partyable {
  readonly tenantId: TenantId | null;
  readonly contactId: RentalContactId | null;
  readonly householdMemberId: HouseholdMemberId | null;
}

/** That somebody is a party of a lease, from a day to a day, both included. */
export interface LeaseParty extends Partyable {
  readonly mandataireId: MandataireId;
  readonly id: LeasePartyId;
  readonly leaseId: Id<"Lease">;
  readonly partyType: PartyType;
  /** Whose profile `tenant_profile_id` is. */
  readonly profileTenantId: TenantId | null;
  readonly role: PartyRole | null;
  readonly shareNumerator: number | null;
  readonly shareDenominator: number | null;
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
  readonly contributesToRent: boolean;
  readonly rentContributionCents: Cents | null;
  readonly declared: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A party as lists answer it. */
export interface LeasePartyView
  extends Omit<LeaseParty, keyof Partyable | "mandataireId" | "profileTenantId" | (typeof UNLISTED)[number]> {
  readonly partyableType: PartyableType;
  readonly partyableId: TenantId | RentalContactId | HouseholdMemberId;
  readonly tenantProfileId: Id<"TenantProfile"> | null;
}

/** What only the lease's detail says of a party. */
const UNLISTED = ["contributesToRent", "rentContributionCents", "declared"] as const;

const fields = {
  id: "uuid",
  leaseId: "uuid",
  partyType: "keyword",
  partyableType: "keyword",
  partyableId: "uuid",
  tenantProfileId: "uuid",
  role: "keyword",
  shareNumerator: "integer",
  shareDenominator: "integer",
  validFrom: "date",
  validTo: "date",
  createdAt: "instant",
  updatedAt: "instant",
  /** Nobody has one here: it sorts as null (rental.md 4). */
  bankAccountId: "uuid",
} as const;

/** A field that {@link leasePartyListing} knows. */
export type LeasePartyField = keyof typeof fields;

/** What lists of parties may be filtered and sorted by. There is no text to search. */
export const leasePartyListing: Listing<LeasePartyField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as LeasePartyField[],
  sort: "createdAt",
};

/** What may be said of a party. An absent field keeps its value. */
export interface LeasePartyInput {
  /** A party stays with its lease. */
  readonly leaseId?: Id<"Lease">;
  readonly partyType?: PartyType;
  readonly partyableType?: PartyableType;
  readonly partyableId?: Id<string>;
  /** A tenant's own profile when absent. */
  readonly tenantProfileId?: Id<"TenantProfile"> | null;
  readonly role?: PartyRole | null;
  readonly contributesToRent?: boolean;
  readonly rentContributionCents?: Cents | null;
  readonly declared?: boolean;
  /** Makes the member, or changes it where the party is one (estate.md 3.3). */
  readonly householdMember?: HouseholdMemberInput | null;
  readonly shareNumerator?: number;
  readonly shareDenominator?: number;
  readonly validFrom?: Day | null;
  readonly validTo?: Day | null;
}

/** What is said of a party by itself: not whose lease it is of, nor who it is. */
export type OwnPartyInput = Omit<
  LeasePartyInput,
  "leaseId" | "partyableType" | "partyableId" | "tenantProfileId" | "householdMember"
>;

/** Shares are 0 < n ≤ d ≤ 10^9 (estate.md 5.1). */
const SHARE_MAX = 1_000_000_000;

/** What each field of a party by itself has to be. */
export const partyRules: FieldRules<OwnPartyInput> = {
  partyType: anything(),
  role: anything(),
  contributesToRent: anything(),
  rentContributionCents: nullable(anAmount()),
  declared: anything(),
  shareNumerator: wholeNumber(1, SHARE_MAX),
  shareDenominator: wholeNumber(1, SHARE_MAX),
  validFrom: nullable(aDay),
  validTo: nullable(aDay),
};

/** What a new party is until something is said of it. */
export const blankParty: Omit<
  LeaseParty,
  "mandataireId" | "id" | "leaseId" | "partyType" | keyof Partyable | "createdAt" | "updatedAt"
> = {
  profileTenantId: null,
  role: null,
  shareNumerator: null,
  shareDenominator: null,
  validFrom: null,
  validTo: null,
  contributesToRent: false,
  rentContributionCents: null,
  declared: false,
};

/** What is wrong with a party whose fields are right each by itself. */
export function partyErrors({
  shareNumerator: above,
  shareDenominator: below,
  validFrom,
  validTo,
}: Pick<LeaseParty, "shareNumerator" | "shareDenominator" | "validFrom" | "validTo">): readonly FieldError[] {
  const missing = fault(
    above === null ? "shareNumerator" : "shareDenominator",
    "blank",
    "can't be blank beside the other",
  );
  const tooMuch = fault("shareNumerator", "less_than_or_equal_to", "must be at most the denominator");
  return presentErrors(
    (above === null) !== (below === null) ? missing : null,
    above !== null && below !== null && above > below ? tooMuch : null,
    orderError("validTo", validFrom, validTo),
  );
}

/** The parties of a lease on a day, in the order given. */
function partiesOn<Party extends Pick<LeaseParty, "validFrom" | "validTo">>(
  parties: readonly Party[],
  day: Day,
): readonly Party[] {
  return parties.filter(({ validFrom: from, validTo: to }) => covers({ from, to }, day));
}

/**
 * The tenant by whom a lease is told on a day: the one with the role `primary`, else the one who came first, by his first
 * day and id (estate.md 3.5). Parties that are no tenants by type and by kind do not count.
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

/** The party as lists answer it. */
export function partyView(party: LeaseParty, tenantProfileId: Id<"TenantProfile"> | null): LeasePartyView {
  const { mandataireId: _, tenantId, contactId, householdMemberId, profileTenantId: __, ...own } = party;
  const [partyableType, partyableId] = partyableOf({ tenantId, contactId, householdMemberId });
  return { ...own, partyableType, partyableId, tenantProfileId };
}

/** Who a party is, by kind and id. */
export function partyableOf({
  tenantId,
  contactId,
  householdMemberId,
}: Partyable): readonly [PartyableType, TenantId | RentalContactId | HouseholdMemberId] {
  if (tenantId !== null) return ["TenantActor", tenantId];
  if (contactId !== null) return ["Contact", contactId];
  if (householdMemberId !== null) return ["HouseholdMember", householdMemberId];
  throw new TypeError("A party is somebody");
}
