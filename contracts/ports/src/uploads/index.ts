export { encryptedPdf, pdfOf } from "../harness/pdf-samples.ts";
export { bulkUploadStoresContract } from "./bulk-upload-stores-contract.ts";
export { chunkedUploadStoresContract } from "./chunked-upload-stores-contract.ts";
export { type PdfMergerHarness, pdfMergerContract, type ReadPage } from "./pdf-merger-contract.ts";
