import type { BlobStores } from "@cartulary/blobs";
import type { FecFileStore } from "./accounting/ports.ts";
import type { AgencyStores } from "./agency/ports.ts";
import type { BillingRunCounts } from "./billing/runs/ports.ts";
import type { ConvergenceStores } from "./convergence/ports.ts";
import type { DayStore } from "./daily/day-store.ts";
import type { BulkStore } from "./imports/bulk.ts";
import type { IncidentFileStore } from "./incidents/ports.ts";
import type { LetterBatchStores, LetterFileStore } from "./letters/ports.ts";
import type { IndexValueStores } from "./property/indexation/index-values.ts";
import type { EstateInspection } from "./verification/estate-violations.ts";
import type { MoneyInspection } from "./verification/money-violations.ts";

/** All rental stores that exist in any transaction, independent of a mandataire. */
export interface RegistryStores extends AgencyStores, BlobStores, IndexValueStores {
  readonly fecFiles: FecFileStore;
  readonly incidentFiles: IncidentFileStore;
  readonly letterFiles: LetterFileStore;
  readonly billingRunCounts: BillingRunCounts;
}

/**
 * All rental stores in a transaction of one mandataire: the registry's, and the book, records and estate of that
 * mandataire.
 */
export interface RentalStores extends RegistryStores, ConvergenceStores, LetterBatchStores {
  readonly bulk: BulkStore;
  readonly days: DayStore;
  readonly estateInspection: EstateInspection;
  readonly moneyInspection: MoneyInspection;
}
