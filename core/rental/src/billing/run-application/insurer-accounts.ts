import { fold } from "@cartulary/kernel";
import { nextCode } from "../../property/people/accounting-codes.ts";
import type { BillingStores } from "../ports.ts";
import { type EntryHeader, UNKNOWN_TENANT } from "./entry-lines.ts";
import type { OwnerLineToBook } from "./lines-to-book.ts";

type Stores = Pick<BillingStores, "accounts" | "codes">;

const NO_ENTITY = { entityType: null, entityId: null } as const;
const SUPPLIER = "FOU";
/** The name of an insurer that the policy does not name. */
const UNNAMED = "Assurance loyers impayés";

/** Creates the account of the unknown tenant if it is missing. */
export async function saveUnknownTenant({ accounts }: Pick<Stores, "accounts">): Promise<void> {
  if ((await accounts.auxiliaries([UNKNOWN_TENANT])).length > 0) return;
  await accounts.saveAuxiliary({ kind: "LOC", code: UNKNOWN_TENANT, name: "Locataire inconnu", ...NO_ENTITY });
}

/**
 * Returns the account codes of the insurers, creating missing accounts: FOU0001 and following, one per folded name,
 * allotted at the first premium (estate.md 3.1). A supplier of that name from the opening balances is reused.
 */
export async function insurerCodes(
  { accounts, codes }: Stores,
  lines: readonly OwnerLineToBook[],
): Promise<EntryHeader["insurerCode"]> {
  const premiums = lines.filter(({ billingCategory }) => billingCategory === "gli_premium");
  const names = new Map(premiums.map(({ insurerName }) => [folded(insurerName), insurerName ?? UNNAMED]));
  const known = new Map<string, string>();
  if (names.size > 0) {
    // Locked before the lookup: two concurrent applications would otherwise give one name two codes.
    let last = await codes.lock(SUPPLIER);
    for (const { name, code } of await accounts.auxiliariesOf(SUPPLIER))
      if (!known.has(folded(name))) known.set(folded(name), code);
    for (const [key, name] of [...names].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      if (known.has(key)) continue;
      const code = await nextCode({ accounts, codes }, SUPPLIER, last);
      await accounts.saveAuxiliary({ kind: SUPPLIER, code, name, ...NO_ENTITY });
      known.set(key, code);
      last = await codes.lock(SUPPLIER);
    }
  }
  return (name) => known.get(folded(name)) as string;
}

const folded = (name: string | null): string => fold(name ?? UNNAMED).trim();
