import { rentalOperations } from "@cartulary/wire";
import type { Option } from "../components/form.ts";
import { entriesOf } from "../components/list.ts";
import type { AgencyVisit } from "./agency-visit.ts";

const { listOwners, listProperties, listServiceProviders, listTenants, listUnits } = rentalOperations;

/** Returns the owners to choose from, by the profile that mandates name. */
export async function ownerChoices(visit: AgencyVisit): Promise<readonly Option[]> {
  const owners = await entriesOf((query) => visit.call(listOwners, { query }), { sort: "display_name" });
  return owners.map(({ ownerProfileId, displayName }) => ({ value: ownerProfileId, text: displayName }));
}

/** Returns the service providers to choose from. */
export async function providerChoices(visit: AgencyVisit): Promise<readonly Option[]> {
  const providers = await entriesOf((query) => visit.call(listServiceProviders, { query }), { sort: "display_name" });
  return providers.map(({ id, displayName }) => ({ value: id, text: displayName ?? id }));
}

/** Returns the properties to choose from. */
export async function propertyChoices(visit: AgencyVisit): Promise<readonly Option[]> {
  const properties = await entriesOf((query) => visit.call(listProperties, { query }), { sort: "name" });
  return properties.map(({ id, name }) => ({ value: id, text: name }));
}

/** Returns the tenants to choose from. */
export async function tenantChoices(visit: AgencyVisit): Promise<readonly Option[]> {
  const tenants = await entriesOf((query) => visit.call(listTenants, { query }), { sort: "display_name" });
  return tenants.map(({ id, displayName }) => ({ value: id, text: displayName }));
}

/** Returns the units to choose from. */
export async function unitChoices(visit: AgencyVisit): Promise<readonly Option[]> {
  const units = await entriesOf((query) => visit.call(listUnits, { query }), { sort: "identifier" });
  return units.map(({ id, identifier }) => ({ value: id, text: identifier }));
}
