import type { Caller } from "@cartulary/kernel";
import { type Place, RANKS, rankByDepth, SEGMENT_SIZE } from "@cartulary/search";
import { sql } from "kysely";
import { readableIds, type Subjects } from "../documents/access.ts";
import { inSet } from "../documents/tree.ts";
import { type Source, statement } from "../engine/statement.ts";
import type { Sought } from "./matching.ts";
import { type FoundPlaces, ORDER, PLACE, placesAsText, placesIn, type Wanted } from "./places.ts";
import { postingsAsText, storedPostingsIn } from "./postings-of-words.ts";
import { depthIn } from "./stored-bits.ts";
import type { SearchTables } from "./tables.ts";
import { UNSEALED_MAX, unsealedHits, waitingCount } from "./unsealed.ts";

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
  const { userId, groupIds, role } = caller;
  const words = sought.words.map((word) => word.trim());
  const [row] = (await reading(source, { words, userId, groupIds }, role)).rows;
  if (!row?.is_common) return null;
  const readable = placesIn(row.places);
  const postings = storedPostingsIn(row.postings, words.length);
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

interface ReadRow {
  readonly is_common: number;
  readonly places: string | null;
  readonly postings: string | null;
}

/** All in one trip, and none of it but the first column where a word is not common. */
const reading = statement(
  (
    { db, dialect }: Source<SearchTables>,
    { words, ...subjects }: Subjects & { readonly words: readonly string[] },
    role: Caller["role"],
  ) => {
    const mine = readableIds(dialect, "documents", { role, ...subjects }, (ids) => inSet(dialect, "document_id", ids));
    const within = sql`select place / ${sql.lit(SEGMENT_SIZE)} from readable where place >= 0`;
    const isCommon = sql`common = ${sql.lit(words.length)} and unsealed <= ${sql.lit(UNSEALED_MAX)}`;
    return sql<ReadRow>`with readable as materialized (
        select ${PLACE} as place, changed_at, document_id from search_numbers where ${mine}
      ), asked as materialized (
        select (select count(*) from search_common_words where word in (${sql.join(words)})) as common,
          (${waitingCount}) as unsealed
      )
      select case when ${isCommon} then 1 else 0 end as is_common,
        case when ${isCommon} then (${placesAsText(dialect, sql`select place from readable order by ${ORDER}`)}) end
          as places,
        case when ${isCommon} then (${postingsAsText(dialect, words, inSet(dialect, "segment", within))}) end as postings
      from asked`.compile(db);
  },
);
