export { auditStoreContract } from "../audit/index.ts";
export { authGrantsContract, authStoresContract, connectorStoreContract, rateLimitContract } from "../auth/index.ts";
export { blobRecordsContract } from "../blobs/index.ts";
export { compositionStoresContract, typesetterContract } from "../composition/index.ts";
export { directoryStoresContract } from "../directory/index.ts";
export {
  classifierContract,
  contentTypesContract,
  documentStoresContract,
  pdfTextContract,
} from "../documents/index.ts";
export {
  blobStoreContract,
  clockContract,
  digestsContract,
  jobQueueContract,
  listingContract,
  newIdContract,
  secretsContract,
  tenantTransactContract,
  transactContract,
} from "../kernel/index.ts";
export { ledgerGuardsContract, ledgerReadingContract, ledgerWritingContract } from "../ledger/index.ts";
export { publicAccessContract } from "../public-access/index.ts";
export { chargeStoresContract, rentalStoresContract, serviceEventStoreContract } from "../rental/index.ts";
export { searchIndexContract, textReaderContract, textReadingsContract } from "../search/index.ts";
export { bulkUploadStoresContract, chunkedUploadStoresContract, pdfMergerContract } from "../uploads/index.ts";
