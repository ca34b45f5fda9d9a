import type { DocumentId } from "@cartulary/documents";
import { RANKED_WORDS_MAX, type RankedDocument } from "@cartulary/search";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Asker, grantedAmong, grantedParents, readableIds, type Subjects } from "../documents/access.ts";
import { contentRows, holders, inSet } from "../documents/tree.ts";
import type { Dialect } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { allHits, entries, firstMatch, inRows, isHit } from "./hits.ts";
import type { Sought } from "./sought.ts";
import type { SearchTables } from "./tables.ts";

/** Of the newest so many hits of a tier it is compared how near to each other their words are. */
export const RANKED_MAX = 200;

/**
 * How hits are found that the caller may read: all of them, where he may read everything; few hits are judged one by one;
 * where he may read little, it is looked whether that is a hit; else all he may read is compared with all hits.
 */
export type Way = "all" | "judged" | "looked up" | "compared";

/** Where a hit is among all. */
export interface Placed {
  readonly id: DocumentId;
  readonly grp: number;
  /** Among those of its group, the newest first, from 1. */
  readonly place: number;
  /** How many are before its group. */
  readonly before: number;
  readonly ranked: RankedDocument | null;
}

/** What is found, and those of it of which a page may consist. */
export interface PlacedHits {
  readonly total: number;
  readonly hits: readonly Placed[];
}

export interface Within {
  readonly from: number;
  readonly until: number;
}

interface PlacedRow {
  readonly total: number;
  readonly id: DocumentId | null;
  readonly grp: number;
  readonly place: number;
  readonly before: number;
  readonly name: string | null;
  readonly description: string | null;
  readonly text_words: string | null;
}

/** The hits from one on to another, and what they are compared with. */
export async function placed(
  source: Source<SearchTables>,
  { role, userId, groupIds }: Asker,
  sought: Sought,
  { from, until }: Within,
  way: Way,
): Promise<PlacedHits> {
  const { upTo, alone, phrases, unwantedPhrases, isRanked } = sought;
  const matches = way === "looked up" ? upTo : alone;
  const values = { userId, groupIds, matches, phrases, unwantedPhrases, from, until };
  const { rows } = await placing(source, values, `${role} ${way} ${isRanked ? "ranked" : ""}`);
  return { total: Number(rows[0]?.total ?? 0), hits: rows.flatMap(placedIn) };
}

const placedIn = (row: PlacedRow): readonly Placed[] =>
  row.id === null
    ? []
    : [
        {
          id: row.id,
          grp: Number(row.grp),
          place: Number(row.place),
          before: Number(row.before),
          ranked: rankedIn(row),
        },
      ];

export const rankedIn = (row: Pick<PlacedRow, "name" | "description" | "text_words">): RankedDocument | null =>
  row.name === null ? null : { name: row.name, description: row.description, textWords: row.text_words ?? "" };

interface PlacingValues extends Subjects, Within {
  readonly matches: readonly string[];
  readonly phrases: readonly string[];
  readonly unwantedPhrases: readonly string[];
}

const placing = statement(({ db, dialect }: Source<SearchTables>, values: PlacingValues, shape: string) => {
  const [role, ...how] = shape.split(" ");
  const isRanked = how.at(-1) === "ranked";
  const way = how.slice(0, -1).join(" ") as Way;
  const caller = { role: role as Asker["role"], userId: values.userId, groupIds: values.groupIds };
  const { begun, hits } = hitsBy(dialect, way, values.matches, caller);
  const isCompared = isRanked
    ? sql`or place <= ${sql.lit(RANKED_MAX)} and before < ${values.until}
        and before + compared_size > ${values.from}`
    : sql``;
  return sql<PlacedRow>`with ${begun} matching as materialized (${inRows(dialect, hits, values)}),
    sizes as materialized (
      select grp, case when count(*) < ${sql.lit(RANKED_MAX)} then count(*) else ${sql.lit(RANKED_MAX)} end as compared_size,
        sum(count(*)) over (order by grp) - count(*) as before
      from matching group by grp),
    placed as (
      select id, matching.grp, before, compared_size,
        row_number() over (partition by matching.grp order by changed_at desc, id desc) as place
      from matching cross join sizes where sizes.grp = matching.grp),
    page as (select * from placed where before + place > ${values.from} and before + place <= ${values.until} ${isCompared})
    select (select count(*) from matching) as total, page.id, page.grp, page.place, page.before, ${rankedColumns(isRanked, sql.ref("page.grp"))}
    from (select 1 as one) as always left join page on 1 = 1 ${rankedJoin(isRanked, sql.ref("page.id"))}
    order by page.grp, page.place`.compile(db);
});

/** What ranks are made of; of hits in names and descriptions no text is read. */
export function rankedColumns(isRanked: boolean, tier: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!isRanked) return sql`null as name, null as description, null as text_words`;
  return sql`documents.name, documents.description,
    case when ${tier} = 2 then substr(entry.text_words, 1, ${sql.lit(RANKED_WORDS_MAX)}) else '' end as text_words`;
}

export const rankedJoin = (isRanked: boolean, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  isRanked
    ? sql`left join documents on documents.id = ${id} left join search_entries as entry on entry.document_id = ${id}`
    : sql``;

interface Hits {
  /** Sets that a statement begins with. */
  readonly begun: RawBuilder<unknown>;
  readonly hits: RawBuilder<unknown>;
}

function hitsBy(dialect: Dialect, way: Way, matches: readonly string[], caller: Asker): Hits {
  const all = { from: entries(dialect).from, where: ALWAYS };
  if (way === "all") return { begun: sql``, hits: allHits(dialect, matches, all) };
  if (way === "judged") {
    const found = sql`found as materialized (${allHits(dialect, matches, all)}),`;
    return { begun: found, hits: sql`select * from found where ${isReadable(dialect, caller)}` };
  }
  const { from, hit } = entries(dialect);
  const isMine = readableIds(dialect, "documents", caller, (ids) => inSet(dialect, "entry.document_id", ids));
  const columns = dialect.name === "sqlite" ? sql`number, document_id, changed_at` : sql`document_id`;
  const begun = sql`mine as materialized (select ${columns} from ${from} where ${isMine}),`;
  if (way === "compared") return { begun, hits: allHits(dialect, matches, amongMine(dialect, hit)) };
  const mine = dialect.name === "sqlite" ? { from: sql`mine as entry`, where: ALWAYS } : amongMine(dialect, hit);
  return {
    begun,
    hits: sql`select entry.document_id as id, entry.changed_at, ${firstMatch(dialect, matches)} as grp
      from ${mine.from} where ${mine.where} and ${isHit(dialect, matches.at(-1) ?? "")}`,
  };
}

const ALWAYS = sql<SqlBool>`1 = 1`;

const amongMine = (dialect: Dialect, hit: RawBuilder<unknown>) =>
  dialect.name === "sqlite"
    ? { from: sql`mine as entry`, where: ALWAYS }
    : { from: sql`search_entries as entry`, where: sql<SqlBool>`${hit} in (select document_id from mine)` };

/** Whether a row of the set `found` is of a document that the caller may read, by what all of these lie in. */
function isReadable(dialect: Dialect, caller: Asker): RawBuilder<SqlBool> {
  const { from, where } = contentRows(dialect, "documents", holders(dialect, sql`select id from found`, "id"));
  const parents = grantedParents(dialect, caller, sql`select documents.* from ${from} where ${where}`);
  return inSet(
    dialect,
    "id",
    sql`select documents.id from ${from} where ${where} and ${grantedAmong(caller, parents)}`,
  );
}
