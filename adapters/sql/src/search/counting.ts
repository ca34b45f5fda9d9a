import { sql } from "kysely";
import { documentReadability, grantedIds, type SqlCaller, type Subjects } from "../documents/access.ts";
import { type Source, statement } from "../engine/statement.ts";
import { documentOfHit } from "./hits.ts";
import type { SearchTables } from "./tables.ts";

/** How much there is to look at: hits, and where these are many, what the caller may read; each up to one more than a limit. */
export interface Sizes {
  readonly hits: number;
  /** `null` where it was not counted: hits are few, or the caller may read everything. */
  readonly readable: number | null;
}

interface SizesRow {
  readonly hits: number;
  readonly readable: number | null;
}

/** Counts both, and reads at most as many rows as the limits allow. */
export async function sizes(
  source: Source<SearchTables>,
  { role, userId, groupIds }: SqlCaller,
  match: string,
  limits: Readonly<Record<"hitsMax" | "readableMax", number>>,
): Promise<Sizes> {
  const { rows } = await measuring(source, { userId, groupIds, match, ...limits }, role);
  const { hits = 0, readable = null } = rows[0] ?? {};
  return { hits: Number(hits), readable: readable === null ? null : Number(readable) };
}

const measuring = statement(
  (
    { db, dialect }: Source<SearchTables>,
    values: Subjects & { readonly match: string } & Readonly<Record<"hitsMax" | "readableMax", number>>,
    role: SqlCaller["role"],
  ) => {
    const caller = { role, userId: values.userId, groupIds: values.groupIds };
    const { isEverything } = documentReadability(dialect, caller);
    const readable = isEverything
      ? sql`null`
      : sql`case when hits > ${values.hitsMax} then (select count(*) from (
          select 1 as one from (${grantedIds(dialect, "documents", caller)}) as mine
            limit ${values.readableMax} + 1) as few) end`;
    return sql<SizesRow>`with found as materialized (
        select ${dialect.termIndex.hitCount(values.match, sql`${values.hitsMax} + 1`)} as hits)
      select hits, ${readable} as readable from found`.compile(db);
  },
);

interface CountedRow {
  readonly total: number;
}

/** How many hits of a match the caller may read, up to a limit. */
export async function countHits(
  source: Source<SearchTables>,
  { role, userId, groupIds }: SqlCaller,
  match: string,
  limit: number,
): Promise<number> {
  const { rows } = await counting(source, { userId, groupIds, match, limit }, role);
  return Number(rows[0]?.total ?? 0);
}

const counting = statement(
  (
    { db, dialect }: Source<SearchTables>,
    values: Subjects & { readonly match: string; readonly limit: number },
    role: SqlCaller["role"],
  ) => {
    const caller = { role, userId: values.userId, groupIds: values.groupIds };
    const { sets, isReadable } = documentReadability(dialect, caller);
    const { from, where } = dialect.termIndex.hits(values.match);
    return sql<CountedRow>`with recursive ${sets} few as (select 1 as one from ${from} ${documentOfHit(dialect)}
        where ${where} and ${isReadable} limit ${values.limit})
      select count(*) as total from few`.compile(db);
  },
);
