export { type GraphsHarness, type GraphsUnderTest, graphStoresContract } from "./graph-stores-contract.ts";
