import { type Place, RANKS, rankByDepth, SEGMENT_SIZE } from "@cartulary/search";
import type { Source } from "../engine/statement.ts";
import type { Sought } from "./matching.ts";
import { type FoundPlaces, placesIn, type Wanted } from "./places.ts";
import { storedPostingsIn } from "./postings-of-words.ts";
import { depthIn } from "./stored-bits.ts";
import type { SearchTables } from "./tables.ts";
import { unsealedHits } from "./unsealed.ts";

/** Much that somebody may read, in the order of lists, and the sets of all words in the segments that it lies in. */
export interface ReadableText {
  readonly places: string;
  readonly postings: string | null;
}

/** A page of what has every word among what somebody may read: only the sets of the segments that this lies in are there. */
export async function amongReadable(
  source: Source<SearchTables>,
  sought: Sought,
  row: ReadableText,
  { from, until }: Wanted,
): Promise<FoundPlaces> {
  const readable = placesIn(row.places);
  const postings = storedPostingsIn(row.postings, sought.words.length);
  const waiting = readable.some((place) => place < 0) ? await unsealedHits(source, sought) : [];
  const unsealed = new Map(waiting.map(({ place, rank }) => [place, RANKS.indexOf(rank)]));
  const byRank = RANKS.map((): Place[] => []);
  const rankAt = sealedRanks(postings);
  for (const place of readable) byRank[place < 0 ? (unsealed.get(place) ?? -1) : rankAt(place)]?.push(place);
  const found = byRank.flat();
  return { places: found.slice(from, until), total: found.length };
}

/**
 * How documents in slots rank. Each is in its slot now: what is gone needs no look. They are few beside those that the sets
 * are of, which are not made for them.
 */
function sealedRanks(postings: ReturnType<typeof storedPostingsIn>): (place: Place) => number {
  return (place) => {
    const stored = postings.get(Math.floor(place / SEGMENT_SIZE));
    const position = place % SEGMENT_SIZE;
    return stored ? rankByDepth(stored, (each) => depthIn(each, position)) : -1;
  };
}
