import {
  type DocumentId,
  FOLDER_ITEMS_MAX,
  type FolderId,
  type NamedContent,
  type NodeRef,
} from "@cartulary/documents";
import { existing, notFound, type Transact } from "@cartulary/kernel";
import type { NamedLink, PublicAccessStores } from "./ports.ts";
import { publicItems } from "./public-items.ts";
import { type Chain, explain } from "./rule.ts";
import type { PublicDocument, PublicFolder, PublicParent } from "./visitor-records.ts";

/**
 * What anybody may read without saying who he is. Whatever is not public, in whatever way, is one and the same
 * `notFound`.
 */
export interface Visitors {
  folder(id: FolderId): Promise<PublicFolder>;
  document(id: DocumentId): Promise<PublicDocument>;
  /** The present content; older versions are never public. */
  content(id: DocumentId): Promise<NamedContent>;
}

/** Visitors over a database: they read and nothing else. */
export function createVisitors({ transact }: { readonly transact: Transact<PublicAccessStores> }): Visitors {
  return {
    folder: (id) =>
      transact.read(async (stores) => {
        const chain = await publicChain(stores, { type: "folder", id });
        const record = existing(await stores.publicAccess.publicFolder(id));
        // One more than is answered, so that it is known whether there are more.
        const items = await publicItems(stores.publicAccess, id, chain, FOLDER_ITEMS_MAX + 1);
        return {
          ...record,
          parent: await publicParent(stores, chain),
          items: items.slice(0, FOLDER_ITEMS_MAX),
          itemsTruncated: items.length > FOLDER_ITEMS_MAX,
        };
      }),

    document: (id) =>
      transact.read(async (stores) => {
        const chain = await publicChain(stores, { type: "document", id });
        const record = existing(await stores.publicAccess.publicDocument(id));
        return { ...record, folder: await publicParent(stores, chain) };
      }),

    content: (id) =>
      transact.read(async (stores) => {
        await publicChain(stores, { type: "document", id });
        return existing(await stores.publicAccess.publicContent(id));
      }),
  };
}

/** The chain of a node that is public. */
async function publicChain({ publicAccess }: PublicAccessStores, node: NodeRef): Promise<Chain<NamedLink>> {
  const chain = await publicAccess.chain(node);
  if (!chain || !explain(chain).public) throw notFound();
  return chain;
}

async function publicParent(
  { publicAccess }: PublicAccessStores,
  { links: [, above] }: Chain<NamedLink>,
): Promise<PublicParent | null> {
  if (!above) return null;
  const id = above.id as FolderId;
  const chain = await publicAccess.chain({ type: "folder", id });
  return chain && explain(chain).public ? { id, name: above.name } : null;
}
