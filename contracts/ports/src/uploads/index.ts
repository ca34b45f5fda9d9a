export { OWNER_PASSWORD_PDFS } from "../harness/encrypted-pdf-samples.ts";
export { encryptedPdf, pdfOf } from "../harness/pdf-samples.ts";
export { bulkUploadStoresContract } from "./bulk-upload-stores-contract.ts";
export { chunkedUploadStoresContract } from "./chunked-upload-stores-contract.ts";
export { type PdfMergerHarness, pdfMergerContract, type ReadPage, type ReadPdf } from "./pdf-merger-contract.ts";
