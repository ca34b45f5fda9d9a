export { type AuditStoresHarness, type AuditStoresUnderTest, auditStoreContract } from "./audit-store-contract.ts";
export { type AuthGrantsHarness, authGrantsContract } from "./auth-grants-contract.ts";
export { type AuthStoresHarness, type AuthStoresUnderTest, authStoresContract } from "./auth-stores-contract.ts";
export { blobRecordsContract } from "./blob-records-contract.ts";
export { type BlobStoreHarness, blobStoreContract } from "./blob-store-contract.ts";
export {
  type ConnectorsHarness,
  type ConnectorsUnderTest,
  connectorStoreContract,
} from "./connector-store-contract.ts";
export { directoryStoresContract } from "./directory-stores-contract.ts";
export type {
  DocumentDatabasesHarness,
  DocumentStoresUnderTest,
  MeetingHarness,
  MeetingPlace,
} from "./document-stores.ts";
export { documentStoresContract } from "./document-stores-contract.ts";
export { JOB_QUEUES, type JobPlace, type JobQueueHarness, jobQueueContract } from "./job-queue-contract.ts";
export { type LedgerGuardsHarness, type LedgerGuardsPlace, ledgerGuardsContract } from "./ledger-guards-contract.ts";
export type { LedgerHarness, LedgerPlace } from "./ledger-place.ts";
export { ledgerReadingContract } from "./ledger-reading-contract.ts";
export { ledgerWritingContract } from "./ledger-writing-contract.ts";
export { HARD_TEXTS, type ListingHarness, listingContract } from "./listing-contract.ts";
export { publicAccessContract } from "./public-access-contract.ts";
export type { PublicAccessHarness, PublicAccessPlace, PublicAccessStoresUnderTest } from "./public-access-stores.ts";
export { type RateLimitsHarness, type RateLimitsUnderTest, rateLimitContract } from "./rate-limit-contract.ts";
export {
  type RegistryStoresUnderTest,
  type RentalPlace,
  type RentalStoresHarness,
  rentalStoresContract,
} from "./rental-stores-contract.ts";
export { type Sample, sampleListing, samples } from "./samples.ts";
export {
  type TenantPlace,
  type TenantStoresUnderTest,
  type TenantTransactHarness,
  tenantTransactContract,
} from "./tenant-transact-contract.ts";
export { type TransactStoresUnderTest, transactContract } from "./transact-contract.ts";
