import type { Caller } from "@cartulary/kernel";
import type { MandataireId, Memberships } from "@cartulary/rental/agency";
import { type Operation, type Parameters, parameterValue } from "@cartulary/wire";

/** The header with the mandataire of a request; a query parameter may replace it (rental.md §4). */
export const MANDATAIRE_HEADER = "X-Mandataire-Id";
/** The query parameter with the mandataire. */
export const MANDATAIRE_PARAMETER = "mandataire_id";

/** Finds the mandataire of a request; throws if the caller is not a member of it. */
export type MandataireResolver = Memberships["choose"];

/** Returns the mandataire that a request acts on; `undefined` for none. */
export async function mandataireOf(
  { id, mandataire }: Operation,
  caller: Caller | null,
  choose: MandataireResolver | undefined,
  { headers }: Request,
  parameters: Parameters,
): Promise<MandataireId | undefined> {
  if (mandataire === undefined || (mandataire !== true && hasValues(parameters, mandataire.unless))) return undefined;
  if (!caller || !choose) throw new TypeError(`${id} acts on a mandataire, but has no caller or resolver`);
  const query = parameterValue(parameters, MANDATAIRE_PARAMETER) ?? null;
  return choose(caller, { header: headers.get(MANDATAIRE_HEADER), query });
}

/** True if the query has these values. */
function hasValues(parameters: Parameters, values: Readonly<Record<string, string>>): boolean {
  return Object.entries(values).every(([name, value]) => parameterValue(parameters, name) === value);
}
