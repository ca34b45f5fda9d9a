import type { DocumentId } from "@cartulary/documents";
import { type RawBuilder, sql } from "kysely";
import { type Asker, readableAmongMany, type Subjects } from "../documents/access.ts";
import type { Dialect } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { countHits } from "./counting.ts";
import { type HitColumns, hitRows, hitsOf, tsQuery, withDocument } from "./hits.ts";
import { type Placed, type PlacedHits, RANKED_MAX, type Within, wordsCompared } from "./placing.ts";
import type { Sought } from "./sought.ts";
import { NUMBER_BITS, type SearchTables } from "./tables.ts";

interface WalkLimits {
  readonly countedMax: number;
  /** Of more hits than this Postgres passes documents in the order of their changes, until there are enough hits. */
  readonly orderedMax: number;
}

/** Many hits among much that the caller may read: group by group, the latest first, until the page is full. */
export async function walked(
  source: Source<SearchTables>,
  caller: Asker,
  { upTo, alone, isRanked }: Sought,
  { from, until }: Within,
  { countedMax, orderedMax }: WalkLimits,
): Promise<PlacedHits> {
  const total = await countHits(source, caller, upTo.at(-1) ?? "", Math.max(countedMax, until) + 1);
  const hits: Placed[] = [];
  // Behind the last hit there is no page, and a page far behind it would read all of them.
  if (from >= total) return { total, hits };
  let before = 0;
  for (const [grp, match] of alone.entries()) {
    if (before >= Math.min(until, total)) break;
    const isCompared = isRanked && before + RANKED_MAX > from;
    const limit = Math.max(until - before, isCompared ? RANKED_MAX : 0);
    const found = await latest(source, caller, { match, limit, tier: grp, isCompared, orderedMax });
    for (const [at, each] of found.entries()) hits.push({ ...each, grp, before, place: at + 1 });
    before += found.length;
  }
  return { total, hits };
}

interface LatestHits {
  readonly match: string;
  readonly limit: number;
  readonly tier: number;
  readonly isCompared: boolean;
  readonly orderedMax: number;
}

interface LatestRow {
  readonly id: DocumentId;
  readonly changed_at: number;
  readonly words: string | null;
}

/** Some hits of one match in the order of changes, of ids where that is the same, the last first. */
async function latest(
  source: Source<SearchTables>,
  { role, userId, groupIds }: Asker,
  { match, limit, tier, isCompared, orderedMax }: LatestHits,
): Promise<readonly Pick<Placed, "id" | "words">[]> {
  const values = { userId, groupIds, match };
  const shape = { role, tier, isCompared };
  if (source.dialect.name === "postgres") {
    const areMany = await isOver(source, match, orderedMax);
    return (await passing(source, { ...values, limit }, JSON.stringify({ ...shape, areMany }))).rows;
  }
  const text = JSON.stringify(shape);
  const { rows } = await finding(source, { ...values, limit: limit + 1 }, text);
  const found = rows.slice(0, limit);
  const [last, next] = [found.at(-1), rows.at(limit)];
  if (last === undefined || last.changed_at !== next?.changed_at) return found.sort(latestFirst);
  // More were changed at that moment than there is room for: which of them come first is known when all are.
  const moment = await findingAt(source, { ...values, changedAt: last.changed_at }, text);
  const all = [...found.filter((row) => row.changed_at !== last.changed_at), ...moment.rows];
  return all.sort(latestFirst).slice(0, limit);
}

const latestFirst = (one: LatestRow, other: LatestRow): number =>
  other.changed_at - one.changed_at || (one.id < other.id ? 1 : -1);

const isOver = async (source: Source<SearchTables>, match: string, limit: number): Promise<boolean> =>
  (await counting(source, { match, limit }, undefined)).rows[0]?.is_over === true;

const counting = statement(
  ({ db, dialect }: Source<SearchTables>, { match, limit }: { readonly match: string; readonly limit: number }) =>
    sql<{ readonly is_over: boolean }>`select count(*) > ${limit} as is_over
      from (${hitRows(dialect, match)} limit ${limit} + 1) as few`.compile(db),
);

interface MatchValues extends Subjects {
  readonly match: string;
}

interface Shape {
  readonly role: Asker["role"];
  readonly tier: number;
  readonly isCompared: boolean;
}

/** On SQLite, where numbers are in the order of changes: as many as are wanted. */
const finding = statement(
  ({ db, dialect }: Source<SearchTables>, values: MatchValues & { readonly limit: number }, text: string) => {
    const rows = (hits: HitColumns) => sql`${hits.where} order by ${hits.latestFirst} limit ${values.limit}`;
    return selection(dialect, values, JSON.parse(text) as Shape, rows).compile(db);
  },
);

/** All that were changed at one moment. */
const findingAt = statement(
  ({ db, dialect }: Source<SearchTables>, values: MatchValues & { readonly changedAt: number }, text: string) => {
    const bits = sql.lit(NUMBER_BITS);
    const rows = (hits: HitColumns) =>
      sql`${hits.where} and search_texts.rowid >= (${values.changedAt} << ${bits})
        and search_texts.rowid < (${values.changedAt} + 1 << ${bits})`;
    return selection(dialect, values, JSON.parse(text) as Shape, rows).compile(db);
  },
);

/** `rows` are the condition of what is selected, and what follows it. */
function selection(
  dialect: Dialect,
  values: MatchValues,
  { role, tier, isCompared }: Shape,
  rows: (hits: HitColumns) => RawBuilder<unknown>,
): RawBuilder<LatestRow> {
  const hits = hitsOf(dialect, values.match);
  const many = readableAmongMany(dialect, { role, userId: values.userId, groupIds: values.groupIds });
  const document = withDocument(dialect);
  const words = isCompared ? wordsCompared(sql`page.id`, sql`${sql.lit(tier)}`) : sql`null`;
  const from = many.isEverything ? hits.from : sql`${hits.from} ${document.from}`;
  const isRow = many.isEverything ? sql`` : sql`${document.where} and ${many.isReadable} and`;
  return sql<LatestRow>`with recursive ${many.sets} page as materialized (
      select ${hits.document} as id, ${hits.changedAt} as changed_at from ${from} where ${isRow} ${rows(hits)})
    select id, changed_at, ${words} as words from page`;
}

/** On Postgres: documents in the order of their changes until there are enough hits, or all hits put in order. */
const passing = statement(
  ({ db, dialect }: Source<SearchTables>, values: MatchValues & { readonly limit: number }, text: string) => {
    const shape = JSON.parse(text) as Shape & { readonly areMany: boolean };
    const { where } = hitsOf(dialect, values.match);
    const isHit = shape.areMany ? sql<boolean>`(entry.terms @@ ${tsQuery(values.match)}) is true` : where;
    const rows = (hits: HitColumns) => sql`${isHit} order by ${hits.latestFirst} limit ${values.limit}`;
    return sql<LatestRow>`${selection(dialect, values, shape, rows)} order by changed_at desc, id desc`.compile(db);
  },
);
