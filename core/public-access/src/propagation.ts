import type { FolderId } from "@cartulary/documents";
import type { Clock, Transact } from "@cartulary/kernel";
import { appendAll } from "@cartulary/kernel";
import type { PublicAccessStores } from "./ports.ts";
import { explain } from "./rule.ts";

/** Folders per transaction: a compromise between speed and the time that other writers wait. */
const STEP_FOLDERS = 2000;

/**
 * Stamps a root and all that no exclusion covers below it, in short transactions; returns the number of stamps.
 *
 * The propagation draws its number first, in a transaction of its own. Later moves, exclusions, lifts and
 * unpublications draw higher numbers, which make its late stamps void. So it needs no lock on the subtree and may stop
 * anywhere.
 */
export async function propagate<Stores extends PublicAccessStores>(
  transact: Transact<Stores>,
  clock: Clock,
  rootId: FolderId,
): Promise<number> {
  const begun = await transact.write((stores) => begin(stores, clock, rootId));
  if (!begun) return 0;
  const waiting: FolderId[] = [rootId];
  let stamped = 1;
  while (waiting.length > 0) {
    const folderIds = waiting.splice(0, STEP_FOLDERS);
    const step = await transact.write(async ({ tree, publicAccess }) => {
      // Blocks removals during this step: a removal ticks the clock.
      await tree.lockShared();
      return publicAccess.stamp({ rootId, seq: begun.seq, folderIds });
    });
    stamped += step.stamped;
    appendAll(waiting, step.folderIds);
  }
  return stamped;
}

/** Draws the number and stamps the root itself; returns `null` when the folder is no root or is excluded. */
async function begin(
  { tree, publicAccess }: PublicAccessStores,
  clock: Clock,
  folderId: FolderId,
): Promise<{ readonly seq: number } | null> {
  const seq = await tree.tick();
  const chain = await publicAccess.chain({ type: "folder", id: folderId });
  if (!chain || explain(chain).exclusion) return null;
  return (await publicAccess.startPropagation(folderId, seq, clock.now())) ? { seq } : null;
}
