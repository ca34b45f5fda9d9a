import { fold } from "@cartulary/kernel";
import { nextCode } from "../people/codes.ts";
import type { RentalStores } from "../ports.ts";
import { type Booking, UNKNOWN_TENANT } from "./accounts.ts";
import type { AccountLine } from "./called-line.ts";

type Stores = Pick<RentalStores, "accounts" | "codes">;

const NOBODY = { entityType: null, entityId: null } as const;
const SUPPLIER = "FOU";
/** What an insurer is called whom no policy names. */
const UNNAMED = "Assurance loyers impayés";

/** Makes the account of what nobody is known to owe, unless it is there. */
export async function saveUnknownTenant({ accounts }: Pick<Stores, "accounts">): Promise<void> {
  if ((await accounts.auxiliaries([UNKNOWN_TENANT])).length > 0) return;
  await accounts.saveAuxiliary({ kind: "LOC", code: UNKNOWN_TENANT, name: "Locataire inconnu", ...NOBODY });
}

/**
 * The codes of the accounts of those who insure what is billed: FOU0001 and on, one for each folded name, allotted at the
 * first premium (estate.md 3.1). A supplier of that name whom the book knows already, from an opening, is the one.
 */
export async function insurerCodes(
  { accounts, codes }: Stores,
  lines: readonly AccountLine[],
): Promise<Booking["insurerCode"]> {
  const premiums = lines.filter(({ billingCategory }) => billingCategory === "gli_premium");
  const names = new Map(premiums.map(({ insurerName }) => [folded(insurerName), insurerName ?? UNNAMED]));
  const known = new Map<string, string>();
  if (names.size > 0) {
    // Locked before it is looked who is there: two runs that are applied at once give one name one code.
    let last = await codes.lock(SUPPLIER);
    for (const { name, code } of await accounts.auxiliariesOf(SUPPLIER))
      if (!known.has(folded(name))) known.set(folded(name), code);
    for (const [key, name] of [...names].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      if (known.has(key)) continue;
      const code = await nextCode({ accounts, codes }, SUPPLIER, last);
      await accounts.saveAuxiliary({ kind: SUPPLIER, code, name, ...NOBODY });
      known.set(key, code);
      last = await codes.lock(SUPPLIER);
    }
  }
  return (name) => known.get(folded(name)) as string;
}

const folded = (name: string | null): string => fold(name ?? UNNAMED).trim();
