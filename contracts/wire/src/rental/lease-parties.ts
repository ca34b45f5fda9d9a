import { leasePartyListing, PARTY_ROLES, PARTY_TYPES, PARTYABLE_TYPES } from "@cartulary/rental";
import { z } from "zod";
import { day, instant, integer, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, needed, record } from "../record.ts";
import { familyOperations } from "../record-operations.ts";
import { input } from "./estate-fields.ts";

/** That somebody is a party of a lease. */
export const LeasePartyRecord = camelRecord("LeaseParty", {
  id: uuid<"LeaseParty">(),
  leaseId: uuid<"Lease">(),
  partyType: z.enum(PARTY_TYPES),
  partyableType: z.enum(PARTYABLE_TYPES).nullable(),
  partyableId: uuid<string>().nullable(),
  tenantProfileId: uuid<"TenantProfile">().nullable(),
  role: z.enum(PARTY_ROLES).nullable(),
  shareNumerator: integer().nullable(),
  shareDenominator: integer().nullable(),
  validFrom: day().nullable(),
  validTo: day().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
});

const HouseholdMemberInput = record("HouseholdMemberInput", {
  firstName: input.emptyText(),
  lastName: input.emptyText(),
  birthDate: input.emptyDay(),
  relationship: input.emptyText(),
});

const said = {
  tenantProfileId: input.emptyId<"TenantProfile">(),
  role: input.emptyChoice(PARTY_ROLES),
  contributesToRent: input.flag(),
  rentContributionCents: input.emptyCents(),
  declared: input.flag(),
  householdMember: HouseholdMemberInput.nullable().exactOptional(),
  shareNumerator: input.integer(),
  shareDenominator: input.integer(),
  validFrom: input.emptyDay(),
  validTo: input.emptyDay(),
};

/** What is said of a party that is being made. */
export const LeasePartyCreation = record("LeasePartyCreate", {
  leaseId: needed(input.id<"Lease">()),
  partyType: needed(input.choice(PARTY_TYPES)),
  // Either who it is, or the member of the household that is made.
  partyableType: input.choice(PARTYABLE_TYPES),
  partyableId: input.id<string>(),
  ...said,
});

/** What may be said of a party. */
export const LeasePartyChange = record("LeasePartyInput", {
  leaseId: input.id<"Lease">(),
  partyType: input.choice(PARTY_TYPES),
  partyableType: input.choice(PARTYABLE_TYPES),
  partyableId: input.id<string>(),
  ...said,
});

const parties = familyOperations({
  path: `${RENTAL_BASE}/lease_parties`,
  tag: "lease_parties",
  id: uuid<"LeaseParty">(),
  list: leasePartyListing,
  listed: LeasePartyRecord,
  output: LeasePartyRecord,
  creation: LeasePartyCreation,
  change: LeasePartyChange,
  every: { mandataire: true },
  writing: {},
  bodied: { wrapper: "lease_party" },
});

/** What can be done with the parties of leases. */
export const leasePartyOperations = operations({
  listLeaseParties: parties.list("The parties of leases: tenants, guarantors, occupants, payers"),
  createLeaseParty: parties.create(
    "Make somebody a party of a lease, with the member of his household where he is one",
  ),
  getLeaseParty: parties.get("One party"),
  updateLeaseParty: parties.update("Change what is given of a party"),
  deleteLeaseParty: parties.remove("Delete a party"),
});
