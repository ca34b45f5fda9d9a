import type { Caller } from "@cartulary/kernel";
import { type Place, type Postings, RANKS, rankAtPosition, SEGMENT_SIZE } from "@cartulary/search";
import { sql } from "kysely";
import { type Source, statement } from "../engine/statement.ts";
import { readableLatest } from "./latest.ts";
import type { Sought } from "./matching.ts";
import type { FoundPlaces, Wanted } from "./places.ts";
import { type PostingsOfWord, postingsOfWords } from "./postings-of-words.ts";
import type { SearchTables } from "./tables.ts";
import { UNSEALED_MAX, unsealedHits } from "./unsealed.ts";

/**
 * A page of what has every word among what somebody may read: read first, since it is little beside all there is, and only
 * the sets of the segments that it lies in. `null` where a word is not common, or too much waits to be sealed.
 */
export async function amongReadable(
  source: Source<SearchTables>,
  caller: Caller,
  sought: Sought,
  { from, until }: Wanted,
): Promise<FoundPlaces | null> {
  if (!(await areAllCommon(source, sought))) return null;
  const readable = await readableLatest(source, caller);
  const postings = await postingsOfWords(source, sought, segmentsOf(readable));
  if (!postings) return null;
  const waiting = readable.some((place) => place < 0) ? await unsealedHits(source, sought) : [];
  const unsealed = new Map(waiting.map(({ place, rank }) => [place, RANKS.indexOf(rank)]));
  const byRank = RANKS.map((): Place[] => []);
  const rankAt = sealedRanks(postings);
  for (const place of readable) byRank[place < 0 ? (unsealed.get(place) ?? -1) : rankAt(place)]?.push(place);
  const found = byRank.flat();
  return { places: found.slice(from, until), total: found.length };
}

const segmentOf = (place: Place): number => Math.floor(place / SEGMENT_SIZE);

const segmentsOf = (places: readonly Place[]): readonly number[] => [
  ...new Set(places.filter((place) => place >= 0).map(segmentOf)),
];

/** How documents in slots rank. Each is in its slot now: what is gone needs no look. */
function sealedRanks(postings: readonly PostingsOfWord[]): (place: Place) => number {
  const bySegment = new Map<number, readonly Postings[] | null>();
  const wordsIn = (segment: number) => {
    const words = postings.flatMap((each) => each.get(segment) ?? []);
    return words.length === postings.length ? words : null;
  };
  return (place) => {
    const segment = segmentOf(place);
    if (!bySegment.has(segment)) bySegment.set(segment, wordsIn(segment));
    const words = bySegment.get(segment);
    return words ? rankAtPosition(words, place % SEGMENT_SIZE) : -1;
  };
}

interface CommonRow {
  readonly common: number;
  readonly unsealed: number;
}

const readingCommon = statement(({ db }: Source<SearchTables>, { words }: { readonly words: readonly string[] }) =>
  sql<CommonRow>`select
    (select count(*) from search_common_words where word in (${sql.join(words)})) as common,
    (select count(*) from (
      select 1 as one from search_numbers where slot is null limit ${sql.lit(UNSEALED_MAX + 1)}
    ) as few) as unsealed`.compile(db),
);

async function areAllCommon(source: Source<SearchTables>, { words }: Sought): Promise<boolean> {
  const { rows } = await readingCommon(source, { words: words.map((word) => word.trim()) }, undefined);
  const { common = 0, unsealed = 0 } = rows[0] ?? {};
  return common === words.length && unsealed <= UNSEALED_MAX;
}
