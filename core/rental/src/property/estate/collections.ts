/** Collections of the estate, as in paths and snapshots. */
export const ESTATE_COLLECTIONS = [
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

export type EstateCollection = (typeof ESTATE_COLLECTIONS)[number];

/** Collections whose records show records of the estate: those of the estate, and what leases are billed. */
export type ShowingCollection = EstateCollection | "rent_calls" | "security_deposits";

/** Collections whose removed records leave tombstones: those of the estate, and others with records that can go. */
export type TombstoneCollection =
  | EstateCollection
  | "accounting_entries"
  | "fec_exports"
  | "payout_exports"
  | "security_deposits"
  | "supplier_invoices"
  | "service_events"
  | "charge_statements";
