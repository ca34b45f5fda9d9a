import { DomainError, type Transact } from "@cartulary/kernel";

/**
 * Runs a decision in one transaction that commits whichever way it went, and throws the refusal only then: what a
 * refusal leaves behind (tokens that end, the trail of it) must stay. What `work` throws rolls everything back as usual.
 */
export async function decide<Stores, Result>(
  transact: Transact<Stores>,
  work: (stores: Stores) => Promise<Result | DomainError>,
): Promise<Result> {
  const decision = await transact.write(work);
  if (decision instanceof DomainError) throw decision;
  return decision;
}
