export { type ChargeStoresUnderTest, chargeStoresContract } from "./billing/charge-stores-contract.ts";
export { type ServiceEventStoresUnderTest, serviceEventStoreContract } from "./billing/service-event-store-contract.ts";
export {
  type RegistryStoresUnderTest,
  type RentalDatabase,
  type RentalStoresHarness,
  rentalStoresContract,
} from "./rental-stores-contract.ts";
