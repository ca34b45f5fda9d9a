import type { EstateCollection, ShowingCollection } from "./collections.ts";

/** Fields through which one collection shows records of another. */
export interface DisplayRule {
  /** Fields of the source whose change is visible; insertion and removal always are. */
  readonly by: readonly string[];
  /** Fields of the list record, or of the detail of a lease or unit, that show them. */
  readonly in: readonly string[];
}

/** Collections that show records of each source. */
export interface PropagationTargets {
  readonly properties: "units" | "mandates" | "leases";
  readonly units: "properties" | "leases";
  readonly owners: "units" | "mandates";
  readonly ownerships: "units";
  readonly tenants: "leases";
  readonly contacts: "leases";
  readonly service_providers: "leases";
  readonly leases: "units" | "properties" | "rent_calls" | "security_deposits";
  readonly lease_terms: "leases" | "units" | "rent_calls" | "security_deposits";
  readonly lease_parties: "leases";
}

/** A collection whose records are shown in others. */
export type PropagationSource = keyof PropagationTargets;

/**
 * Propagation of `updatedAt` (estate.md 4.1), by source and showing collection. A record's `updatedAt` changes with
 * every field of its list record, for any cause of the change; for leases and units also with children in the detail.
 * Fields that show other records are registered only here.
 */
export const propagationTargets: {
  readonly [Source in PropagationSource]: Readonly<Record<PropagationTargets[Source], DisplayRule>>;
} = {
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
    // Of a lease itself, calls show what they were issued with; its body may open a term.
    rent_calls: { by: [], in: ["status", "overdue"] },
    security_deposits: {
      by: ["leaseType", "status", "endDate"],
      in: ["returnDueOn", "lateMonths", "lateAmountCents"],
    },
  },
  lease_terms: {
    leases: {
      by: ["effectiveFrom", "effectiveToGiven", "revisionMonth", "revisionFrequencyYears"],
      in: ["monthlyRent", "units", "terms", "revisionIndicator"],
    },
    units: { by: ["effectiveFrom"], in: ["leases"] },
    // The tolerance of the day's term decides whether a call is overdue, or paid but for a rest.
    rent_calls: { by: ["effectiveFrom", "paymentToleranceType", "paymentToleranceValue"], in: ["status", "overdue"] },
    security_deposits: { by: ["effectiveFrom"], in: ["lateAmountCents"] },
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

/** Returns the collections that show the changed fields of a source, or all of them for an insertion or removal. */
export function collectionsShowing(
  source: EstateCollection,
  changed: readonly string[] | "all",
): readonly ShowingCollection[] {
  const targets = (propagationTargets as Readonly<Record<string, Readonly<Record<string, DisplayRule>>>>)[source] ?? {};
  return Object.entries(targets)
    .filter(([, { by }]) => changed === "all" || by.some((field) => changed.includes(field)))
    .map(([target]) => target as ShowingCollection);
}
