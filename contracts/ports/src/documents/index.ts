export type {
  DocumentDatabasesHarness,
  DocumentStoresUnderTest,
  MeetingHarness,
  MeetingPlace,
} from "../harness/document-stores.ts";
export { documentStoresContract } from "./document-stores-contract.ts";
export { type PdfTextHarness, pdfTextContract } from "./pdf-text-contract.ts";
