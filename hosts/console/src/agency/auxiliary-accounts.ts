import { unprocessable } from "@cartulary/kernel";
import { type Operation, rentalOperations } from "@cartulary/wire";
import type { AgencyVisit } from "./agency-visit.ts";

const { getTenant, listOwners, listTenants } = rentalOperations;

/** The operations that find auxiliary accounts by the names of people. */
export const AUXILIARY_OPERATIONS: readonly Operation[] = [listTenants, getTenant, listOwners];

/** The auxiliary account of a person: LOC and a number for a tenant, PRO for an owner, FOU for a supplier. */
const CODE = /^[A-Z]{3}\d+$/i;
const NAMES_MAX = 100;

/** Returns the names of tenants, and of owners unless `isTenantsOnly`, to choose from. */
export async function namesWithAccount(visit: AgencyVisit, isTenantsOnly: boolean): Promise<readonly string[]> {
  const query = `per_page=${NAMES_MAX}&sort=display_name&direction=asc`;
  const { value: tenants } = await visit.call(listTenants, { query });
  if (isTenantsOnly) return tenants.map(({ displayName }) => displayName);
  const { value: owners } = await visit.call(listOwners, { query });
  return [...tenants, ...owners].map(({ displayName }) => displayName);
}

/** A name that no list accepts as a filter. */
const UNSEARCHABLE = /^.{201}|\p{Cc}/su;

/**
 * Returns the auxiliary account of a tenant or owner by the name, as the account has it; a code, and an unknown name, as
 * it is. Throws 422 `several_people` if several have the name.
 */
export async function auxiliaryCode(visit: AgencyVisit, accountCode: string, typed: string): Promise<string> {
  if (typed === "" || CODE.test(typed) || UNSEARCHABLE.test(typed)) return typed;
  const query = new URLSearchParams({ "q[display_name_eq]": typed, per_page: "2" }).toString();
  const codes = await codesOf(visit, accountCode, query);
  if (codes.length > 1) throw unprocessable("several_people", "Several people have this name: type the code");
  return codes[0] ?? typed;
}

async function codesOf(visit: AgencyVisit, accountCode: string, query: string): Promise<readonly (string | null)[]> {
  if (accountCode === "467000") {
    return (await visit.call(listOwners, { query })).value.map((owner) => owner.accountingCode);
  }
  if (accountCode !== "411000" && accountCode !== "165000") return [];
  const { value } = await visit.call(listTenants, { query });
  return Promise.all(value.map(async ({ id }) => (await visit.call(getTenant, { params: { id } })).value.code));
}
