export { createPdfMerger, type PdfMergerOptions } from "./merge/pdf-merger.ts";
export { createPdfReader, type PdfReaderOptions } from "./text/pdf-reader.ts";
export { createPdfText, type PdfTextOptions } from "./text/pdf-text.ts";
