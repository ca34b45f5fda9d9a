import type { Transact } from "@cartulary/kernel";
import type { PublicAccessStores } from "./ports.ts";

/**
 * Raises the tree clock to the highest stored number. Runs before the host serves requests: a clock restored from an
 * older backup would draw numbers again and make void stamps valid (public-access.md 4.8, I-32).
 */
export function raiseTreeClock(transact: Transact<PublicAccessStores>): Promise<void> {
  return transact.write(async ({ tree, publicAccess }) => {
    await tree.raise(Math.max(await tree.highestPosition(), await publicAccess.highestSeq()));
  });
}
