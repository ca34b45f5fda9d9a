import { DomainError, forbidden, malformed, parseId } from "@cartulary/kernel";
import type { MandataireId } from "./mandataire.ts";

/** What a request says about whom it is made for; `null` where it says nothing. */
export interface MandataireChoice {
  /** `X-Mandataire-Id`. */
  readonly header: string | null;
  /** `mandataire_id`. */
  readonly query: string | null;
}

/**
 * The mandataire that a request of somebody with these memberships acts on (rental.md §4). Saying nothing is enough for
 * whoever has exactly one. 400 for what is no UUID, for a query that contradicts the header, and (`mandataire_required`)
 * for saying nothing where there are several; 403 for one that is not among the memberships, whether it exists or not.
 */
export function chosenMandataire(
  memberships: readonly MandataireId[],
  { header, query }: MandataireChoice,
): MandataireId {
  const [named, repeated] = [parsed("X-Mandataire-Id", header), parsed("mandataire_id", query)];
  if (named !== null && repeated !== null && named !== repeated)
    throw malformed("X-Mandataire-Id and mandataire_id name different mandataires");
  const wanted = named ?? repeated;
  return wanted === null ? theOnly(memberships) : mine(memberships, wanted);
}

function mine(memberships: readonly MandataireId[], wanted: MandataireId): MandataireId {
  if (!memberships.includes(wanted)) throw forbidden("You are no member of this mandataire");
  return wanted;
}

function theOnly([first, ...others]: readonly MandataireId[]): MandataireId {
  if (first === undefined) throw forbidden("You are no member of any mandataire");
  if (others.length === 0) return first;
  throw new DomainError(
    "malformed",
    "mandataire_required",
    "You are a member of several mandataires: name one in X-Mandataire-Id",
  );
}

function parsed(name: string, wanted: string | null): MandataireId | null {
  if (wanted === null) return null;
  const id = parseId<"Mandataire">(wanted);
  if (id === null) throw malformed(`${name} is not a UUID`);
  return id;
}
