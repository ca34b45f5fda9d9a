import {
  type DocumentId,
  FOLDER_ITEMS_MAX,
  type FolderId,
  type NamedContent,
  type NodeRef,
} from "@cartulary/documents";
import { existing, notFound, type Transact } from "@cartulary/kernel";
import type { NamedLink, PublicAccessStores, VisitedDocument, VisitedLink } from "./ports.ts";
import { publicItems } from "./public-items.ts";
import { type Chain, isPublic, type Way } from "./rule.ts";
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
      transact.single(async (stores) => {
        const { document, way, folderWay } = await publicDocument(stores, id);
        const { name, description, contentType, byteSize, updatedAt } = document;
        const folder = folderWay && isPublic(folderWay) ? parentIn(way) : null;
        return { id, name, description, contentType, byteSize, updatedAt, folder };
      }),

    content: (id) => transact.single(async (stores) => (await publicDocument(stores, id)).document),
  };
}

async function publicDocument({ publicAccess }: PublicAccessStores, id: DocumentId): Promise<VisitedDocument> {
  const visited = await publicAccess.publicDocument(id);
  if (!visited || !isPublic(visited.way)) throw notFound();
  return visited;
}

/** The chain of a node that is public. */
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

/** What the node of a chain lies in. */
function parentIn({ links: [, above] }: Way<VisitedLink>): PublicParent | null {
  return above ? { id: above.id as FolderId, name: above.name } : null;
}
