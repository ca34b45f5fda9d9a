import type { RawBuilder, SelectQueryBuilder } from "kysely";

/** An index that finds substrings of a folded text of a table with the key `id`. */
export interface SubstringIndex {
  readonly table: string;
  /** The column of the folded text. A second index of the table contains it together with the id. */
  readonly column: string;
  /** The prefix of the names of the index, and on SQLite of its tables. */
  readonly name: string;
}

export function substringIndexOf(table: string, text = "name"): SubstringIndex {
  return { table, column: `${text}_fold`, name: `${table}_${text}` };
}

/**
 * Selects how conditions find substrings of an indexed text: through the index if the planner prefers it (`planned`),
 * always through the index (`always`), or without it (`never`).
 */
export type IndexUse = "planned" | "always" | "never";

/** Compares a substring with an indexed text. */
export interface PartComparison {
  /** Returns true if the index finds this substring with `like`. */
  usesLike(part: string): boolean;
  /** The substring as a parameter. */
  parameter(part: string): RawBuilder<unknown>;
}

/** A condition that a text index can evaluate. */
export interface IndexedCondition {
  readonly index: SubstringIndex;
  /** The folded substring; `null` if a condition has several. */
  readonly part: string | null;
  /** True if the query has no other condition and the index finds exactly the rows that satisfy this one. */
  readonly isExact: boolean;
}

/** Two ways to read a page through an index, for few and for many matching rows. */
export interface IndexedSearch {
  /**
   * The `with` sets of the statement: `hits` is one row with the boolean `few`, and `matching` has those few rows, from
   * `rows`: all that satisfy the query. Few rows are looked up and sorted. Many rows are spread over the whole table,
   * so that reading in list order fills a page early.
   */
  sets(rows: Rows): readonly (readonly [name: string, set: RawBuilder<unknown>])[];
  /** The `limit` first rows of `rows`; empty, without reading any, if the hits are few. */
  many(rows: Rows, limit: number): Rows;
  /** The number of rows, if the index knows it and each of its rows belongs to the query. */
  readonly counted: RawBuilder<unknown> | null;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any table, with the columns `id` and `sort_key` selected.
type Rows = SelectQueryBuilder<any, any, any>;

/** The index of substrings: FTS5 trigrams in separate tables on SQLite, `pg_trgm` on Postgres. */
export interface SubstringIndexOperators {
  /** Statements for migrations that create the index and fill it with the rows of the table. */
  create(index: SubstringIndex): readonly string[];
  /**
   * Statements for migrations, after {@link create}: the shortest pending list that Postgres allows. Each search reads
   * that list until it is merged into the index, and the write that exceeds it waits for the merge.
   */
  limitPendingList(index: SubstringIndex): readonly string[];
  compare(use: IndexUse): PartComparison;
  /**
   * Returns `null` if no index can evaluate a condition; then the list is read without one. `idIn` is the id of a row.
   */
  search(conditions: readonly IndexedCondition[], idIn: RawBuilder<unknown>): IndexedSearch | null;
}
