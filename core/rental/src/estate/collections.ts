/** Every list of the estate that has ids, as paths and snapshots name it. */
export const COLLECTIONS = [
  "properties",
  "units",
  "ownerships",
  "owners",
  "tenants",
  "contacts",
  "service_providers",
  "leases",
  "lease_parties",
  "lease_terms",
  "mandates",
] as const;

/** One of {@link COLLECTIONS}. */
export type Collection = (typeof COLLECTIONS)[number];
