import { SEGMENT_SIZE } from "@cartulary/search";
import { type QueryCreator, type RawBuilder, type SqlBool, sql } from "kysely";
import { type Asker, grantedAmong, grantedParents, readableIds } from "../documents/access.ts";
import { contentRows, holders, inSet } from "../documents/tree.ts";
import type { Dialect } from "../engine/dialect.ts";
import type { Source } from "../engine/statement.ts";
import { bareWord, entriesOf, hasAllIn, hitsOf, isHit, rankIn, type Sought } from "./matching.ts";
import { ORDER, PLACE, placesAsText } from "./places.ts";
import { postingsWithin } from "./postings-of-words.ts";
import { depthAt } from "./stored-bits.ts";
import type { SearchTables } from "./tables.ts";
import { UNSEALED_MAX, waitingCount } from "./unsealed.ts";

/** Hits that are judged one by one; of more it is cheaper to know first what the caller may read. */
const JUDGED_MAX = 100;

/** So many look-ups of a document in the set of a word are left to the statement; of more, all is quicker ranked here. */
const LOOKED_UP_MAX = 256;

/** What somebody finds: what to begin a statement with, ids beside what they are sorted by, and what is said of all. */
export interface Matches {
  readonly begun: QueryCreator<Record<string, object>>;
  readonly matching: RawBuilder<unknown>;
  /** Selects {@link WholeColumns}. */
  readonly whole: RawBuilder<unknown>;
}

/** The one row that is said of all that is found: how much it is, or else of what it is to be found here. */
export interface WholeColumns {
  readonly found_total: number;
  readonly places: string | null;
  readonly postings: string | null;
}

/**
 * What somebody finds who may not read everything. Where a word is seldom the engine's own index has the hits, of which a
 * few are judged one by one, and many compared with what he may read. Where all words are common, what he may read is
 * looked up in their sets, and what waits to be sealed is looked at itself; but where he may read much, that and the sets
 * are answered, and nothing is found.
 *
 * Which way to go is found out on the way: a trip that only says so costs as much as a search.
 */
export function readableMatches(
  db: Source<SearchTables>["db"],
  dialect: Dialect,
  sought: Sought,
  caller: Asker,
): Matches {
  const { entries, hit } = entriesOf(dialect);
  const hits = hitsOf(dialect, sought);
  const bare = sought.words.map(bareWord);
  const words = sql.join(bare);
  const count = sql.lit(sought.words.length);
  const mine = readableIds(dialect, "documents", caller, (ids) => inSet(dialect, "document_id", ids));
  const lookedUpMax = Math.floor(LOOKED_UP_MAX / sought.words.length);
  const isLookedUp = sql`is_common = 1 and readable <= ${sql.lit(lookedUpMax)}`;
  const isAnswered = sql`is_common = 1 and readable > ${sql.lit(lookedUpMax)}`;
  const [areFew, areMany] = [sql`hits <= ${sql.lit(JUDGED_MAX)}`, sql`hits > ${sql.lit(JUDGED_MAX)}`];
  const judged = sql`${isHit(dialect, "found")} and ${isReadable(dialect, caller)}`;
  const waiting = sql`place < 0 and entry.document_id = mine.document_id and ${hasAllIn(dialect, sought.words)}`;
  const sets = {
    asked: sql`select case when common = ${count} and unsealed <= ${sql.lit(UNSEALED_MAX)} then 1 else 0 end as is_common
      from (select (select count(*) from search_common_words where word in (${words})) as common,
        (${waitingCount}) as unsealed) as counted`,
    found: sql`select ${hits.id} as hit ${onlyIf(dialect, sql`is_common = 0`, sql`asked`, hits)}`,
    ways: sql`select is_common, (select count(*) from (
      select 1 as one from found limit ${sql.lit(JUDGED_MAX + 1)}) as first) as hits from asked`,
    mine: sql`select ${hit} as hit, document_id, changed_at, ${PLACE} as place
      ${onlyIf(dialect, sql`(is_common = 1 or ${areMany})`, sql`ways`, { from: sql`search_numbers`, where: mine })}`,
    lengths: sql`select is_common, (select count(*) from (
      select 1 as one from mine limit ${sql.lit(lookedUpMax + 1)}) as first) as readable from ways`,
    ranked: sql`select document_id as id, changed_at, (${rankInSets(dialect, words, count)}) as rank
      ${onlyIf(dialect, isLookedUp, sql`lengths`, { from: sql`mine`, where: sql`place >= 0` })}`,
    looked_at: sql`select hit from mine intersect select hit from found
      union all select ${hit} ${onlyIf(dialect, areFew, sql`ways`, { from: entries, where: judged })}
      union all select hit
      ${onlyIf(dialect, isLookedUp, sql`lengths`, { from: sql`mine cross join search_entries as entry`, where: waiting })}`,
    matching: sql`select id, changed_at, rank from ranked where rank is not null
      union all select entry.document_id, entry.changed_at, ${rankIn(dialect, sought)} from ${entries}
      where ${isHit(dialect, "looked_at")}`,
  };
  const begun = Object.entries(sets).reduce(
    (before, [name, rows]) =>
      before.with(
        (set) => set(name).materialized(),
        () => sql<object>`(${rows})`,
      ) as unknown as Matches["begun"],
    db as unknown as Matches["begun"],
  );
  const segments = sql`select place / ${sql.lit(SEGMENT_SIZE)} from mine where place >= 0`;
  const answered = (text: RawBuilder<unknown>) => sql`case when ${isAnswered} then (${text}) end`;
  return {
    begun,
    matching: sql`select * from matching`,
    whole: sql`select (select count(*) from matching) as found_total,
      ${answered(placesAsText(dialect, sql`select place from mine order by ${ORDER}`))} as places,
      ${answered(postingsWithin(dialect, bare, segments))} as postings from lengths`,
  };
}

/**
 * `from … where …`, of which nothing is read unless the one row of a set says so: Postgres asks for it once, before all else;
 * SQLite, which would not, goes through that row first.
 */
function onlyIf(
  { name }: Dialect,
  condition: RawBuilder<unknown>,
  set: RawBuilder<unknown>,
  { from, where }: { readonly from: RawBuilder<unknown>; readonly where: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return name === "sqlite"
    ? sql`from ${set} cross join ${from} where ${condition} and ${where}`
    : sql`from ${from} where (select ${condition} from ${set}) and ${where}`;
}

/** Whether an entry of the hits in the set `found` is of a document that the caller may read, by what these lie in. */
function isReadable(dialect: Dialect, caller: Asker): RawBuilder<SqlBool> {
  const ids = sql`select entry.document_id as id from ${entriesOf(dialect).entries} where ${isHit(dialect, "found")}`;
  const { from, where } = contentRows(dialect, "documents", holders(dialect, ids, "id"));
  const parents = grantedParents(dialect, caller, sql`select documents.* from ${from} where ${where}`);
  const judged = grantedAmong(caller, parents);
  return inSet(dialect, "entry.document_id", sql`select documents.id from ${from} where ${where} and ${judged}`);
}

/** `rankOf` (core/search) of what is in a slot, by the sets of its segment; null of what has not every word. */
function rankInSets(dialect: Dialect, words: RawBuilder<unknown>, count: RawBuilder<unknown>): RawBuilder<unknown> {
  const size = sql.lit(SEGMENT_SIZE);
  return sql`select case when count(*) = ${count} and min(depth) > 0 then 3 * (3 - min(depth)) + 3 - max(depth) end
    from (select ${depthAt(dialect, sql`place % ${size}`)} as depth from search_postings
      where word in (${words}) and segment = place / ${size} limit ${count}) as each`;
}
