import type { FolderId } from "@cartulary/documents";
import { appendAll } from "@cartulary/kernel";
import type { Candidate, CandidateCursor, PublicAccessStore } from "./ports.ts";
import type { PublicItem } from "./public-records.ts";
import { type Chain, isPublic } from "./rule.ts";

/**
 * Returns the first `limit` public items directly in a folder: folders first, then by folded name and id. `chain` is
 * the folder's. Only stamped items are read.
 */
export async function publicItems(
  publicAccess: PublicAccessStore,
  id: FolderId,
  chain: Chain,
  limit: number,
): Promise<readonly PublicItem[]> {
  const found: PublicItem[] = [];
  let after: CandidateCursor | null = null;
  while (found.length < limit) {
    const page: readonly Candidate[] = await publicAccess.candidates(id, after, limit);
    appendAll(
      found,
      page.filter((candidate) => isPublicIn(candidate, chain)).map(({ item }) => item),
    );
    after = page.at(-1)?.item ?? null;
    if (page.length < limit) break;
  }
  return found.slice(0, limit);
}

/** Applies the rule to the chain of the candidate: its own link, then the folder's. */
function isPublicIn({ link, stamps }: Candidate, { links, complete }: Chain): boolean {
  const path = [link, ...links].map((each) => ({ ...each, stampSeq: stamps.get(each.id) ?? null }));
  return isPublic({ links: path, complete });
}
