export { blobRecordsContract } from "./blob-records-contract.ts";
