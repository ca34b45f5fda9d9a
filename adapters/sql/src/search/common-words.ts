import { levelByRole } from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import {
  type Bits,
  clearBit,
  type FoundPage,
  type Place,
  RANKS,
  type RankedHits,
  rankedBits,
  rankedHits,
  SEGMENT_SIZE,
} from "@cartulary/search";
import { sql } from "kysely";
import { millisecondsFrom, type StoredInstant } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { amongReadable } from "./among-readable.ts";
import { latestOfRank, type Span } from "./latest.ts";
import type { Sought } from "./matching.ts";
import type { FoundPlaces, Wanted } from "./places.ts";
import { postingsOfWords } from "./postings-of-words.ts";
import { bitsReader } from "./stored-bits.ts";
import type { SearchTables } from "./tables.ts";
import { UNSEALED_MAX, type UnsealedHit, unsealedHits } from "./unsealed.ts";

/**
 * A page of what somebody finds, where all words are common: sets of documents are intersected and counted, and only those
 * of the page are looked at. `null` where a word is seldom, so that what has all of them are few; and where too much waits
 * to be sealed.
 */
export function foundByCommonWords(
  source: Source<SearchTables>,
  caller: Caller,
  sought: Sought,
  { page, perPage }: FoundPage,
): Promise<FoundPlaces | null> {
  const wanted = { from: (page - 1) * perPage, until: page * perPage };
  return levelByRole(caller) === null
    ? amongReadable(source, caller, sought, wanted)
    : amongAll(source, sought, wanted);
}

async function amongAll(source: Source<SearchTables>, sought: Sought, wanted: Wanted): Promise<FoundPlaces | null> {
  const postings = await postingsOfWords(source, sought);
  const segments = postings && (await segmentsNow(source));
  if (!postings || !segments) return null;
  const unsealed = await unsealedHits(source, sought);
  const sealed = segments.flatMap(({ segment, live }) => {
    const words = postings.flatMap((each) => each.get(segment) ?? []);
    return words.length === postings.length ? [{ segment, byRank: rankedBits(words, live) }] : [];
  });
  return pageOf(source, rankedHits(sealed, unsealed), { segments, unsealed }, wanted);
}

/** A segment as it is now. */
interface Segment extends Span {
  readonly segment: number;
  readonly live: Bits;
}

/** All segments without what is gone from them; `null` where too much is in none. */
async function segmentsNow(source: Source<SearchTables>): Promise<readonly Segment[] | null> {
  const { rows } = await readingSegments(source, {}, undefined);
  const segments = new Map<number, Segment>();
  const reader = bitsReader(rows.length);
  for (const { segment, oldest, latest, live, slot, unsealed } of rows) {
    if (unsealed !== null && unsealed > UNSEALED_MAX) return null;
    if (slot !== null) vacate(segments, slot);
    if (segment === null || oldest === null || latest === null || live === null) continue;
    segments.set(segment, {
      segment,
      oldest: millisecondsFrom(oldest),
      latest: millisecondsFrom(latest),
      live: reader.bits(live),
    });
  }
  return [...segments.values()];
}

function vacate(segments: ReadonlyMap<number, Segment>, slot: number): void {
  const left = segments.get(Math.floor(slot / SEGMENT_SIZE));
  if (left) clearBit(left.live, slot % SEGMENT_SIZE);
}

/** A segment; or a slot that somebody left since; or how much is in none. */
interface SegmentRow {
  readonly segment: number | null;
  readonly oldest: StoredInstant | null;
  readonly latest: StoredInstant | null;
  readonly live: string | null;
  readonly slot: number | null;
  readonly unsealed: number | null;
}

const readingSegments = statement(({ db, dialect: { types } }: Source<SearchTables>) => {
  const [noMoment, no] = [sql`cast(null as ${sql.raw(types.instant)})`, sql`cast(null as ${sql.raw(types.integer)})`];
  return sql<SegmentRow>`
      select segment, oldest, latest, live, ${no} as slot, ${no} as unsealed from search_segments
      union all select null, ${noMoment}, ${noMoment}, null, slot, null from search_vacated
      union all select null, ${noMoment}, ${noMoment}, null, null, count(*) from (
        select 1 as one from search_numbers where slot is null limit ${sql.lit(UNSEALED_MAX + 1)}
      ) as few`.compile(db);
});

/** Each rank is counted; those that the page is of are put in order. */
async function pageOf(
  source: Source<SearchTables>,
  hits: RankedHits,
  { segments, unsealed }: { readonly segments: readonly Segment[]; readonly unsealed: readonly UnsealedHit[] },
  { from, until }: Wanted,
): Promise<FoundPlaces> {
  const places: Place[] = [];
  let before = 0;
  for (const [rank, count] of hits.counts.entries()) {
    const wanted = { from: Math.max(from - before, 0), until: Math.min(until - before, count) };
    before += count;
    if (wanted.from >= wanted.until) continue;
    const within = new Set(hits.segmentsAt(rank));
    const moments = unsealed.filter((each) => each.rank === RANKS[rank]).map(({ moment }) => moment);
    const spans: Span[] = segments.filter(({ segment }) => within.has(segment));
    if (moments.length > 0) spans.push({ oldest: Math.min(...moments), latest: Math.max(...moments) });
    places.push(
      ...(await latestOfRank(source, { hits, rank, count, spans, all: segments.length * SEGMENT_SIZE }, wanted)),
    );
  }
  return { places, total: before };
}
