import { type DocumentId, levelByRole } from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import {
  compareRanks,
  type FoundDocuments,
  type FoundPage,
  type RankedDocument,
  ranker,
  type SearchFinder,
  type SearchTerms,
} from "@cartulary/search";
import type { SqlStatements } from "../engine/module.ts";
import type { Source } from "../engine/statement.ts";
import { counts, sizes } from "./counting.ts";
import { type Placed, type PlacedHits, placed, RANKED_MAX, type Way, type Within } from "./placing.ts";
import { shownAt } from "./showing.ts";
import { type Sought, soughtOf } from "./sought.ts";
import type { SearchTables } from "./tables.ts";
import { walked } from "./walking.ts";

/** Where a search goes another way, or ends. */
export interface SearchLimits {
  /** What is found is counted up to so many; a later page counts as far as it reaches. */
  readonly countedMax: number;
  /** Hits that are judged one by one; of more it is cheaper to know first what the caller may read. */
  readonly judgedMax: number;
  /** Where somebody may read no more than this, it is looked whether that is a hit. */
  readonly lookedUpMax: number;
  /** More hits than this are not put in order: documents are passed in theirs. */
  readonly orderedMax: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  countedMax: 10_000,
  judgedMax: 100,
  lookedUpMax: 1_000,
  orderedMax: 4_000,
};

/** A page of what a caller finds. */
export async function foundBy(
  source: Source<SearchTables>,
  caller: Caller,
  terms: SearchTerms,
  wanted: FoundPage,
  limits: SearchLimits,
): Promise<FoundDocuments> {
  return (await counted(source, caller, terms, wanted, limits)).found;
}

/** A page, and whether it has all the documents that were counted for it a moment before. */
async function counted(
  source: Source<SearchTables>,
  caller: Caller,
  terms: SearchTerms,
  { page, perPage }: FoundPage,
  limits: SearchLimits,
): Promise<{ readonly found: FoundDocuments; readonly isWhole: boolean }> {
  const { countedMax } = limits;
  const sought = soughtOf(source.dialect, terms);
  const within = { from: (page - 1) * perPage, until: page * perPage };
  const { total, hits } =
    levelByRole(caller) === null
      ? await amongReadable(source, caller, sought, within, limits)
      : await amongAll(source, caller, sought, within, limits);
  const ids = onPage(hits, terms, within);
  const items = await shownAt(source, caller, terms, ids);
  const found = {
    items,
    total: Math.min(total, countedMax),
    isTotalExact: total <= countedMax,
    hasMore: total > within.until,
    ...{ page, perPage },
  };
  return { found, isWhole: items.length === Math.max(0, Math.min(perPage, total - within.from)) };
}

/**
 * The same without a transaction. What a page shows is judged when it is read; a page that is shorter than what was counted
 * before is not answered.
 */
export function createSearchFinder({ ask }: SqlStatements<SearchTables>, limits: SearchLimits): SearchFinder {
  return {
    find: (caller, terms, wanted) =>
      ask(async (source) => {
        const { found, isWhole } = await counted(source, caller, terms, wanted, limits);
        return isWhole ? found : null;
      }),
  };
}

const NOTHING: PlacedHits = { total: 0, hits: [] };

async function amongReadable(
  source: Source<SearchTables>,
  caller: Caller,
  sought: Sought,
  within: Within,
  { judgedMax, lookedUpMax }: SearchLimits,
): Promise<PlacedHits> {
  const sizesMax = { hitsMax: judgedMax, readableMax: lookedUpMax };
  const { hits, readable } = await sizes(source, caller, sought, sizesMax);
  if (hits === 0) return NOTHING;
  const way: Way = hits <= judgedMax ? "judged" : readable <= lookedUpMax ? "looked up" : "compared";
  return placed(source, caller, sought, within, way);
}

/** For who may read everything. Phrases are not in the index: all that may have them is looked at. */
async function amongAll(
  source: Source<SearchTables>,
  caller: Caller,
  sought: Sought,
  within: Within,
  { countedMax, orderedMax }: SearchLimits,
): Promise<PlacedHits> {
  const groups = await counts(source, sought, Math.max(countedMax, orderedMax, within.until));
  const total = groups.reduce((sum, count) => sum + count, 0);
  if (total === 0) return NOTHING;
  if (total <= orderedMax || sought.phrases.length + sought.unwantedPhrases.length > 0)
    return placed(source, caller, sought, within, "all");
  const hits: Placed[] = [];
  let before = 0;
  for (const [grp, count] of groups.entries()) {
    const [from, until] = [Math.max(0, within.from - before), Math.min(within.until - before, count)];
    if (from < until) {
      const isRanked = sought.isRanked && from < RANKED_MAX;
      const offset = isRanked ? 0 : from;
      const limit = Math.max(until, isRanked ? RANKED_MAX : 0) - offset;
      const [match, tier] = [sought.alone[grp] ?? "", sought.tiers[grp] ?? 2];
      const found = await walked(source, { match, limit, offset, tier, areMany: count > orderedMax, isRanked });
      for (const [at, each] of found.entries()) hits.push({ ...each, grp, before, place: offset + at + 1 });
    }
    before += count;
  }
  return { total, hits };
}

/** The newest of each group by how near to each other their words are, where that is known, then the others. */
function onPage(hits: readonly Placed[], terms: SearchTerms, { from, until }: Within): readonly DocumentId[] {
  const rank = ranker(terms);
  const ids: DocumentId[] = [];
  for (const group of Map.groupBy(hits, ({ grp }) => grp).values()) {
    const compared = group
      .flatMap((hit) => (hit.ranked !== null && hit.place <= RANKED_MAX ? { ...hit, rank: rankIn(hit.ranked) } : []))
      .sort((one, other) => compareRanks(one.rank, other.rank));
    const isCompared = new Set(compared.map(({ id }) => id));
    const inOrder = [...compared, ...group.filter(({ id }) => !isCompared.has(id))];
    const first = group[0] ? group[0].before + group[0].place - 1 : 0;
    for (const [at, { id }] of inOrder.entries()) if (first + at >= from && first + at < until) ids.push(id);
  }
  return ids;

  /** The tier is the group's. */
  function rankIn(document: RankedDocument) {
    return { ...rank(document), tier: 0 as const };
  }
}
