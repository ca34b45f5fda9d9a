export { type AuthGrantsHarness, authGrantsContract } from "./auth-grants-contract.ts";
export { type AuthStoresHarness, type AuthStoresUnderTest, authStoresContract } from "./auth-stores-contract.ts";
export {
  type ConnectorsHarness,
  type ConnectorsUnderTest,
  connectorStoreContract,
} from "./connector-store-contract.ts";
export { type RateLimitsHarness, type RateLimitsUnderTest, rateLimitContract } from "./rate-limit-contract.ts";
