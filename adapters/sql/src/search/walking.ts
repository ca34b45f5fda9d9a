import { type DocumentId, levelByRole } from "@cartulary/documents";
import { type RawBuilder, sql } from "kysely";
import { documentReadability, type SqlCaller, type Subjects } from "../documents/access.ts";
import type { Dialect } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import type { HitColumns, OrderLimits } from "../engine/term-index.ts";
import { documentOfHit } from "./hits.ts";
import { type Placed, RANKED_MAX, type Within, wordsCompared } from "./placing.ts";
import type { SearchWords } from "./sought.ts";
import type { SearchTables } from "./tables.ts";

/** Many hits among much that the caller may read: group by group, the latest first, until the page is full. */
export async function walked(
  source: Source<SearchTables>,
  caller: SqlCaller,
  { alone, isRanked }: SearchWords,
  { from, until }: Within,
  limits: OrderLimits,
): Promise<readonly Placed[]> {
  const hits: Placed[] = [];
  // Behind the last hit there is no page, and a page far behind it would read all of them.
  if (from >= limits.total) return hits;
  let before = 0;
  for (const [grp, match] of alone.entries()) {
    if (before >= Math.min(until, limits.total)) break;
    const isCompared = isRanked && before + RANKED_MAX > from;
    const limit = Math.max(until - before, isCompared ? RANKED_MAX : 0);
    const found = await latest(source, caller, { match, limit, tier: grp, isCompared, limits });
    for (const [at, each] of found.entries()) hits.push({ ...each, grp, before, place: at + 1 });
    before += found.length;
  }
  return hits;
}

interface LatestHits {
  readonly match: string;
  readonly limit: number;
  readonly tier: number;
  readonly isCompared: boolean;
  readonly limits: OrderLimits;
}

interface LatestRow {
  readonly id: DocumentId;
  readonly changed_at: number;
  readonly words: string | null;
}

/** Some hits of one match in the order of changes, of ids where that is the same, the last first. */
async function latest(
  source: Source<SearchTables>,
  { role, userId, groupIds }: SqlCaller,
  { match, limit, tier, isCompared, limits }: LatestHits,
): Promise<readonly Pick<Placed, "id" | "words">[]> {
  const values = { userId, groupIds, match };
  const shape = JSON.stringify({ role, tier, isCompared } satisfies Shape);
  const found = await source.dialect.termIndex.latest<LatestRow>(
    {
      first: async (count) => (await finding(source, { ...values, limit: count }, shape)).rows,
      amongLatest: async (documents, count) =>
        (await findingAmong(source, { ...values, documents, limit: count }, shape)).rows,
      of: async (changedAt) => (await findingAt(source, { ...values, changedAt }, shape)).rows,
      isOver: async (count) => (await counting(source, { match, limit: count }, undefined)).rows[0]?.is_over === true,
    },
    limit,
    limits,
  );
  return found.toSorted(latestFirst).slice(0, limit);
}

const latestFirst = (one: LatestRow, other: LatestRow): number =>
  other.changed_at - one.changed_at || (one.id < other.id ? 1 : -1);

const counting = statement(
  ({ db, dialect }: Source<SearchTables>, { match, limit }: { readonly match: string; readonly limit: number }) =>
    sql<{ readonly is_over: boolean }>`
      select ${dialect.termIndex.hitCount(match, sql`${limit} + 1`)} > ${limit} as is_over`.compile(db),
);

interface MatchValues extends Subjects {
  readonly match: string;
}

interface Shape {
  readonly role: SqlCaller["role"];
  readonly tier: number;
  readonly isCompared: boolean;
}

/** The latest hits. */
const finding = statement(
  ({ db, dialect }: Source<SearchTables>, values: MatchValues & { readonly limit: number }, text: string) => {
    const shape = JSON.parse(text) as Shape;
    const { termIndex } = dialect;
    const isAll = levelByRole(shape) !== null;
    const hits = isAll ? termIndex.latestHits(values.match, values.limit) : termIndex.hits(values.match);
    return selection(dialect, values, shape, { ...hits, rows: latestRows(hits, values.limit) }).compile(db);
  },
);

/** The hits among the documents that changed last. */
const findingAmong = statement(
  (
    { db, dialect }: Source<SearchTables>,
    values: MatchValues & Readonly<Record<"documents" | "limit", number>>,
    text: string,
  ) => {
    const hits = dialect.termIndex.hitsAmongLatest(values.match, values.documents);
    const rows = latestRows(hits, values.limit);
    return selection(dialect, values, JSON.parse(text) as Shape, { ...hits, rows }).compile(db);
  },
);

/** All hits with one change time. */
const findingAt = statement(
  ({ db, dialect }: Source<SearchTables>, values: MatchValues & { readonly changedAt: number }, text: string) => {
    const hits = dialect.termIndex.hits(values.match);
    const rows = sql`${hits.where} and ${hits.isOf(values.changedAt)}`;
    return selection(dialect, values, JSON.parse(text) as Shape, { ...hits, rows }).compile(db);
  },
);

const latestRows = ({ where, latestFirst: order }: HitColumns, limit: number): RawBuilder<unknown> =>
  sql`${where} order by ${order} limit ${limit}`;

interface HitRows extends HitColumns {
  /** The condition of the rows to select, and the text that follows it. */
  readonly rows: RawBuilder<unknown>;
}

/** Selects those of the hits that the caller may read. */
function selection(
  dialect: Dialect,
  { userId, groupIds }: MatchValues,
  { role, tier, isCompared }: Shape,
  { from: hits, document, changedAt, rows }: HitRows,
): RawBuilder<LatestRow> {
  const { isEverything, sets, isReadable } = documentReadability(dialect, { role, userId, groupIds });
  const words = isCompared ? wordsCompared(sql`page.id`, sql`${sql.lit(tier)}`) : sql`null`;
  const from = isEverything ? hits : sql`${hits} ${documentOfHit(dialect)}`;
  const isRow = isEverything ? sql`` : sql`${isReadable} and`;
  return sql<LatestRow>`with recursive ${sets} page as materialized (
      select ${document} as id, ${changedAt} as changed_at from ${from} where ${isRow} ${rows})
    select id, changed_at, ${words} as words from page`;
}
