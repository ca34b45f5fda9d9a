export { OWNER_PASSWORD_PDFS } from "../harness/encrypted-pdf-samples.ts";
export { greyPngOf, turnedJpeg } from "../harness/image-samples.ts";
export {
  attachedPdf,
  encryptedPdf,
  formPdf,
  layeredPdf,
  linkedPdf,
  outlinedPdf,
  pdfOf,
  picturePdf,
  taggedPdf,
  untypedTreePdf,
} from "../harness/pdf-samples.ts";
export { bulkUploadStoresContract } from "./bulk-upload-stores-contract.ts";
export { chunkedUploadStoresContract } from "./chunked-upload-stores-contract.ts";
export { bytesOf, PLACE, sourceOf } from "./merge-sources.ts";
export { pdfMergerContract } from "./pdf-merger-contract.ts";
export type { PdfMergerHarness, ReadPage, ReadPdf } from "./pdf-merger-harness.ts";
