export {
  type RegistryStoresUnderTest,
  type RentalPlace,
  type RentalStoresHarness,
  rentalStoresContract,
} from "./rental-stores-contract.ts";
