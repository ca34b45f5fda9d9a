import { type FieldError, requireSound } from "@cartulary/kernel";
import type { EstateFamily, EstateRecords, Occasion } from "../estate/family.ts";
import { fault, inputErrors, patchOf, unknownError } from "../estate/fields.ts";
import type { RentalContactId } from "../people/contact.ts";
import type { TenantId } from "../people/tenant.ts";
import type { EstateStores } from "../ports.ts";
import { blankHouseholdMember, type HouseholdMemberId, householdMemberRules } from "./household-member.ts";
import {
  blankParty,
  type LeaseParty,
  type LeasePartyField,
  type LeasePartyInput,
  type LeasePartyView,
  type OwnPartyInput,
  type Partyable,
  type PartyableType,
  partyableOf,
  partyErrors,
  partyRules,
} from "./party.ts";

/** Who is a party of which lease, and when: tenants, guarantors, occupants, payers. */
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

  async make(stores, input, id, occasion) {
    const { leaseId, partyType } = input;
    const isKnown = leaseId === undefined || (await stores.leases.lock(leaseId)) !== null;
    requireSound([
      leaseId === undefined ? fault("leaseId", "blank", "can't be blank") : null,
      isKnown ? null : unknownError("leaseId"),
      partyType === undefined ? fault("partyType", "blank", "can't be blank") : null,
      ...missingErrors(input),
      ...(await inputFaults(stores, input, null)),
    ]);
    const { mandataireId, now } = occasion;
    const identity = { mandataireId, id, leaseId, createdAt: now, updatedAt: now };
    const unitTerms = patchOf(partyRules, ownOf(input));
    const blank = { ...blankParty, ...NOBODY, ...unitTerms, ...identity } as LeaseParty;
    return written(stores, { party: blank, before: null, input }, occasion);
  },

  async change(stores, party, input, occasion) {
    const { leaseId = party.leaseId } = input;
    requireSound([
      leaseId === party.leaseId ? null : fault("leaseId", "invalid", "can't be another lease"),
      ...(await inputFaults(stores, input, party)),
    ]);
    const unitTerms = { ...party, ...patchOf(partyRules, ownOf(input)), updatedAt: occasion.now };
    return written(stores, { party: unitTerms, before: party, input }, occasion);
  },

  async writeBeside({ householdMembers }, { record: party, before, input }) {
    const left = before?.householdMemberId ?? null;
    if (left !== null && left !== party.householdMemberId) await householdMembers.removeUnused(left);
    return input.householdMember ? ["leases"] : [];
  },
};

const NOBODY: Partyable = { tenantId: null, contactId: null, householdMemberId: null };

/** Who it is has to be said, unless the member of the household is made with it. */
function missingErrors({
  householdMember,
  partyableType,
  partyableId,
}: LeasePartyInput): readonly (FieldError | null)[] {
  if (householdMember) return [];
  return [
    partyableType === undefined ? fault("partyableType", "blank", "can't be blank") : null,
    partyableId === undefined ? fault("partyableId", "blank", "can't be blank") : null,
  ];
}

/** What is wrong with an input beside what it leaves out. Whom it names is locked, so that he stays. */
async function inputFaults(
  stores: EstateStores,
  input: LeasePartyInput,
  party: LeaseParty | null,
): Promise<readonly (FieldError | null)[]> {
  const { partyableType, partyableId, tenantProfileId, householdMember } = input;
  const named = namedBy(input, party);
  const isMember = partyableType === undefined || partyableType === "HouseholdMember";
  return [
    ...inputErrors(partyRules, ownOf(input)),
    ...(householdMember ? inputErrors(householdMemberRules, householdMember, "householdMember.") : []),
    householdMember && !isMember ? fault("partyableType", "invalid", "must be HouseholdMember beside a member") : null,
    householdMember && partyableId ? fault("partyableId", "invalid", "is the member's that is made") : null,
    party && partyableType && !partyableId && !householdMember && partyableType !== partyableOf(party)[0]
      ? fault("partyableId", "blank", "can't be blank: it is somebody of another kind")
      : null,
    named && !householdMember && !(await isKnown(stores, named, party?.leaseId ?? input.leaseId))
      ? unknownError("partyableId")
      : null,
    tenantProfileId && !(await stores.tenants.lockProfile(tenantProfileId)) ? unknownError("tenantProfileId") : null,
  ];
}

/** Who is named by an input, or null where it stays who it was. */
function namedBy(
  { partyableType, partyableId }: LeasePartyInput,
  party: LeaseParty | null,
): readonly [PartyableType, string] | null {
  const type = partyableType ?? (party && partyableOf(party)[0]);
  return type && partyableId ? [type, partyableId] : null;
}

/** A member of a household is one of the lease itself. */
async function isKnown(
  { tenants, rentalContacts, leaseParties }: EstateStores,
  [type, id]: readonly [PartyableType, string],
  leaseId: LeaseParty["leaseId"] | undefined,
): Promise<boolean> {
  if (type === "TenantActor") return (await tenants.lock(id as TenantId)) !== null;
  if (type === "Contact") return (await rentalContacts.lock(id as RentalContactId)) !== null;
  const parties = leaseId === undefined ? [] : await leaseParties.of(leaseId);
  return parties.some(({ householdMemberId }) => householdMemberId === id);
}

/** What is said of the party by itself. */
function ownOf(input: LeasePartyInput): OwnPartyInput {
  const {
    leaseId: _,
    partyableType: __,
    partyableId: ___,
    tenantProfileId: ____,
    householdMember: _____,
    ...own
  } = input;
  return own;
}

/** A party with what is said of it by itself, and as it was before. */
interface Writing {
  readonly party: LeaseParty;
  readonly before: LeaseParty | null;
  readonly input: LeasePartyInput;
}

/** The party with whoever it is by an input that is right. Refuses it where it then contradicts itself. */
async function written(
  stores: EstateStores,
  { party, before, input }: Writing,
  occasion: Occasion,
): Promise<LeaseParty> {
  requireSound(partyErrors(party));
  const named = namedBy(input, before);
  const unitTerms = { ...party, ...(named && partyableAs(named)) };
  const member = input.householdMember && (await savedMember(stores, unitTerms, input.householdMember, occasion));
  const whole = member ? { ...unitTerms, ...NOBODY, householdMemberId: member } : unitTerms;
  const profileTenantId = await profileOf(stores, whole, before, input.tenantProfileId);
  if (profileTenantId !== null && whole.tenantId !== null && profileTenantId !== whole.tenantId)
    requireSound([fault("tenantProfileId", "invalid", "is another tenant's profile")]);
  return { ...whole, profileTenantId };
}

function partyableAs([type, id]: readonly [PartyableType, string]): Partyable {
  const column = { TenantActor: "tenantId", Contact: "contactId", HouseholdMember: "householdMemberId" } as const;
  return { ...NOBODY, [column[type]]: id };
}

/** Whose profile is meant: as it is said; of a tenant who comes to be the party, his own. */
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

/** The member of the household that the party is, changed; or a new one. */
async function savedMember(
  { householdMembers }: EstateStores,
  { mandataireId, householdMemberId: id }: LeaseParty,
  input: NonNullable<LeasePartyInput["householdMember"]>,
  { newId }: Occasion,
): Promise<HouseholdMemberId> {
  const patch = patchOf(householdMemberRules, input);
  const present = id === null ? null : await householdMembers.lock(id);
  const member = { ...blankHouseholdMember, ...(present ?? { mandataireId, id: newId() }), ...patch };
  await householdMembers[present ? "update" : "insert"](member);
  return member.id;
}
