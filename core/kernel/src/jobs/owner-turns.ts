/** The turn of jobs that are the system's own. */
const SYSTEM_TURN = 0;

/** By turn of its owner, which one a queue served last: where the next claim goes on. */
export type ServedTurns = ReadonlyMap<string, number>;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Turns fit into four bytes with a sign, as the databases keep them. */
const TURN_MAX = 0x7fffffff;

/**
 * The place of an owner among all owners: a queue goes round from one turn to the next greater one that has a job due, and
 * then from the least again. So an owner waits for one claim of each other one, however many jobs that one has. Two owners
 * with the same number share their turns, which is rare enough to bear.
 */
export function turnOf(owner: string | null): number {
  if (owner === null) return SYSTEM_TURN;
  let hash = FNV_OFFSET;
  for (let at = 0; at < owner.length; at += 1) hash = Math.imul(hash ^ owner.charCodeAt(at), FNV_PRIME);
  return 1 + ((hash >>> 0) % TURN_MAX);
}
