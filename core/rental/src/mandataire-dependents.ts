import type { MandataireDependents } from "./agency/mandataires.ts";
import type { RentalStores } from "./rental-stores.ts";

/** Returns true if a mandataire has records of any wing. Its book does not count. */
export const hasRentalRecords: MandataireDependents<RentalStores> = async (stores) => {
  const { fecExports, properties, owners, tenants, rentalContacts, serviceProviders } = stores;
  const { billingRuns, incidents, letterBatches } = stores;
  const people = [owners, tenants, rentalContacts, serviceProviders];
  const all = [fecExports, properties, ...people, billingRuns, incidents, letterBatches];
  for (const store of all) if (await store.any()) return true;
  return false;
};
