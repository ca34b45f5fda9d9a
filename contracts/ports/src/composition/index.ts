export { type CompositionHarness, compositionStoresContract } from "./composition-stores-contract.ts";
