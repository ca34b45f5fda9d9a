export {
  type SearchIndexHarness,
  type SearchStoresUnderTest,
  searchIndexContract,
} from "./search-index-contract.ts";
export { type ReadableSample, type TextReaderHarness, textReaderContract } from "./text-reader-contract.ts";
export { type TextReadingsHarness, textReadingsContract } from "./text-readings-contract.ts";
