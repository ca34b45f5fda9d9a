import { type Instant, instantOf } from "@cartulary/kernel";
import type { QueryExecutorProvider, RawBuilder, SqlBool } from "kysely";
import type { SubstringIndexOperators } from "./substring-index.ts";
import type { TermIndexOperators } from "./term-index.ts";

/** The stored form of an instant: milliseconds on SQLite; on Postgres, text when written and milliseconds when read. */
export interface StoredInstant {
  readonly stored: "instant";
}

/** The stored form of a boolean: 0 and 1 on SQLite, booleans on Postgres. Read it with {@link booleanFrom}. */
export interface StoredBoolean {
  readonly stored: "boolean";
}

/** JSON text; keys preserve their order. Read it with {@link jsonFrom}. */
export interface StoredJson<Value> {
  readonly stored: "json";
  readonly value?: Value;
}

/** The property kinds of columns.ts. */
export type Kind = "id" | "text" | "integer" | "boolean" | "instant" | "json";

/**
 * The differences between the two engines, for stores and migrations: one operator for each difference, with the same
 * result on both engines. The adapters `@cartulary/sqlite` and `@cartulary/postgres` implement it; stores build their
 * statements from it and do not check which engine they run on. `test/src/dialects.test.ts` runs each operator on both.
 */
export interface Dialect {
  /** Identifies the engine in cache keys, and in migrations that create triggers. */
  readonly name: "sqlite" | "postgres";

  /** Column types for migrations. Text compares by bytes on both engines. */
  readonly types: Readonly<Record<Kind, string>>;
  /** Options that follow the closing parenthesis of `create table`. */
  readonly tableOptions: string;
  /** Options of a table that SQLite stores in its primary key, without rowid. */
  readonly keyedTableOptions: string;
  /** The literal of a boolean for a column default: SQLite stores 0 and 1. */
  booleanLiteral(value: boolean): string;
  /**
   * Statements for migrations that disable Postgres statistics of a column. With statistics, Postgres estimates no rows
   * for a tenant or a book that is newer than the statistics, and reads all its rows through any index. Without
   * statistics it estimates one row in two hundred for each value. Empty on SQLite, which gathers statistics only on
   * `analyze`.
   */
  withoutStatistics(table: string, column: string): readonly string[];

  instant(instant: Instant): StoredInstant;
  boolean(value: boolean): StoredBoolean;

  /** Returns the position of the literal text `part` in `text`, in characters from 1; 0 if it is absent. */
  position(text: RawBuilder<unknown>, part: string): RawBuilder<number>;
  /**
   * The position of `part` in a long text, and the length of that text, in the unit that the engine counts fastest:
   * bytes on SQLite, which finds a character only by reading all previous characters; characters on Postgres.
   */
  quickPosition(text: RawBuilder<unknown>, part: string): RawBuilder<number>;
  quickLength(text: RawBuilder<unknown>): RawBuilder<number>;
  /** The length of a column of text or JSON in UTF-8 bytes, or null. Neither engine reads the value to compute it. */
  byteLength(column: RawBuilder<unknown>): RawBuilder<number | null>;
  /**
   * Adds months to a civil day (text); a day that the target month lacks becomes its last day (kernel, `addMonths`).
   */
  plusMonths(day: RawBuilder<unknown>, months: RawBuilder<unknown>): RawBuilder<string>;
  /** The day a number of days later. */
  plusDays(day: RawBuilder<unknown>, days: RawBuilder<unknown>): RawBuilder<string>;
  /** The greater of two numbers; neither is null. */
  greaterOf(left: RawBuilder<unknown>, right: RawBuilder<unknown>): RawBuilder<number>;
  /** An id as text: Postgres has no `min` and no `max` of a UUID before version 18. */
  idText(id: RawBuilder<unknown>): RawBuilder<string>;

  /**
   * A column that SQLite does not read through an index, in a condition or an order. Otherwise SQLite reads all rows of
   * a list in key order instead of looking up the few rows that another condition selects. Postgres estimates both.
   */
  unindexed<Value>(column: string): RawBuilder<Value>;
  /**
   * A join that looks up rows through an index for each row of the preceding tables. Postgres estimates far too many or
   * too few rows for a recursion or a new book, and would read whole tables; `offset 0` prevents that. With `cross`,
   * SQLite joins in the order of the text.
   */
  lookup(kind: LookupKind, lookup: Lookup): RawBuilder<unknown>;
  /**
   * Selects the rows of a table that satisfy `where` and whose column has one of the values that `values` selects; each
   * row once. Postgres looks up each value separately, for the reason at {@link lookup}.
   */
  rowsByValue(rows: RowsByValue): RawBuilder<unknown>;
  /** True if a column has one of the ids that `ids` selects. Computes the ids first, then looks them up by index. */
  inSet(column: string, ids: RawBuilder<unknown>): RawBuilder<SqlBool>;
  /**
   * True if a column has one of these values, for rows that are read anyway. Each row is looked up in the values; a
   * plain `in` on Postgres compares each row with all of them.
   */
  isOneOf(column: string, values: readonly string[]): RawBuilder<SqlBool>;
  /** Selects `id` of `ids`, with a fixed Postgres estimate of ten rows. */
  fewIds(ids: RawBuilder<unknown>): RawBuilder<unknown>;

  /**
   * Selects rows from one parameter: the text of a JSON array of arrays, in order. Arrays by position, not objects by
   * name: both engines look up values one by one, and Postgres builds a table of names for each object. In the engine's
   * binary JSON: otherwise SQLite writes each row as text and parses it again, and Postgres parses a row once per
   * value.
   */
  sentRows(columns: readonly SentColumn[], json: string): RawBuilder<unknown>;
  /**
   * Selects rows of {@link sentRows} to choose other rows by. Postgres estimates a hundred of them, and no rows in a
   * book without statistics: it would read the whole book, and all sent rows for each of its rows. Postgres estimates
   * an unknown limit at a tenth of the rows, so two such limits make it look up each row in turn. Such a statement is
   * planned at each execution.
   */
  chosenRows(rows: RawBuilder<unknown>): RawBuilder<unknown>;
  /**
   * Makes Postgres plan its foreign key checks again. A plan that a connection made while a table was small may use an
   * index that only begins with the tenant, and read all rows of the tenant for each reference.
   */
  replanReferences(db: QueryExecutorProvider): Promise<void>;
  /**
   * Returns the next batch of rows that are read in the order of insertion, and the cursor of its last row. SQLite runs
   * in the thread of this process, so it reads 2,000 rows at once, after the cursor `after`; Postgres reads all rows at
   * once. Returns `null` if no more rows can follow.
   */
  portion(rows: RawBuilder<unknown>, after: number | null): Portion | null;
  /**
   * Updates rows and then their parents, each parent once. On Postgres, one statement locks the parents in the order of
   * their ids, so that two transactions do not deadlock.
   */
  updateWithParents(db: QueryExecutorProvider, update: UpdateWithParents): Promise<void>;

  /**
   * Counts the rows of all tenants by the value of a column. Row-level security shows the rows of one tenant at a time,
   * so that Postgres enters each tenant in turn, in one round trip.
   */
  countByTenant(db: QueryExecutorProvider, counted: CountedByTenant): Promise<readonly ValueCount[]>;

  /** A JSON array of objects, from the rows of the select; `order` begins with ` order by`, or is empty. */
  jsonArray(object: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A JSON object of alternating names and values. */
  jsonObject(pairs: RawBuilder<unknown>): RawBuilder<unknown>;
  /** An instant inside JSON, in milliseconds. */
  jsonInstant(column: RawBuilder<unknown>): RawBuilder<unknown>;
  /** JSON inside JSON; SQLite would treat it as text. */
  jsonInside(json: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A join with the elements of two parallel JSON arrays of texts, and the expressions for an element of each. */
  zipLists(left: RawBuilder<unknown>, right: RawBuilder<unknown>): ZippedLists;

  /** The index that finds parts of texts, for lists. */
  readonly substringIndex: SubstringIndexOperators;
  /** The index of terms, for the search of documents. */
  readonly termIndex: TermIndexOperators;

  /**
   * Row locks, at the end of a select (`.modifyEnd(dialect.forUpdate)`). Empty on SQLite, where a write transaction
   * locks the whole database when it begins.
   */
  readonly forUpdate: RawBuilder<unknown>;
  /** Locks only the rows of the table with this alias, not joined rows. */
  forUpdateOf(name: string): RawBuilder<unknown>;
  readonly forShare: RawBuilder<unknown>;
  /** Locks the rows that no other transaction has locked, and skips the others. */
  readonly forUpdateSkipLocked: RawBuilder<unknown>;
}

/** With `cross`, SQLite joins in the order of the text; with `inner`, it chooses the order. */
type LookupKind = "cross" | "inner" | "left";

/** Rows of a table to look up by `on`; without `columns`, with all columns. */
export interface Lookup {
  readonly table: RawBuilder<unknown>;
  /** The alias in the statement. */
  readonly as: string;
  readonly on: RawBuilder<unknown>;
  readonly columns?: readonly string[];
}

interface RowsByValue {
  readonly table: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  readonly column: string;
  /** A query in parentheses that selects `column`. */
  readonly values: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

export interface SentColumn {
  readonly name: string;
  readonly kind: Kind;
}

interface Portion {
  readonly rows: RawBuilder<unknown>;
  /** The cursor of the last row: an aggregate over `rows`. */
  readonly place: RawBuilder<unknown>;
}

/** Rows to count; all names are ours. */
interface CountedByTenant {
  readonly table: string;
  /** The column whose values are counted. */
  readonly value: string;
  /** The table of tenants, and the column of `table` with the id of one. */
  readonly tenants: string;
  readonly tenantId: string;
}

export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

interface UpdateWithParents {
  /** The `with` clause of the sets that `update` uses. */
  readonly sets: RawBuilder<unknown>;
  /** An update of rows of `table`. */
  readonly update: RawBuilder<unknown>;
  readonly table: string;
  /** The column of `table` with the id of a parent. */
  readonly parentId: string;
  /** The condition that the updated rows satisfy after the update. */
  readonly updated: RawBuilder<unknown>;
  readonly parents: {
    readonly table: string;
    /** Selects the parents to update. */
    readonly where: RawBuilder<unknown>;
    readonly set: RawBuilder<unknown>;
  };
}

interface ZippedLists {
  readonly join: RawBuilder<unknown>;
  readonly left: RawBuilder<string>;
  readonly right: RawBuilder<string>;
}

/** Caches a value for each dialect. */
export function perDialect<Value>(create: (dialect: Dialect) => Value): (dialect: Dialect) => Value {
  const known = new WeakMap<Dialect, { readonly value: Value }>();
  return (dialect) => {
    const found = known.get(dialect) ?? { value: create(dialect) };
    known.set(dialect, found);
    return found.value;
  };
}

/** Decodes the instant in a column. Both drivers return milliseconds. */
export function instantFrom(stored: StoredInstant): Instant {
  return instantOf(stored as unknown as number);
}

/** Decodes the boolean in a column. */
export function booleanFrom(stored: StoredBoolean): boolean {
  return Boolean(stored as unknown as boolean | 0 | 1);
}

/** Encodes a value for a JSON column. */
export function jsonTo<Value>(value: Value): StoredJson<Value> {
  return JSON.stringify(value) as unknown as StoredJson<Value>;
}

/** Decodes a JSON column into a new object. Both drivers return text; empty values skip the parser. */
export function jsonFrom<Value>(stored: StoredJson<Value>): Value {
  const text = stored as unknown as string;
  return (text === "{}" ? {} : text === "[]" ? [] : JSON.parse(text)) as Value;
}

/** Encodes and decodes values of one kind. */
export interface Codec<Value, Stored> {
  readonly column: Kind;
  /** The type by which MikroORM compares values; JSON if absent. */
  readonly comparable?: string;
  encode(value: Value, dialect: Dialect): Stored;
  decode(stored: Stored): Value;
}

export const INSTANT: Codec<Instant, StoredInstant> = {
  column: "instant",
  encode: (value, dialect) => dialect.instant(value),
  decode: instantFrom,
};

export const BOOLEAN: Codec<boolean, StoredBoolean> = {
  column: "boolean",
  comparable: "boolean",
  encode: (value, dialect) => dialect.boolean(value),
  decode: booleanFrom,
};

export const JSON_TEXT: Codec<unknown, StoredJson<unknown>> = { column: "json", encode: jsonTo, decode: jsonFrom };

export const INTEGER: Codec<number, number> = {
  column: "integer",
  comparable: "number",
  encode: (value) => value,
  decode: (stored) => stored,
};
