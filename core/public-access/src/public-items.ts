import type { FolderId } from "@cartulary/documents";
import { appendAll } from "@cartulary/kernel";
import type { Candidate, CandidateCursor, PublicAccessStore } from "./ports.ts";
import { type Chain, explain } from "./rule.ts";
import type { PublicItem } from "./visitor-records.ts";

/**
 * The first `limit` of a folder's direct content that are public: folders first, then by folded name and id. `chain` is
 * the folder's. What holds no stamp is not looked at.
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

/** The rule again, on the candidate's own link before those of the folder it lies in. */
function isPublicIn({ link, stamps }: Candidate, { links, complete }: Chain): boolean {
  const way = [link, ...links].map((each) => ({ ...each, stampSeq: stamps.get(each.id) ?? null }));
  return explain({ links: way, complete, stamped: true }).public;
}
