export {
  type RegistryStoresUnderTest,
  type RentalDatabase,
  type RentalStoresHarness,
  rentalStoresContract,
} from "./rental-stores-contract.ts";
