import type { DocumentId } from "@cartulary/documents";
import { RANKED_WORDS_MAX } from "@cartulary/search";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  documentReadability,
  isReadableByGrants,
  readableIds,
  readableParentIds,
  type SqlCaller,
  type Subjects,
} from "../documents/access.ts";
import { contentRows, parentSet } from "../documents/tree.ts";
import type { Dialect } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { type CheckedClause, entryCheck } from "./entry-check.ts";
import { allHits, inRows, type Phrases } from "./hits.ts";
import type { SearchWords } from "./sought.ts";
import type { SearchTables } from "./tables.ts";
import type { Level } from "./terms.ts";

/** Of the latest so many hits of a tier it is compared how near to each other their words are. */
export const RANKED_MAX = 100;

/**
 * How hits are found that the caller may read: all of them; few hits are judged one by one; where he may read little, the
 * terms of each of that are looked at; where he may read some more, its numbers are compared with those of all hits.
 */
export type Way = "all" | "judged" | "looked up" | "compared";

/** A hit with its position among all hits. */
export interface Placed {
  readonly id: DocumentId;
  readonly grp: number;
  /** Position in its group, the latest first, from 1. */
  readonly place: number;
  /** The number of hits in earlier groups. */
  readonly before: number;
  /** The words for comparing distances of the query's words; `null` if they are not compared. */
  readonly words: string | null;
}

/** The number of hits, and the hits that the page may contain. */
export interface PlacedHits {
  readonly total: number;
  readonly hits: readonly Placed[];
}

/** Hits from one on to another, counted from 0. */
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
  readonly words: string | null;
}

/** The values that change the text of the statement. */
interface Shape {
  readonly role: SqlCaller["role"];
  readonly way: Way;
  readonly isRanked: boolean;
  readonly levels: readonly Level[];
  readonly clauses: readonly CheckedClause[];
}

/** The hits from one on to another, and what they are compared with. */
export async function placed(
  source: Source<SearchTables>,
  { role, userId, groupIds }: SqlCaller,
  sought: SearchWords,
  { from, until }: Within,
  way: Way,
): Promise<PlacedHits> {
  const { upTo, alone, levels, phrases, unwantedPhrases, isRanked, checked } = sought;
  const isLookedUp = way === "looked up" || way === "compared";
  const shape: Shape = { role, way, isRanked, levels, clauses: isLookedUp ? checked.clauses : [] };
  const matches = isLookedUp ? upTo : alone;
  const terms = isLookedUp ? checked.terms : [];
  const values = { userId, groupIds, matches, terms, phrases, unwantedPhrases, from, until };
  const { rows } = await placing(source, values, JSON.stringify(shape));
  return { total: Number(rows[0]?.total ?? 0), hits: rows.flatMap(placedIn) };
}

const placedIn = ({ id, grp, place, before, words }: PlacedRow): readonly Placed[] =>
  id === null ? [] : [{ id, grp: Number(grp), place: Number(place), before: Number(before), words }];

interface PlacingValues extends Subjects, Within, Phrases {
  readonly matches: readonly string[];
  readonly terms: readonly string[];
}

const placing = statement(({ db, dialect }: Source<SearchTables>, values: PlacingValues, text: string) => {
  const shape = JSON.parse(text) as Shape;
  const { isRanked } = shape;
  const { begun, hits } = hitsBy(dialect, shape, values);
  const isCompared = isRanked
    ? sql`or place <= ${sql.lit(RANKED_MAX)} and before < ${values.until}
        and before + compared_size > ${values.from}`
    : sql``;
  return sql<PlacedRow>`with recursive ${begun} matching as materialized (${inRows(dialect, hits, values)}),
    sizes as materialized (
      select grp, case when count(*) < ${sql.lit(RANKED_MAX)} then count(*) else ${sql.lit(RANKED_MAX)} end as compared_size,
        sum(count(*)) over (order by grp) - count(*) as before
      from matching group by grp),
    placed as (
      select id, matching.grp, before, compared_size,
        row_number() over (partition by matching.grp order by changed_at desc, id desc) as place
      from matching cross join sizes where sizes.grp = matching.grp),
    page as (select * from placed where before + place > ${values.from} and before + place <= ${values.until} ${isCompared})
    select (select count(*) from matching) as total, page.id, page.grp, page.place, page.before,
      ${isRanked ? wordsCompared(sql`page.id`, sql`page.grp`) : sql`null`} as words
    from (select 1 as one) as always left join page on 1 = 1
    order by page.grp, page.place`.compile(db);
});

/** Of hits in names and descriptions no text is read. */
export const wordsCompared = (id: RawBuilder<unknown>, tier: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(select name_words || case when ${tier} > 0 then description_words else '' end
      || case when ${tier} > 1 then substr(text_words, 1, ${sql.lit(RANKED_WORDS_MAX)}) else '' end
    from search_entries where document_id = ${id})`;

interface Hits {
  /** Sets that a statement begins with. */
  readonly begun: RawBuilder<unknown>;
  readonly hits: RawBuilder<unknown>;
}

function hitsBy(dialect: Dialect, { role, way, levels, clauses }: Shape, values: PlacingValues): Hits {
  const { matches, terms } = values;
  const caller = { role, userId: values.userId, groupIds: values.groupIds };
  if (way === "judged") {
    const found = sql`found as materialized (${allHits(dialect, matches)}),`;
    return { begun: found, hits: sql`select * from found where ${isReadable(dialect, caller)}` };
  }
  if (way === "all") {
    const many = documentReadability(dialect, caller);
    return { begun: many.sets, hits: allHits(dialect, matches, many.isEverything ? null : many.isReadable) };
  }
  const isMine = readableIds(dialect, "documents", caller, (ids) => dialect.inSet("entry.document_id", ids));
  const { isHit, grp } = entryCheck(dialect, levels, matches, { terms, clauses });
  const selected = sql`select entry.document_id as id, entry.changed_at, ${grp} as grp`;
  if (way === "looked up")
    return { begun: sql``, hits: sql`${selected} from search_entries as entry where ${isMine} and ${isHit}` };
  const { sets, rows } = dialect.termIndex.ownHits(isMine, isHit, matches.at(-1) ?? "");
  return { begun: sets, hits: sql`${selected} from ${rows}` };
}

/** True if the caller may read the document of a row of `found`; reads the folders of all of them together. */
function isReadable(dialect: Dialect, caller: SqlCaller): RawBuilder<SqlBool> {
  const rows = contentRows(dialect, "documents", parentSet(dialect, sql`select id from found`, "id"));
  const parents = readableParentIds(dialect, caller, sql`select documents.* from ${rows}`);
  return dialect.inSet("id", sql`select documents.id from ${rows} where ${isReadableByGrants(caller, parents)}`);
}
