import type { getResolvedPDFJS } from "unpdf";

type PdfJs = Awaited<ReturnType<typeof getResolvedPDFJS>>;

/** The numbers of the operations by which a page is drawn. */
export type Operations = PdfJs["OPS"];
/** A file as pdf.js has it. */
export type PdfDocument = Awaited<ReturnType<PdfJs["getDocument"]>["promise"]>;
/** A page as pdf.js has it. */
export type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;
/** Which layers are shown. */
export type Layers = Awaited<ReturnType<PdfDocument["getOptionalContentConfig"]>>;
