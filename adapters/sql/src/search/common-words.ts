import { appendAll } from "@cartulary/kernel";
import {
  type Bits,
  clearBit,
  type Place,
  RANKS,
  type RankedHits,
  rankedBits,
  rankedHits,
  SEGMENT_SIZE,
} from "@cartulary/search";
import { type SqlBool, sql } from "kysely";
import { millisecondsFrom, type StoredInstant } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { latestOfRank, type Span } from "./latest.ts";
import type { Sought } from "./matching.ts";
import type { FoundPlaces, Wanted } from "./places.ts";
import { postingsAsText, postingsIn } from "./postings-of-words.ts";
import { bitsReader } from "./stored-bits.ts";
import type { SearchTables } from "./tables.ts";
import { UNSEALED_MAX, type UnsealedHit, unsealedHits, waitingCount } from "./unsealed.ts";

/**
 * A page of what has all words, for whoever may read everything, where all are common: sets of documents are intersected and
 * counted, and only those of the page are looked at. `null` where a word is seldom, so that what has all of them are few;
 * and where too much waits to be sealed.
 */
export async function foundByCommonWords(
  source: Source<SearchTables>,
  sought: Sought,
  wanted: Wanted,
): Promise<FoundPlaces | null> {
  const words = sought.words.map((word) => word.trim());
  const { rows } = await readingAll(source, { words }, undefined);
  const common = rows.find(({ is_common }) => is_common !== null);
  if (!common?.is_common) return null;
  const segments = segmentsIn(rows);
  const postings = postingsIn(common.postings, words);
  const unsealed = common.unsealed ? await unsealedHits(source, sought) : [];
  const sealed = segments.flatMap(({ segment, live }) => {
    const all = postings.flatMap((each) => each.get(segment) ?? []);
    return all.length === postings.length ? [{ segment, byRank: rankedBits(all, live) }] : [];
  });
  return pageOf(source, rankedHits(sealed, unsealed), { segments, unsealed }, wanted);
}

/** A segment as it is now. */
interface Segment extends Span {
  readonly segment: number;
  readonly live: Bits;
}

/** All segments without what is gone from them. */
function segmentsIn(rows: readonly GatheredRow[]): readonly Segment[] {
  const segments = new Map<number, Segment>();
  const reader = bitsReader(rows.length);
  for (const { segment, oldest, latest, live, slot } of rows) {
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

/** A segment; or a slot that somebody left since; or, once, whether all words are common, how many wait, and postings. */
interface GatheredRow {
  readonly segment: number | null;
  readonly oldest: StoredInstant | null;
  readonly latest: StoredInstant | null;
  readonly live: string | null;
  readonly slot: number | null;
  readonly is_common: number | null;
  readonly unsealed: number | null;
  readonly postings: string | null;
}

/** All in one trip; where a word is not common, or too much waits, that alone. Segments come before what was left of them. */
const readingAll = statement(
  ({ db, dialect }: Source<SearchTables>, { words }: { readonly words: readonly string[] }) => {
    const nothing = (type: string) => sql`cast(null as ${sql.raw(type)})`;
    const { integer, instant } = dialect.types;
    const [no, noText, noMoment] = [nothing(integer), nothing("text"), nothing(instant)];
    const isCommon = sql<SqlBool>`(select common = ${sql.lit(words.length)} and unsealed <= ${sql.lit(UNSEALED_MAX)}
      from asked)`;
    return sql<GatheredRow>`with asked as materialized (
        select (select count(*) from search_common_words where word in (${sql.join(words)})) as common,
          (${waitingCount}) as unsealed
      )
      select segment, oldest, latest, live, ${no} as slot, ${no} as is_common, ${no} as unsealed, ${noText} as postings
        from search_segments where ${isCommon}
      union all select ${no}, ${noMoment}, ${noMoment}, ${noText}, slot, ${no}, ${no}, ${noText}
        from search_vacated where ${isCommon}
      union all select ${no}, ${noMoment}, ${noMoment}, ${noText}, ${no}, case when ${isCommon} then 1 else 0 end, unsealed,
        case when ${isCommon} then (${postingsAsText(dialect, words, sql`1 = 1`)}) end from asked`.compile(db);
  },
);

const spanOf = (moments: readonly number[]): Span =>
  moments.reduce<Span>(
    ({ oldest, latest }, moment) => ({ oldest: Math.min(oldest, moment), latest: Math.max(latest, moment) }),
    { oldest: Infinity, latest: -Infinity },
  );

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
    if (moments.length > 0) spans.push(spanOf(moments));
    appendAll(
      places,
      await latestOfRank(source, { hits, rank, count, spans, all: segments.length * SEGMENT_SIZE }, wanted),
    );
  }
  return { places, total: before };
}
