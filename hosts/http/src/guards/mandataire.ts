import type { Caller } from "@cartulary/kernel";
import type { MandataireId, Memberships } from "@cartulary/rental";
import { type Operation, type Parameters, single } from "@cartulary/wire";

/** The header that says whom a request is made for; the query may say it in its place (rental.md §4). */
export const MANDATAIRE_HEADER = "X-Mandataire-Id";
/** The same as a parameter. */
export const MANDATAIRE_PARAMETER = "mandataire_id";

/** Finds the mandataire that somebody means, by what the request says; refuses one of which the caller is no member. */
export type MandataireChoice = Memberships["choose"];

/** The mandataire that a request of an operation acts on; `undefined` where it acts on none. */
export async function mandataireOf(
  { id, mandataire }: Operation,
  caller: Caller | null,
  choose: MandataireChoice | undefined,
  { headers }: Request,
  parameters: Parameters,
): Promise<MandataireId | undefined> {
  if (mandataire === undefined || (mandataire !== true && says(parameters, mandataire.unless))) return undefined;
  if (!caller || !choose) throw new TypeError(`${id} acts on a mandataire, and nothing says whose`);
  const query = single(parameters, MANDATAIRE_PARAMETER) ?? null;
  return choose(caller, { header: headers.get(MANDATAIRE_HEADER), query });
}

/** Whether a query has these values. */
function says(parameters: Parameters, values: Readonly<Record<string, string>>): boolean {
  return Object.entries(values).every(([name, value]) => single(parameters, name) === value);
}
