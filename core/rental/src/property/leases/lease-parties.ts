import {
  type CreationOf,
  defaultsOf,
  type FieldError,
  inputErrors,
  newRecord,
  patchOf,
  throwIfInvalid,
} from "@cartulary/kernel";
import { fieldError, unknownError } from "../../agency/field-rules.ts";
import type { EstateFamily, EstateRecords, WriteContext } from "../estate/estate-use-cases.ts";
import type { RentalContactId } from "../people/contact.ts";
import type { TenantId } from "../people/tenant.ts";
import type { EstateStores } from "../ports.ts";
import { type HouseholdMemberId, householdMemberRecord } from "./household-member.ts";
import {
  type LeaseParty,
  type LeasePartyField,
  type LeasePartyInput,
  type LeasePartyView,
  leasePartyRecord,
  type Partyable,
  type PartyableType,
  partyableOf,
  partyErrors,
} from "./party.ts";

/** Parties of leases: tenants, guarantors, occupants, payers. */
export type LeaseParties = EstateRecords<
  LeaseParty,
  LeasePartyField,
  LeasePartyView,
  LeasePartyView,
  LeasePartyInput,
  LeasePartyInput
>;

type Family = EstateFamily<
  EstateStores,
  LeaseParty,
  LeasePartyField,
  LeasePartyView,
  LeasePartyView,
  LeasePartyInput,
  LeasePartyInput
>;

export const leaseParties: Family = {
  collection: "lease_parties",
  storeOf: ({ leaseParties }) => leaseParties,

  async make(stores, input, id, context) {
    const { leaseId, partyType } = input;
    const leaseExists = leaseId === undefined || (await stores.leases.lock(leaseId)) !== null;
    throwIfInvalid([
      leaseId === undefined ? fieldError("leaseId", "blank", "can't be blank") : null,
      leaseExists ? null : unknownError("leaseId"),
      partyType === undefined ? fieldError("partyType", "blank", "can't be blank") : null,
      ...missingErrors(input),
      ...(await ownInputErrors(stores, input, null)),
    ]);
    const { mandataireId, now } = context;
    const identity = { mandataireId, id, leaseId, createdAt: now, updatedAt: now };
    const { contributesToRent = partyType === "tenant" } = input;
    const completed = { ...input, contributesToRent } as CreationOf<typeof leasePartyRecord>;
    const fields = newRecord(leasePartyRecord, completed);
    const blank = { ...fields, ...identity } as LeaseParty;
    return completeParty(stores, { party: blank, before: null, input }, context);
  },

  async change(stores, before, input, context) {
    const { leaseId = before.leaseId } = input;
    throwIfInvalid([
      leaseId === before.leaseId ? null : fieldError("leaseId", "invalid", "can't be another lease"),
      ...(await ownInputErrors(stores, input, before)),
    ]);
    const party = { ...before, ...patchOf(leasePartyRecord, input), updatedAt: context.now };
    return completeParty(stores, { party, before, input }, context);
  },

  async writeRelated({ householdMembers }, { record: party, before, input }) {
    const previousMember = before?.householdMemberId ?? null;
    if (previousMember !== null && previousMember !== party.householdMemberId)
      await householdMembers.removeUnused(previousMember);
    return input.householdMember ? ["leases"] : [];
  },
};

const NO_PARTYABLE: Partyable = { tenantId: null, contactId: null, householdMemberId: null };

/** Requires type and id of the party, unless a household member is created with it. */
function missingErrors({
  householdMember,
  partyableType,
  partyableId,
}: LeasePartyInput): readonly (FieldError | null)[] {
  if (householdMember) return [];
  return [
    partyableType === undefined ? fieldError("partyableType", "blank", "can't be blank") : null,
    partyableId === undefined ? fieldError("partyableId", "blank", "can't be blank") : null,
  ];
}

/**
 * Returns the errors of an input apart from required fields. Locks the records that it references, so that they are not
 * removed meanwhile.
 */
async function ownInputErrors(
  stores: EstateStores,
  input: LeasePartyInput,
  party: LeaseParty | null,
): Promise<readonly (FieldError | null)[]> {
  const { partyableType, partyableId, tenantProfileId, householdMember } = input;
  const reference = partyableIn(input, party);
  const isMember = partyableType === undefined || partyableType === "HouseholdMember";
  return [
    ...inputErrors(leasePartyRecord, input),
    ...(householdMember ? inputErrors(householdMemberRecord, householdMember, "householdMember.") : []),
    householdMember && !isMember
      ? fieldError("partyableType", "invalid", "must be HouseholdMember if household_member is present")
      : null,
    householdMember && partyableId ? fieldError("partyableId", "invalid", "excludes household_member") : null,
    party && partyableType && !partyableId && !householdMember && partyableType !== partyableOf(party)[0]
      ? fieldError("partyableId", "blank", "can't be blank if partyable_type changes")
      : null,
    reference && !householdMember && !(await exists(stores, reference, party?.leaseId ?? input.leaseId))
      ? unknownError("partyableId")
      : null,
    tenantProfileId && !(await stores.tenants.lockProfile(tenantProfileId)) ? unknownError("tenantProfileId") : null,
  ];
}

/** Returns type and id of the referenced record, or null if the input leaves it unchanged. */
function partyableIn(
  { partyableType, partyableId }: LeasePartyInput,
  party: LeaseParty | null,
): readonly [PartyableType, string] | null {
  const type = partyableType ?? (party && partyableOf(party)[0]);
  return type && partyableId ? [type, partyableId] : null;
}

/** True if the record exists. A household member must belong to the same lease. */
async function exists(
  { tenants, rentalContacts, leaseParties }: EstateStores,
  [type, id]: readonly [PartyableType, string],
  leaseId: LeaseParty["leaseId"] | undefined,
): Promise<boolean> {
  if (type === "TenantActor") return (await tenants.lock(id as TenantId)) !== null;
  if (type === "Contact") return (await rentalContacts.lock(id as RentalContactId)) !== null;
  const parties = leaseId === undefined ? [] : await leaseParties.of(leaseId);
  return parties.some(({ householdMemberId }) => householdMemberId === id);
}

/** A party with its input applied, its previous state and the input. */
interface PartyWrite {
  readonly party: LeaseParty;
  readonly before: LeaseParty | null;
  readonly input: LeasePartyInput;
}

/**
 * Completes a party: sets the record it references, its household member and its tenant profile. Throws if the result
 * is inconsistent.
 */
async function completeParty(
  stores: EstateStores,
  { party, before, input }: PartyWrite,
  context: WriteContext,
): Promise<LeaseParty> {
  throwIfInvalid(partyErrors(party));
  const reference = partyableIn(input, before);
  const referencing = { ...party, ...(reference && partyableAs(reference)) };
  const member = input.householdMember && (await saveMember(stores, referencing, input.householdMember, context));
  const completed = member ? { ...referencing, ...NO_PARTYABLE, householdMemberId: member } : referencing;
  const profileTenantId = await profileOf(stores, completed, before, input.tenantProfileId);
  if (profileTenantId !== null && completed.tenantId !== null && profileTenantId !== completed.tenantId)
    throwIfInvalid([fieldError("tenantProfileId", "invalid", "is another tenant's profile")]);
  return { ...completed, profileTenantId };
}

function partyableAs([type, id]: readonly [PartyableType, string]): Partyable {
  const column = { TenantActor: "tenantId", Contact: "contactId", HouseholdMember: "householdMemberId" } as const;
  return { ...NO_PARTYABLE, [column[type]]: id };
}

/**
 * Returns the tenant whose profile the party uses: the one in the input; for a new or different tenant, that tenant.
 */
async function profileOf(
  { tenants }: EstateStores,
  { tenantId }: LeaseParty,
  before: LeaseParty | null,
  sent: LeasePartyInput["tenantProfileId"],
): Promise<TenantId | null> {
  if (sent !== undefined) return sent === null ? null : ((await tenants.lockProfile(sent))?.id ?? null);
  if (before && tenantId === before.tenantId) return before.profileTenantId;
  return tenantId;
}

/** Updates the party's household member, or creates one; returns its id. */
async function saveMember(
  { householdMembers }: EstateStores,
  { mandataireId, householdMemberId: id }: LeaseParty,
  input: NonNullable<LeasePartyInput["householdMember"]>,
  { newId }: WriteContext,
): Promise<HouseholdMemberId> {
  const patch = patchOf(householdMemberRecord, input);
  const present = id === null ? null : await householdMembers.lock(id);
  const member = { ...defaultsOf(householdMemberRecord), ...(present ?? { mandataireId, id: newId() }), ...patch };
  await householdMembers[present ? "update" : "insert"](member);
  return member.id;
}
