import { fold } from "@cartulary/kernel";
import { nextCode, saveAccount } from "../../property/people/accounting-codes.ts";
import type { RentalContact } from "../../property/people/contact.ts";
import type { EstateStores } from "../../property/ports.ts";

type Stores = Pick<EstateStores, "accounts" | "codes" | "serviceProviders">;

/** The kind of suppliers' accounts; insurers have theirs from the same counter. */
const SUPPLIER = "FOU";

/**
 * Returns the account code of a service provider, whose row is locked. The first call creates the account: it takes over
 * the account of that name that no provider has, from the opening balances or of an insurer, else the next code.
 */
export async function supplierCode(stores: Stores, provider: RentalContact): Promise<string> {
  if (provider.accountingCode !== null) return provider.accountingCode;
  const last = await stores.codes.lock(SUPPLIER);
  const name = fold(provider.displayName).trim();
  const known = (await stores.accounts.auxiliariesOf(SUPPLIER)).find(
    (each) => each.entityId === null && fold(each.name).trim() === name,
  );
  const accountingCode = known?.code ?? (await nextCode(stores, SUPPLIER, last));
  await saveAccount(stores, SUPPLIER, { ...provider, accountingCode });
  await stores.serviceProviders.update({ ...provider, accountingCode });
  return accountingCode;
}
