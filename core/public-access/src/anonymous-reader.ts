import {
  type DocumentId,
  FOLDER_ITEMS_MAX,
  type FolderId,
  type NamedContent,
  type NodeRef,
} from "@cartulary/documents";
import { notFound, orNotFound, type Transact } from "@cartulary/kernel";
import type { NamedLink, PublicAccessStores, PublicDocumentLookup, PublicLink } from "./ports.ts";
import { publicItems } from "./public-items.ts";
import type { PublicDocument, PublicFolder, PublicParent } from "./public-records.ts";
import { type AncestorLinks, type Chain, isPublic } from "./rule.ts";

/**
 * Reads public folders and documents without authentication. Throws the same `notFound` for everything that is not
 * public.
 */
export interface AnonymousReader {
  folder(id: FolderId): Promise<PublicFolder>;
  document(id: DocumentId): Promise<PublicDocument>;
  /** Returns the current content; older versions are never public. */
  content(id: DocumentId): Promise<NamedContent>;
}

export function createAnonymousReader({
  transact,
}: {
  readonly transact: Transact<PublicAccessStores>;
}): AnonymousReader {
  return {
    folder: (id) =>
      transact.read(async (stores) => {
        const chain = await publicChain(stores, { type: "folder", id });
        const record = orNotFound(await stores.publicAccess.publicFolder(id));
        // Reads one item more than it returns, to know whether there are more.
        const items = await publicItems(stores.publicAccess, id, chain, FOLDER_ITEMS_MAX + 1);
        return {
          ...record,
          parent: await publicParent(stores, chain),
          items: items.slice(0, FOLDER_ITEMS_MAX),
          itemsTruncated: items.length > FOLDER_ITEMS_MAX,
        };
      }),

    document: (id) =>
      transact.single(async (stores) => {
        const { document, chain, folderChain } = await publicDocument(stores, id);
        const { name, description, contentType, byteSize, updatedAt } = document;
        const folder = folderChain && isPublic(folderChain) ? parentIn(chain) : null;
        return { id, name, description, contentType, byteSize, updatedAt, folder };
      }),

    content: (id) => transact.single(async (stores) => (await publicDocument(stores, id)).document),
  };
}

async function publicDocument({ publicAccess }: PublicAccessStores, id: DocumentId): Promise<PublicDocumentLookup> {
  const visited = await publicAccess.publicDocument(id);
  if (!visited || !isPublic(visited.chain)) throw notFound();
  return visited;
}

/** Returns the chain of a node; throws 404 unless the node is public. */
async function publicChain({ publicAccess }: PublicAccessStores, node: NodeRef): Promise<Chain<NamedLink>> {
  const chain = await publicAccess.chain(node);
  if (!chain || !isPublic(chain)) throw notFound();
  return chain;
}

async function publicParent(
  { publicAccess }: PublicAccessStores,
  chain: Chain<NamedLink>,
): Promise<PublicParent | null> {
  const parent = parentIn(chain);
  const above = parent && (await publicAccess.chain({ type: "folder", id: parent.id }));
  return above && isPublic(above) ? parent : null;
}

/** Returns the folder that contains the node of a chain. */
function parentIn({ links: [, above] }: AncestorLinks<PublicLink>): PublicParent | null {
  return above ? { id: above.id as FolderId, name: above.name } : null;
}
