import { defaultsOf } from "@cartulary/kernel";
import type { WriteContext } from "../estate/estate-use-cases.ts";
import type { TenantId } from "../people/tenant.ts";
import type { EstateStores } from "../ports.ts";
import type { LeaseId } from "./lease.ts";
import { type LeaseParty, leasePartyRecord } from "./party.ts";

export interface SetTenantInput {
  readonly leaseId: LeaseId;
  /** Locked by the caller, so that the tenant is not removed meanwhile. */
  readonly tenantId: TenantId;
}

/** Sets the tenant of a locked lease: updates its party with the role `primary`, or creates one. */
export async function setTenant(
  { leaseParties }: EstateStores,
  { leaseId, tenantId }: SetTenantInput,
  { mandataireId, now, newId }: WriteContext,
): Promise<void> {
  const parties = await leaseParties.of(leaseId);
  const existing = parties.find(({ partyType, role }) => partyType === "tenant" && role === "primary");
  if (existing?.tenantId === tenantId) return;
  const person = { tenantId, contactId: null, householdMemberId: null, profileTenantId: tenantId, updatedAt: now };
  if (existing) return leaseParties.update({ ...existing, ...person });
  const identity = { mandataireId, id: newId() as LeaseParty["id"], leaseId, createdAt: now };
  await leaseParties.insert({
    ...defaultsOf(leasePartyRecord),
    ...identity,
    ...person,
    partyType: "tenant",
    role: "primary",
    contributesToRent: true,
  });
}
