import type { Occasion } from "../estate/family.ts";
import type { TenantId } from "../people/tenant.ts";
import type { EstateStores } from "../ports.ts";
import type { LeaseId } from "./lease.ts";
import { blankParty, type LeaseParty } from "./party.ts";

/** Who is to be the tenant of which lease. */
export interface TenantNaming {
  readonly leaseId: LeaseId;
  /** Locked, so that he stays. */
  readonly tenantId: TenantId;
}

/** Makes somebody the tenant of a locked lease: its party of the role `primary` becomes him, or there is a new one. */
export async function nameTenant(
  { leaseParties }: EstateStores,
  { leaseId, tenantId }: TenantNaming,
  { mandataireId, now, newId }: Occasion,
): Promise<void> {
  const parties = await leaseParties.of(leaseId);
  const present = parties.find(({ partyType, role }) => partyType === "tenant" && role === "primary");
  if (present?.tenantId === tenantId) return;
  const who = { tenantId, contactId: null, householdMemberId: null, profileTenantId: tenantId, updatedAt: now };
  if (present) return leaseParties.update({ ...present, ...who });
  const identity = { mandataireId, id: newId() as LeaseParty["id"], leaseId, createdAt: now };
  await leaseParties.insert({ ...blankParty, ...identity, ...who, partyType: "tenant", role: "primary" });
}
