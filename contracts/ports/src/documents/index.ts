export type {
  DocumentDatabasesHarness,
  DocumentStoresUnderTest,
  MeetingHarness,
  MeetingPlace,
} from "../harness/document-stores.ts";
export { documentStoresContract } from "./document-stores-contract.ts";
