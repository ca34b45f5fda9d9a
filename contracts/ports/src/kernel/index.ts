export { type BlobStoreHarness, blobStoreContract } from "./blob-store-contract.ts";
export { JOB_QUEUES, type JobDatabase, type JobQueueHarness, jobQueueContract } from "./job-queue-contract.ts";
export { HARD_TEXTS, type ListingHarness, listingContract } from "./listing-contract.ts";
export { clockContract, digestsContract, newIdContract, secretsContract } from "./machine-contracts.ts";
export { type Sample, sampleListing, samples } from "./samples.ts";
export {
  type TenantPlace,
  type TenantStoresUnderTest,
  type TenantTransactHarness,
  tenantTransactContract,
} from "./tenant-transact-contract.ts";
export { type TransactStoresUnderTest, transactContract } from "./transact-contract.ts";
