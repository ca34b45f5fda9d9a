import type { Move, NodeRef, TreeListener } from "@cartulary/documents";
import type { PublicAccessStores } from "./ports.ts";
import { moved } from "./rule.ts";

/** Keeps public access true to a tree that changes: a move leaves no cut behind, a removal leaves nothing. */
export function publicAccessTreeListener<Stores extends PublicAccessStores>(): TreeListener<Stores> {
  return {
    moved: (stores, _caller, move) => keepFloor(stores, move),
    removed: ({ publicAccess }, _caller, nodes) => publicAccess.forget(nodes),
  };
}

/** The floors of what a node leaves behind go with it (public-access.md 4.4): moving out of a cut restores nothing. */
async function keepFloor(
  { publicAccess }: PublicAccessStores,
  { node, oldPlacedSeq, oldChain, seq }: Move,
): Promise<void> {
  const ref: NodeRef =
    node.type === "folder" ? { type: "folder", id: node.record.id } : { type: "document", id: node.record.id };
  const marks = await publicAccess.marks(ref);
  const above = await publicAccess.folderLinks(oldChain);
  const { floorSeq } = moved([{ ...marks, placedSeq: oldPlacedSeq }, ...above], seq);
  if (floorSeq !== marks.floorSeq) await publicAccess.raiseFloor(ref, floorSeq);
}
