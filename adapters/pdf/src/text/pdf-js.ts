import type { getResolvedPDFJS } from "unpdf";

type PdfJs = Awaited<ReturnType<typeof getResolvedPDFJS>>;

/** The operation codes of page drawing. */
export type Operations = PdfJs["OPS"];
/** A pdf.js document. */
export type PdfDocument = Awaited<ReturnType<PdfJs["getDocument"]>["promise"]>;
/** A pdf.js page. */
export type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;
/** The visibility of layers. */
export type Layers = Awaited<ReturnType<PdfDocument["getOptionalContentConfig"]>>;
