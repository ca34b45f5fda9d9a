export {
  type SearchIndexHarness,
  type SearchStoresUnderTest,
  searchIndexContract,
} from "./search-index-contract.ts";
