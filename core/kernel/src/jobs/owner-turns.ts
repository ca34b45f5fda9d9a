/** The turn of jobs without owner. */
const SYSTEM_TURN = 0;

/** The turn that each queue served last, by queue; the next claim continues after it. */
export type ServedTurns = ReadonlyMap<string, number>;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Turns fit into a signed 32-bit integer, their column type. */
const TURN_MAX = 0x7fffffff;

/**
 * Returns the owner's position in the round-robin order of a queue. The queue serves the next higher turn that has a
 * due job, then starts again from the lowest, so an owner waits for at most one claim of each other owner. Owners whose
 * hashes are equal share one turn, which is rare and harmless.
 */
export function turnOf(owner: string | null): number {
  if (owner === null) return SYSTEM_TURN;
  let hash = FNV_OFFSET;
  for (let at = 0; at < owner.length; at += 1) hash = Math.imul(hash ^ owner.charCodeAt(at), FNV_PRIME);
  return 1 + ((hash >>> 0) % TURN_MAX);
}
