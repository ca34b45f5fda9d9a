import type { Move, NodeRef, TreeListener } from "@cartulary/documents";
import type { PublicAccessStores } from "./ports.ts";
import { barriersAfterMove } from "./rule.ts";

/**
 * Updates public access when the tree changes: a move keeps earlier cuts in force; a removal deletes roots and stamps, so
 * that nothing is public after a return from the trash, and barriers as well once the removal is final.
 */
export function publicAccessTreeListener<Stores extends PublicAccessStores>(): TreeListener<Stores> {
  return {
    moved: (stores, _caller, move) => keepFloor(stores, move),
    removed: ({ publicAccess }, _caller, nodes, { isRestorable }) =>
      isRestorable ? publicAccess.endGrants(nodes) : publicAccess.forget(nodes),
    purged: ({ publicAccess }, _caller, nodes) => publicAccess.forget(nodes),
  };
}

/**
 * Raises the floor of a moved node to what held at its old position: moving out of an excluded folder restores no grant
 * (public-access.md 4.4).
 */
async function keepFloor(
  { publicAccess }: PublicAccessStores,
  { node, oldPlacedSeq, oldChain, seq }: Move,
): Promise<void> {
  const ref = { type: node.type, id: node.record.id } as NodeRef;
  const barriers = await publicAccess.barriers(ref);
  const above = await publicAccess.folderLinks(oldChain);
  const { floorSeq } = barriersAfterMove([{ ...barriers, placedSeq: oldPlacedSeq }, ...above], seq);
  if (floorSeq !== barriers.floorSeq) await publicAccess.setFloor(ref, floorSeq);
}
