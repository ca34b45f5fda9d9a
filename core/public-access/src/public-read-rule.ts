import type { NodeRef, ReadableItems, ReadRule, ResourceRef } from "@cartulary/documents";
import type { PublicAccessStores } from "./ports.ts";
import { publicItems } from "./public-items.ts";
import { explain } from "./rule.ts";

/** Lets every caller read public folders and documents by id (public-access.md, third access path). */
export function publicReadRule<Stores extends PublicAccessStores>(): ReadRule<Stores> {
  const isPublic: ReadRule<Stores> = async ({ publicAccess }, _caller, resource) => {
    const node = nodeOf(resource);
    const chain = node && (await publicAccess.chain(node));
    return chain !== null && explain(chain).public;
  };
  const readableItems: ReadableItems<Stores> = async ({ publicAccess }, _caller, id, limit) => {
    const chain = await publicAccess.chain({ type: "folder", id });
    return chain ? (await publicItems(publicAccess, id, chain, limit)).map((item) => item.id) : [];
  };
  return Object.assign(isPublic, { readableItems });
}

/** Returns `null` for a workspace, which is never public. */
function nodeOf({ type, id }: ResourceRef): NodeRef | null {
  return type === "workspace" ? null : ({ type, id } as NodeRef);
}
