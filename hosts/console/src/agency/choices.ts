import { rentalOperations } from "@cartulary/wire";
import type { Option } from "../components/form.ts";
import type { AgencyVisit } from "./agency-visit.ts";

/** The number of choices that a select offers. */
const CHOICES = "per_page=100";

/** Returns the owners to choose from, by the profile that mandates name. */
export async function ownerChoices(visit: AgencyVisit): Promise<readonly Option[]> {
  const { value } = await visit.call(rentalOperations.listOwners, {
    query: `${CHOICES}&sort=display_name&direction=asc`,
  });
  return value.map(({ ownerProfileId, displayName }) => ({ value: ownerProfileId, text: displayName }));
}

/** Returns the service providers to choose from. */
export async function providerChoices(visit: AgencyVisit): Promise<readonly Option[]> {
  const { value } = await visit.call(rentalOperations.listServiceProviders, {
    query: `${CHOICES}&sort=display_name&direction=asc`,
  });
  return value.map(({ id, displayName }) => ({ value: id, text: displayName ?? id }));
}

/** Returns the properties to choose from. */
export async function propertyChoices(visit: AgencyVisit): Promise<readonly Option[]> {
  const { value } = await visit.call(rentalOperations.listProperties, { query: `${CHOICES}&sort=name&direction=asc` });
  return value.map(({ id, name }) => ({ value: id, text: name }));
}

/** Returns the tenants to choose from. */
export async function tenantChoices(visit: AgencyVisit): Promise<readonly Option[]> {
  const { value } = await visit.call(rentalOperations.listTenants, {
    query: `${CHOICES}&sort=display_name&direction=asc`,
  });
  return value.map(({ id, displayName }) => ({ value: id, text: displayName }));
}

/** Returns the units to choose from. */
export async function unitChoices(visit: AgencyVisit): Promise<readonly Option[]> {
  const { value } = await visit.call(rentalOperations.listUnits, { query: `${CHOICES}&sort=identifier&direction=asc` });
  return value.map(({ id, identifier }) => ({ value: id, text: identifier }));
}
