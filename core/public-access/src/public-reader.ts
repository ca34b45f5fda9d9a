import type { DocumentId, FolderId, NodeRef, OtherReader, ResourceRef } from "@cartulary/documents";
import type { PublicAccessStores } from "./ports.ts";
import { explain } from "./rule.ts";

/** Lets in whoever asks for what is public, by its id (public-access.md, third access path). */
export function publicReader<Stores extends PublicAccessStores>(): OtherReader<Stores> {
  return async ({ publicAccess }, _caller, resource) => {
    const node = nodeOf(resource);
    const chain = node && (await publicAccess.chain(node));
    return chain !== null && explain(chain).public;
  };
}

/** A workspace is never public. */
function nodeOf({ type, id }: ResourceRef): NodeRef | null {
  if (type === "workspace") return null;
  return type === "folder" ? { type, id: id as FolderId } : { type, id: id as DocumentId };
}
