import type { Collection } from "./collections.ts";

/** What one collection shows of another one's records. */
export interface Showing {
  /** The fields of the source by which that changes; that a record comes or goes always changes it. */
  readonly by: readonly string[];
  /** The fields of the list record, or of the detail of a lease or a unit, that show it. */
  readonly in: readonly string[];
}

/** Which collections show records of which others. */
export interface TouchTargets {
  readonly properties: "units" | "mandates" | "leases";
  readonly units: "properties" | "leases";
  readonly owners: "units" | "mandates";
  readonly ownerships: "units";
  readonly tenants: "leases";
  readonly contacts: "leases";
  readonly service_providers: "leases";
  readonly leases: "units" | "properties";
  readonly lease_terms: "leases" | "units";
  readonly lease_parties: "leases";
}

/** A collection whose records others show. */
export type TouchSource = keyof TouchTargets;

/**
 * Who has to move when something changes (estate.md 4.1): by source and by what shows it. A record's `updatedAt` moves
 * whenever a field of its list record does, whatever caused it; of leases and units also when a child of the detail does.
 * Whoever adds a field that is somebody else's says so here, and nowhere else.
 */
export const touches: { readonly [Source in TouchSource]: Readonly<Record<TouchTargets[Source], Showing>> } = {
  properties: {
    units: { by: ["name", "address", "postalCode", "city"], in: ["address", "propertyName"] },
    mandates: { by: ["name", "businessCode"], in: ["propertyName", "propertyBusinessCode", "properties"] },
    leases: { by: ["name"], in: ["propertyName", "units"] },
  },
  units: {
    properties: {
      by: ["areaSqm"],
      in: ["unitsCount", "totalSurface", "occupiedCount", "vacantCount", "occupancyRate"],
    },
    leases: { by: ["identifier", "areaSqm"], in: ["unitIdentifier", "propertyId", "units"] },
  },
  owners: {
    units: { by: ["displayName"], in: ["owners", "ownerships", "ownershipHistory"] },
    mandates: { by: ["displayName"], in: ["ownerName"] },
  },
  ownerships: {
    units: {
      by: ["ownerId", "unitId", "shareNumerator", "shareDenominator", "validFrom", "validTo", "acquisitionType"],
      in: ["owners", "ownerships", "ownershipHistory", "sharesComplete", "totalSharePercent"],
    },
  },
  tenants: {
    leases: { by: ["displayName", "email"], in: ["tenantName", "tenantId", "parties"] },
  },
  contacts: {
    leases: { by: ["displayName", "email"], in: ["parties"] },
  },
  service_providers: {
    leases: { by: ["displayName", "email"], in: ["parties"] },
  },
  leases: {
    units: { by: ["reference", "status", "startDate", "endDate"], in: ["activeLease", "leases"] },
    properties: {
      by: ["status", "startDate", "endDate"],
      in: ["activeLeaseCount", "occupiedCount", "vacantCount", "occupancyRate"],
    },
  },
  lease_terms: {
    leases: {
      by: ["effectiveFrom", "effectiveToGiven", "revisionMonth", "revisionFrequencyYears"],
      in: ["monthlyRent", "units", "terms", "revisionIndicator"],
    },
    units: { by: ["effectiveFrom"], in: ["leases"] },
  },
  lease_parties: {
    leases: {
      by: [
        ...["partyType", "tenantId", "contactId", "householdMemberId", "profileTenantId", "role"],
        ...["shareNumerator", "shareDenominator", "validFrom", "validTo"],
        ...["contributesToRent", "rentContributionCents", "declared"],
      ],
      in: ["tenantName", "tenantId", "parties"],
    },
  },
};

/** The collections that show those fields of a source; all that show it where a record comes or goes. */
export function touchedBy(source: Collection, changed: readonly string[] | "all"): readonly Collection[] {
  const targets = (touches as Readonly<Record<string, Readonly<Record<string, Showing>>>>)[source] ?? {};
  return Object.entries(targets)
    .filter(([, { by }]) => changed === "all" || by.some((field) => changed.includes(field)))
    .map(([target]) => target as Collection);
}
