import { instantOf } from "@cartulary/kernel";
import type { Place, RankedHits } from "@cartulary/search";
import { sql } from "kysely";
import type { StoredInstant } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { numbersAt, ORDER, PLACE, placesAsText, placesIn, type SentPlaces, sentPlaces } from "./places.ts";
import type { SearchTables } from "./tables.ts";

/** Moments, in milliseconds, both included. */
export interface Span {
  readonly oldest: number;
  readonly latest: number;
}

/** The hits of one rank: where they may be, and how many there are among how many documents. */
interface OfRank {
  readonly hits: RankedHits;
  readonly rank: number;
  readonly count: number;
  readonly spans: readonly Span[];
  readonly all: number;
}

/** Looking a hit up costs as much as going past so many documents in their order. */
const PASSED_FOR_ONE = 4;
const STEP_MIN = 64;
const STEP_MAX = 8_192;

/** Some of the hits of one rank, in the order of their latest changes, of which the latest is first. */
export async function latestOfRank(
  source: Source<SearchTables>,
  ofRank: OfRank,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<readonly Place[]> {
  const { hits, rank, count, all } = ofRank;
  const expected = Math.ceil((until * all) / count);
  if (count * PASSED_FOR_ONE <= expected) return latestOf(source, hits.placesAt(rank), { from, until });
  const found: Place[] = [];
  let step = Math.min(Math.max(expected, STEP_MIN), STEP_MAX);
  for (const { oldest, latest } of merged(ofRank.spans)) {
    for (let passed = 0, more = true; more; passed += step, step = Math.min(step * 2, STEP_MAX)) {
      const places = await passing(source, { oldest, latest }, { limit: step, offset: passed });
      for (const place of places) if (hits.rankAt(place) === rank) found.push(place);
      if (found.length >= until) return found.slice(from, until);
      more = places.length === step;
    }
  }
  return found.slice(from, until);
}

/** The same moments as spans that have none in common, the latest first. */
function merged(spans: readonly Span[]): readonly Span[] {
  const apart: Span[] = [];
  for (const span of spans.toSorted((left, right) => right.latest - left.latest)) {
    const before = apart.at(-1);
    if (!before || span.latest < before.oldest) apart.push(span);
    else if (span.oldest < before.oldest) apart[apart.length - 1] = { ...before, oldest: span.oldest };
  }
  return apart;
}

const readingPassed = statement(
  (
    { db, dialect }: Source<SearchTables>,
    span: Readonly<Record<"oldest" | "latest", StoredInstant>> & Readonly<Record<"limit" | "offset", number>>,
  ) =>
    placesAsText(
      dialect,
      sql`select ${PLACE} as place from search_numbers
        where changed_at <= ${span.latest} and changed_at >= ${span.oldest}
        order by ${ORDER} limit ${span.limit} offset ${span.offset}`,
    ).compile(db),
);

async function passing(
  source: Source<SearchTables>,
  { oldest, latest }: Span,
  some: { readonly limit: number; readonly offset: number },
): Promise<readonly Place[]> {
  const stored = (moment: number) => source.dialect.instant(instantOf(moment));
  const values = { oldest: stored(oldest), latest: stored(latest), ...some };
  return placesIn((await readingPassed(source, values, undefined)).rows[0]?.places);
}

const readingSome = statement(
  ({ db, dialect }: Source<SearchTables>, some: SentPlaces & Readonly<Record<"limit" | "offset", number>>) =>
    placesAsText(
      dialect,
      sql`select ${PLACE} as place from search_numbers where number in (${numbersAt(dialect, some)})
        order by ${ORDER} limit ${some.limit} offset ${some.offset}`,
    ).compile(db),
);

async function latestOf(
  source: Source<SearchTables>,
  places: readonly Place[],
  { from, until }: { readonly from: number; readonly until: number },
): Promise<readonly Place[]> {
  const values = { ...sentPlaces(places), limit: until - from, offset: from };
  return placesIn((await readingSome(source, values, undefined)).rows[0]?.places);
}
