import { type Condition, fold, type Predicate } from "@cartulary/kernel";
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Columns, ListRequest } from "./listing.ts";
import { isFoundByIndex, type TextIndex } from "./text-index.ts";

/** How a query whose condition an index can answer is asked: by one of two ways, as few or many rows satisfy it. */
export interface IndexedSearch {
  /**
   * What the statement begins with: `hits` is one row that says whether they are `few`, and `matching` has those few, out of
   * `rows`: all that satisfy the query. Few are looked up and sorted. Of many, each part of the table has some, so that a
   * page is full long before the table has been gone through in the order asked for.
   */
  sets(rows: Rows): readonly (readonly [name: string, set: RawBuilder<unknown>])[];
  /** As many of `rows` as the page has; none where they are few, and nothing is looked at then. */
  many(rows: Rows, limit: number): Rows;
  /** How many there are, where the index says so and its rows are all of the query's. */
  readonly counted: RawBuilder<unknown> | null;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any table, with the columns `id` and `sort_key` selected.
type Rows = SelectQueryBuilder<any, any, any>;

/** How the first condition of a query that the index of its column can answer is asked; `null` without any. */
export function indexedSearch<Field extends string>(
  { query: { conditions }, columns, dialect }: ListRequest<Field>,
  idIn: RawBuilder<unknown>,
): IndexedSearch | null {
  const searching = conditions.filter((each) => isIndexed(each, columns));
  if (dialect.name === "postgres") return searching.length > 0 ? MATERIALIZED : null;
  const condition = searching.find(({ quantifier }) => quantifier === undefined);
  if (!condition) return null;
  const index = columns[condition.fields[0]].index as TextIndex;
  const isAll = conditions.length === 1 && PARTS.includes(condition.predicate);
  return searchIn(index, fold(String(condition.values[0])), { isAll, idIn });
}

const PARTS: readonly Predicate[] = ["cont", "i_cont"];
const INDEXED: readonly Predicate[] = [...PARTS, "start", "end"];

const isIndexed = ({ fields: [field, ...others], predicate }: Condition, columns: Columns<string>): boolean =>
  others.length === 0 && INDEXED.includes(predicate) && columns[field]?.index !== undefined;

/** Rows that are looked up and sorted on Postgres: they take as long as counting does, which has to go through all of them. */
const FEW_MAX = 5_000;

/**
 * On Postgres statistics say whether a part of a name is taken for rare, and whether the list is gone through for it in its
 * order until a page is full: among a million rows, to the end for a part that is rarer than they say. So those that match
 * are found first, whatever they are taken for (predicates.ts, `always`), up to more than a few.
 */
const MATERIALIZED: IndexedSearch = {
  sets: (rows) => [
    ["matching", sql`${rows.limit(sql.lit(FEW_MAX + 1))}`],
    ["hits", sql`(select count(*) <= ${sql.lit(FEW_MAX)} as few from matching)`],
  ],
  // The server sees for how many rows it plans, and whether there is anything to do before it looks at one.
  many: (rows, limit) => rows.where(sql<SqlBool>`(select not few from hits)`).limit(limit),
  counted: null,
};

/** On SQLite. What is too short for threes of characters is looked for in the texts alone, which are an index of the table. */
function searchIn(
  { table, column, texts, numbers }: TextIndex,
  part: string,
  { isAll, idIn }: { readonly isAll: boolean; readonly idIn: RawBuilder<unknown> },
): IndexedSearch {
  const [text, number, named] = [sql.table(texts), sql.table(numbers), sql.table(table)];
  const found = isFoundByIndex(part)
    ? sql`${text} where ${text} match ${`"${part.replaceAll('"', '""')}"`}`
    : sql`${named} where instr(${sql.ref(column)}, ${part}) > 0`;
  const ids = isFoundByIndex(part)
    ? sql`select id from ${number} where number in (select rowid from ${found})`
    : sql`select id from ${found}`;
  const hits = sql`(select n, n * 50 < (select coalesce(max(number), 0) + 50000 from ${number}) as few
      from (select count(*) as n from ${found}))`;
  return {
    sets: (rows) => [
      ["hits", hits],
      ["matching", sql`${rows.where(sql<SqlBool>`${idIn} in (${ids})`).limit(WHERE_FEW)}`],
    ],
    many: (rows, limit) => rows.limit(sql<number>`(select case when few then 0 else ${limit} end from hits)`),
    counted: isAll ? sql`(select n from hits)` : null,
  };
}

// Of a limit of nothing SQLite sees before it looks at a row that there is nothing to do; of a condition, row by row.
const WHERE_FEW = sql<number>`(select case when few then -1 else 0 end from hits)`;
