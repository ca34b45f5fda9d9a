import type { FolderId, NodeRef } from "@cartulary/documents";
import { requireRoot, selfOf } from "./chain.ts";
import type { Counts, NamedLink, PublicAccessStores } from "./ports.ts";
import { type Chain, explain, walkStart } from "./rule.ts";
import {
  type ExclusionRef,
  type PublicAccessState,
  type RootRef,
  type Scope,
  STATE_LIMIT_DEFAULT,
  type SubtreeCounts,
} from "./state.ts";

interface Detail {
  readonly grantedCount: number | null;
  /** Maximum of listed samples and of listed exclusions; {@link STATE_LIMIT_DEFAULT} when absent. */
  readonly limit?: number | undefined;
}

/** Returns the state of a node. The chain must have been read in the same transaction. */
export async function describeState(
  stores: PublicAccessStores,
  node: NodeRef,
  chain: Chain<NamedLink>,
  { grantedCount, limit = STATE_LIMIT_DEFAULT }: Detail,
): Promise<PublicAccessState> {
  const { root, exclusion, reason, ...found } = explain(chain);
  return {
    resourceType: node.type,
    resourceId: node.id,
    public: found.public,
    isRoot: selfOf(chain).publishedSeq !== null,
    root: root && rootRef(root),
    excluded: exclusion !== null,
    exclusion: exclusion && exclusionRef(exclusion, exclusion.id !== node.id),
    reason,
    grantedCount,
    ...(node.type === "folder" ? await contentOf(stores, node.id, chain, limit) : NO_CONTENT),
  };
}

type Content = Pick<PublicAccessState, "exclusions" | "exclusionsCount" | "subtree" | "unstampedSample">;

const NO_CONTENT: Content = { exclusions: [], exclusionsCount: 0, subtree: null, unstampedSample: [] };

async function contentOf(
  { publicAccess }: PublicAccessStores,
  folderId: FolderId,
  chain: Chain<NamedLink>,
  limit: number,
): Promise<Content> {
  const start = walkStart(chain);
  const subtree = subtreeOf(await publicAccess.counts(folderId, start));
  const { items, count } = await publicAccess.exclusions(folderId, limit);
  return {
    exclusions: items,
    exclusionsCount: count,
    subtree,
    unstampedSample: subtree.unstamped > 0 ? await publicAccess.unstamped(folderId, start, limit) : [],
  };
}

function subtreeOf(counts: Counts): SubtreeCounts {
  const { folders, documents } = counts;
  const total = folders + documents;
  const excluded = counts.excludedFolders + counts.excludedDocuments;
  return { total, folders, documents, public: counts.public, unstamped: total - counts.public - excluded, excluded };
}

function rootRef({ id, name, publication }: NamedLink): RootRef {
  if (!publication) throw new TypeError(`The root ${id} was never published`);
  return { id: id as FolderId, name, publishedAt: publication.at, publishedBy: publication.by };
}

function exclusionRef({ type, id, name, exclusion }: NamedLink, inherited: boolean): ExclusionRef {
  if (!exclusion) throw new TypeError(`The node ${id} was never excluded`);
  return {
    resourceType: type,
    resourceId: id,
    name,
    inherited,
    excludedAt: exclusion.at,
    excludedBy: exclusion.by,
  };
}

/** Actions that support a dry run. */
export type DryRunAction = "publish" | "publish alone" | "propagate" | "exclude";

/** Returns the current state of a node and what an action would reach. Throws what the action would throw. */
export async function dryRun(
  stores: PublicAccessStores,
  node: NodeRef,
  chain: Chain<NamedLink>,
  act: DryRunAction,
): Promise<PublicAccessState> {
  if (act === "propagate") requireRoot(chain);
  const state = await describeState(stores, node, chain, { grantedCount: null });
  return { ...state, scope: await scopeOf(stores, node, chain, act) };
}

const NOTHING: Scope = { folders: 0, documents: 0, alreadyPublic: 0, excluded: 0 };

async function scopeOf(
  { publicAccess }: PublicAccessStores,
  node: NodeRef,
  chain: Chain<NamedLink>,
  act: DryRunAction,
): Promise<Scope> {
  const { public: isPublic, exclusion } = explain(chain);
  const own = selfOf(chain);
  const alreadyPublic = isPublic ? 1 : 0;
  if ((act === "publish" || act === "publish alone") && own.publishedSeq !== null) return NOTHING;
  if (act === "publish alone") return { ...NOTHING, folders: 1, alreadyPublic };
  if (node.type === "document")
    return { ...NOTHING, ...(exclusion ? { excluded: 1 } : { documents: 1, alreadyPublic }) };
  // A publication lifts the folder's own exclusion. An exclusion above it stays; then nothing is stamped.
  const { links, ...rest } = chain;
  const start = walkStart(
    act === "publish" ? { ...rest, links: [{ ...own, excludedSeq: null }, ...links.slice(1)] } : chain,
  );
  const counts = await publicAccess.counts(node.id, start);
  const cut = counts.excludedFolders + counts.excludedDocuments + (start.isExcluded ? 1 : 0);
  return {
    folders: counts.folders - counts.excludedFolders + (start.isExcluded ? 0 : 1),
    documents: counts.documents - counts.excludedDocuments,
    alreadyPublic: own.excludedSeq === null ? counts.public + alreadyPublic : 0,
    excluded: cut,
  };
}
