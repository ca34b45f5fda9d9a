export { createPdfMerger, type PdfMergerOptions } from "./merge/pdf-merger.ts";
export { createPdfText, type PdfTextOptions } from "./text/pdf-text.ts";
