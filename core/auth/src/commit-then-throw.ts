import { DomainError, type Transact } from "@cartulary/kernel";

/**
 * Runs `work` in one transaction. If it returns a `DomainError`, commits first and throws afterwards, so that revoked
 * tokens and audit events are stored. If it throws, rolls back.
 */
export async function commitThenThrow<Stores, Result>(
  transact: Transact<Stores>,
  work: (stores: Stores) => Promise<Result | DomainError>,
): Promise<Result> {
  const decision = await transact.write(work);
  if (decision instanceof DomainError) throw decision;
  return decision;
}
