export { chunkedUploadStoresContract } from "./chunked-upload-stores-contract.ts";
export { type PdfMergerHarness, pdfMergerContract, type ReadPage } from "./pdf-merger-contract.ts";
