import { type DocumentId, levelByRole } from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import {
  closenessFinder,
  compareCloseness,
  type FoundDocuments,
  type HitPage,
  type SearchFinder,
  type SearchTerms,
} from "@cartulary/search";
import type { SqlStatements } from "../engine/module.ts";
import type { Source } from "../engine/statement.ts";
import { countHits, sizes } from "./counting.ts";
import { type Placed, type PlacedHits, placed, RANKED_MAX, type Within } from "./placing.ts";
import { hitViewsAt } from "./showing.ts";
import { type SearchWords, searchWords } from "./sought.ts";
import type { SearchTables } from "./tables.ts";
import { walked } from "./walking.ts";

/** Limits that decide how a search reads the index, and where it ends. */
export interface SearchLimits {
  /** Hits are counted up to this number; a later page counts up to its own end. */
  readonly countedMax: number;
  /** Up to this number, the rights on each hit are checked one by one. */
  readonly judgedMax: number;
  /** A caller who may read at most this many documents: their terms are compared one by one. */
  readonly lookedUpMax: number;
  /** A caller who may read at most this many documents: they are intersected with all hits. */
  readonly comparedMax: number;
  /** Above this number of hits, Postgres first compares the documents that changed last. */
  readonly orderedMax: number;
  /** The largest number of documents that Postgres compares before it sorts all hits. */
  readonly passedMax: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  countedMax: 10_000,
  judgedMax: 100,
  lookedUpMax: 300,
  comparedMax: 10_000,
  orderedMax: 10_000,
  passedMax: 200,
};

/** A page of what a caller finds. */
export async function searchPage(
  source: Source<SearchTables>,
  caller: Caller,
  terms: SearchTerms,
  wanted: HitPage,
  limits: SearchLimits,
): Promise<FoundDocuments> {
  return (await counted(source, caller, terms, wanted, limits)).found;
}

/** A page, and whether it has all the documents that were counted for it a moment before. */
async function counted(
  source: Source<SearchTables>,
  caller: Caller,
  terms: SearchTerms,
  { page, perPage }: HitPage,
  limits: SearchLimits,
): Promise<{ readonly found: FoundDocuments; readonly isWhole: boolean }> {
  const { countedMax } = limits;
  const sought = searchWords(source.dialect, terms);
  const within = { from: (page - 1) * perPage, until: page * perPage };
  const { total, hits } = await hitsFor(source, caller, sought, within, limits);
  const ids = onPage(hits, terms, within);
  const items = await hitViewsAt(source, caller, terms, ids);
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
 * Finds pages without a transaction. Access is checked when a page is read; a page that is shorter than the count before
 * it is discarded.
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

/** The way that reads the least: of few hits, of little that the caller may read, or of much of both. */
async function hitsFor(
  source: Source<SearchTables>,
  caller: Caller,
  sought: SearchWords,
  within: Within,
  limits: SearchLimits,
): Promise<PlacedHits> {
  const { judgedMax, lookedUpMax, comparedMax } = limits;
  const match = sought.upTo.at(-1) ?? "";
  const mayReadAll = levelByRole(caller) !== null;
  const countedMax = Math.max(limits.countedMax, within.until);
  const sizesMax = { hitsMax: mayReadAll ? countedMax : judgedMax, readableMax: Math.max(lookedUpMax, comparedMax) };
  const { hits, readable } = await sizes(source, caller, match, sizesMax);
  if (hits === 0) return NOTHING;
  if (hits <= judgedMax) return placed(source, caller, sought, within, mayReadAll ? "all" : "judged");
  if (readable !== null && readable <= lookedUpMax) return placed(source, caller, sought, within, "looked up");
  if (readable !== null && readable <= comparedMax) return placed(source, caller, sought, within, "compared");
  // Phrases are not in the index: all that may have them is looked at.
  if (sought.phrases.length + sought.unwantedPhrases.length > 0) return placed(source, caller, sought, within, "all");
  const total = mayReadAll ? hits : await countHits(source, caller, match, countedMax + 1);
  return { total, hits: await walked(source, caller, sought, within, { ...limits, total }) };
}

/** The latest of each group by how near to each other their words are, where that is known, then the others. */
function onPage(hits: readonly Placed[], terms: SearchTerms, { from, until }: Within): readonly DocumentId[] {
  const closenessOf = closenessFinder(terms);
  const ids: DocumentId[] = [];
  for (const group of Map.groupBy(hits, ({ grp }) => grp).values()) {
    const compared = group
      .flatMap(({ id, place, words }) =>
        words !== null && place <= RANKED_MAX ? [{ id, closeness: closenessOf(words) }] : [],
      )
      .sort((one, other) => compareCloseness(one.closeness, other.closeness));
    const isCompared = new Set(compared.map(({ id }) => id));
    const inOrder = [...compared, ...group.filter(({ id }) => !isCompared.has(id))];
    const first = group[0] ? group[0].before + group[0].place - 1 : 0;
    for (const [at, { id }] of inOrder.entries()) if (first + at >= from && first + at < until) ids.push(id);
  }
  return ids;
}
