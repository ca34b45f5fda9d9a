import type { Transact } from "@cartulary/kernel";
import type { PublicAccessStores } from "./ports.ts";

/**
 * Lifts the tree clock above every number that is stored, before anything is served: a clock that was restored from
 * elsewhere than the rest would draw numbers again, and void stamps would live (public-access.md 4.8, I-32).
 */
export function liftClock(transact: Transact<PublicAccessStores>): Promise<void> {
  return transact.write(async ({ tree, publicAccess }) => {
    await tree.raise(Math.max(await tree.highestPosition(), await publicAccess.highestSeq()));
  });
}
