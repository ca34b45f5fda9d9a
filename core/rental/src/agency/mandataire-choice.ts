import { DomainError, forbidden, malformed, parseId } from "@cartulary/kernel";
import type { MandataireId } from "./mandataire.ts";

/** The mandataire that a request names; `null` where it names none. */
export interface RequestedMandataire {
  /** The header `X-Mandataire-Id`. */
  readonly header: string | null;
  /** The query parameter `mandataire_id`. */
  readonly query: string | null;
}

/**
 * Returns the mandataire that a request acts on (rental.md §4). A user with exactly one membership need not name it.
 * Throws 400 for an invalid UUID, for a header and a query that differ, and (`mandataire_required`) if several
 * memberships leave the choice open; 403 for a mandataire that is not among the memberships, whether it exists or not.
 */
export function resolveMandataire(
  memberships: readonly MandataireId[],
  { header, query }: RequestedMandataire,
): MandataireId {
  const [ofHeader, ofQuery] = [parse("X-Mandataire-Id", header), parse("mandataire_id", query)];
  if (ofHeader !== null && ofQuery !== null && ofHeader !== ofQuery)
    throw malformed("X-Mandataire-Id and mandataire_id name different mandataires");
  const id = ofHeader ?? ofQuery;
  return id === null ? onlyMembership(memberships) : requireMembership(memberships, id);
}

function requireMembership(memberships: readonly MandataireId[], id: MandataireId): MandataireId {
  if (!memberships.includes(id)) throw forbidden("You are not a member of this mandataire");
  return id;
}

function onlyMembership([first, ...rest]: readonly MandataireId[]): MandataireId {
  if (first === undefined) throw forbidden("You are not a member of any mandataire");
  if (rest.length === 0) return first;
  throw new DomainError(
    "malformed",
    "mandataire_required",
    "You are a member of several mandataires: name one in X-Mandataire-Id",
  );
}

function parse(name: string, text: string | null): MandataireId | null {
  if (text === null) return null;
  const id = parseId<"Mandataire">(text);
  if (id === null) throw malformed(`${name} is not a UUID`);
  return id;
}
