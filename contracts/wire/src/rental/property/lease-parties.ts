import {
  householdMemberRecord,
  leasePartyListing,
  leasePartyRecord,
  PARTYABLE_TYPES,
} from "@cartulary/rental/property";
import { z } from "zod";
import { uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record, requiredByOperation } from "../../record.ts";
import { familyOperations } from "../../record-operations.ts";
import { answerShape, lenientCreationShape, patchShape } from "../../record-shapes.ts";
import { input } from "../agency/input-fields.ts";

const {
  mandataireId: _,
  tenantId: __,
  contactId: ___,
  householdMemberId: ____,
  ...answered
} = answerShape(leasePartyRecord);
const { profileTenantId: _1, contributesToRent: _2, rentContributionCents: _3, declared: _4, ...listed } = answered;
const { id, leaseId, partyType, ...others } = listed;

/** A party of a lease. */
export const LeasePartyRecord = camelRecord("LeaseParty", {
  ...{ id, leaseId, partyType },
  partyableType: z.enum(PARTYABLE_TYPES).nullable(),
  partyableId: uuid<string>().nullable(),
  tenantProfileId: uuid<"TenantProfile">().nullable(),
  ...others,
});

/** Further fields of a party in bodies: its lease and its person. */
const parts = {
  // Either a person who exists, or the household member that the request makes.
  partyableType: input.choice(PARTYABLE_TYPES),
  partyableId: input.id<string>(),
  tenantProfileId: input.emptyId<"TenantProfile">(),
  householdMember: record("HouseholdMemberInput", patchShape(householdMemberRecord)).nullable().exactOptional(),
};

/** The body that creates a party. */
export const LeasePartyCreation = record("LeasePartyCreate", {
  leaseId: requiredByOperation(input.id<"Lease">()),
  ...lenientCreationShape(leasePartyRecord),
  ...parts,
});

/** The body that changes a party. */
export const LeasePartyChange = record("LeasePartyInput", {
  leaseId: input.id<"Lease">(),
  ...patchShape(leasePartyRecord),
  ...parts,
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

export const leasePartyOperations = operations({
  listLeaseParties: parties.list("List lease parties: tenants, guarantors, occupants, payers"),
  createLeaseParty: parties.create("Add a party to a lease, optionally with a new household member"),
  getLeaseParty: parties.get("Get a lease party"),
  updateLeaseParty: parties.update("Update a lease party"),
  deleteLeaseParty: parties.remove("Delete a lease party"),
});
