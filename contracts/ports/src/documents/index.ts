export type {
  DatabaseHarness,
  DocumentDatabasesHarness,
  DocumentStoresUnderTest,
  TestDatabase,
} from "../harness/document-stores.ts";
export { type ClassifierHarness, classifierContract } from "./classifier-contract.ts";
export { contentTypesContract } from "./content-types-contract.ts";
export { documentStoresContract } from "./document-stores-contract.ts";
export { type PdfTextHarness, pdfTextContract } from "./pdf-text-contract.ts";
