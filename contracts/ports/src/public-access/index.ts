export { publicAccessContract } from "./public-access-contract.ts";
export type { PublicAccessHarness, PublicAccessPlace, PublicAccessStoresUnderTest } from "./public-access-stores.ts";
