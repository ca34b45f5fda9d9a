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

/** What leaves a tombstone when it is removed: the estate, and drafts of entries. */
export type Buried = Collection | "accounting_entries";
