import type { DocumentId, FolderId, NodeRef, OtherReader, ReadsInside, ResourceRef } from "@cartulary/documents";
import type { PublicAccessStores } from "./ports.ts";
import { publicItems } from "./public-items.ts";
import { explain } from "./rule.ts";

/** Lets in whoever asks for what is public, by its id (public-access.md, third access path). */
export function publicReader<Stores extends PublicAccessStores>(): OtherReader<Stores> {
  const isPublic: OtherReader<Stores> = async ({ publicAccess }, _caller, resource) => {
    const node = nodeOf(resource);
    const chain = node && (await publicAccess.chain(node));
    return chain !== null && explain(chain).public;
  };
  const inside: ReadsInside<Stores> = async ({ publicAccess }, _caller, id, limit) => {
    const chain = await publicAccess.chain({ type: "folder", id });
    return chain ? (await publicItems(publicAccess, id, chain, limit)).map((item) => item.id) : [];
  };
  return Object.assign(isPublic, { inside });
}

/** A workspace is never public. */
function nodeOf({ type, id }: ResourceRef): NodeRef | null {
  if (type === "workspace") return null;
  return type === "folder" ? { type, id: id as FolderId } : { type, id: id as DocumentId };
}
