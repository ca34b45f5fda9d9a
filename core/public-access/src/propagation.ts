import type { FolderId } from "@cartulary/documents";
import type { Clock, Transact } from "@cartulary/kernel";
import { appendAll } from "@cartulary/kernel";
import type { PublicAccessStores } from "./ports.ts";
import { explain } from "./rule.ts";

/** Folders whose content one transaction stamps: enough to be fast, few enough that nobody waits long behind it. */
const STEP_FOLDERS = 2000;

/**
 * Stamps a root and all below it that no exclusion cuts, in short transactions; answers how many stamps it wrote.
 *
 * Its number is drawn first and alone. Whatever moves, excludes, lifts or unpublishes after that draws a higher one, so
 * that stamps written late are void by themselves: it needs no lock on the whole, and may be cut short anywhere.
 */
export async function propagate<Stores extends PublicAccessStores>(
  transact: Transact<Stores>,
  clock: Clock,
  rootId: FolderId,
): Promise<number> {
  const begun = await transact.write((stores) => begin(stores, clock, rootId));
  if (!begun) return 0;
  const waiting: FolderId[] = [rootId];
  let granted = 1;
  while (waiting.length > 0) {
    const folderIds = waiting.splice(0, STEP_FOLDERS);
    const step = await transact.write(async ({ tree, publicAccess }) => {
      // Nothing is removed while it is being stamped: a removal ticks.
      await tree.lockShared();
      return publicAccess.stamp({ rootId, seq: begun.seq, folderIds });
    });
    granted += step.granted;
    appendAll(waiting, step.folderIds);
  }
  return granted;
}

/** Draws the number and stamps the root itself; `null` when it is no root any more, or cut. */
async function begin(
  { tree, publicAccess }: PublicAccessStores,
  clock: Clock,
  folderId: FolderId,
): Promise<{ readonly seq: number } | null> {
  const seq = await tree.tick();
  const chain = await publicAccess.chain({ type: "folder", id: folderId });
  if (!chain || explain(chain).exclusion) return null;
  return (await publicAccess.propagating(folderId, seq, clock.now())) ? { seq } : null;
}
