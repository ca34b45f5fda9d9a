import type { MandataireDependents } from "./agency/mandataires.ts";
import type { RentalStores } from "./rental-stores.ts";

/** Returns true if a mandataire has records of any wing. Its book does not count. */
export const hasRentalRecords: MandataireDependents<RentalStores> = async (stores) => {
  const { fecExports, properties, owners, tenants, rentalContacts, serviceProviders, billingRuns, incidents } = stores;
  const all = [fecExports, properties, owners, tenants, rentalContacts, serviceProviders, billingRuns, incidents];
  for (const store of all) if (await store.any()) return true;
  return false;
};
