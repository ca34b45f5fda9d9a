import type { Instant } from "../clock.ts";

/**
 * Types of the fields of a list, as filters see them (list-filters.md).
 *
 * `text` is one line with a folded twin column for search and order; `passage` is the same for longer text, of which
 * only a part is searched. `keyword` is ASCII (a colour, a role, a digest) and needs no twin. `date` is `YYYY-MM-DD`;
 * `amount` is written as a decimal and compared as integer cents, `decimal` as integer ten-thousandths. `list` is a
 * list of words in one column (tags); filters can only test whether it is empty. `object` has fields of its own (a legal
 * hold); filters can only test whether it is null.
 */
export type FieldType =
  | "text"
  | "passage"
  | "keyword"
  | "uuid"
  | "integer"
  | "amount"
  | "decimal"
  | "date"
  | "instant"
  | "boolean"
  | "list"
  | "object";

/** Predicates that compare a field with values of its own type. Null matches none of them, negated ones included. */
export const COMPARISON_PREDICATES = [
  "eq",
  "not_eq",
  "in",
  "not_in",
  "lt",
  "lteq",
  "gt",
  "gteq",
  "matches",
  "does_not_match",
  "cont",
  "not_cont",
  "i_cont",
  "not_i_cont",
  "start",
  "not_start",
  "end",
  "not_end",
] as const;
export type ComparisonPredicate = (typeof COMPARISON_PREDICATES)[number];

/** Predicates without an operand; their value is a boolean, and false inverts them. */
export const STATE_PREDICATES = [
  "true",
  "not_true",
  "false",
  "not_false",
  "present",
  "blank",
  "null",
  "not_null",
] as const;
export type StatePredicate = (typeof STATE_PREDICATES)[number];

/** Predicates that match a part of a text, as SQL LIKE does. */
export const PATTERN_PREDICATES: readonly Predicate[] = [
  "matches",
  "does_not_match",
  "cont",
  "not_cont",
  "i_cont",
  "not_i_cont",
  "start",
  "not_start",
  "end",
  "not_end",
];

export type Predicate = ComparisonPredicate | StatePredicate;

/** True when the predicate takes a boolean instead of values of the field's type. */
export function isStatePredicate(predicate: Predicate): predicate is StatePredicate {
  return (STATE_PREDICATES as readonly Predicate[]).includes(predicate);
}

/** How several fields of one condition combine. */
export const JOINS = ["or", "and"] as const;
export type Join = (typeof JOINS)[number];

/** How the values of a comparison combine: any or all must match. */
export const QUANTIFIERS = ["any", "all"] as const;
export type Quantifier = (typeof QUANTIFIERS)[number];

/** Types with text values: one value may be compared with fields of any of them. */
export const TEXT_TYPES: readonly FieldType[] = ["text", "passage", "keyword"];
const ORDERED: readonly FieldType[] = [...TEXT_TYPES, "integer", "amount", "decimal", "date", "instant"];
const SINGLE: readonly FieldType[] = [...ORDERED, "uuid", "boolean"];
const TRUTH: readonly FieldType[] = ["boolean"];
const EVERY: readonly FieldType[] = [...SINGLE, "list"];
const NULLABLE: readonly FieldType[] = [...SINGLE, "object"];

/** The field types that each predicate supports. */
export const PREDICATE_TYPES: Readonly<Record<Predicate, readonly FieldType[]>> = {
  eq: SINGLE,
  not_eq: SINGLE,
  in: SINGLE,
  not_in: SINGLE,
  lt: ORDERED,
  lteq: ORDERED,
  gt: ORDERED,
  gteq: ORDERED,
  matches: TEXT_TYPES,
  does_not_match: TEXT_TYPES,
  cont: TEXT_TYPES,
  not_cont: TEXT_TYPES,
  i_cont: TEXT_TYPES,
  not_i_cont: TEXT_TYPES,
  start: TEXT_TYPES,
  not_start: TEXT_TYPES,
  end: TEXT_TYPES,
  not_end: TEXT_TYPES,
  true: TRUTH,
  not_true: TRUTH,
  false: TRUTH,
  not_false: TRUTH,
  present: EVERY,
  blank: EVERY,
  null: NULLABLE,
  not_null: NULLABLE,
};

export type Direction = "asc" | "desc";

/** The list conventions of one product. */
export interface ListDialect {
  readonly perPage: number;
  readonly perPageMax: number;
  /** Effect of a `perPage` above the maximum: 400, or the maximum. One below 1 is always a 400. */
  readonly perPageOverflow: "refuse" | "cap";
  readonly direction: Direction;
  readonly predicates: readonly Predicate[];
  readonly quantifiers: readonly Quantifier[];
  /** Allowed ways to combine fields in one condition: `name_or_description_cont`. */
  readonly joins: readonly Join[];
  /** True when values may be separated by commas: `q[status_in]=draft,posted`. */
  readonly splitsCommas: boolean;
  /** True when lists accept free text (`search`, or a `q` without field) and match it with {@link Listing.search}. */
  readonly freeText: boolean;
  /**
   * True when lists support incremental reading: `updated_since`, filters on `updated_at` for every record, and the
   * timestamp of the next request.
   */
  readonly hasUpdatedSince: boolean;
}

/** Conventions of lists without a product's own (interface-documents.md, list conventions). */
export const DEFAULT_LIST_DIALECT: ListDialect = {
  perPage: 20,
  perPageMax: 100,
  perPageOverflow: "refuse",
  direction: "desc",
  predicates: [...COMPARISON_PREDICATES, ...STATE_PREDICATES],
  quantifiers: QUANTIFIERS,
  joins: JOINS,
  splitsCommas: false,
  freeText: false,
  hasUpdatedSince: false,
};

/** The filters and sorts of one resource. Queries cannot name other fields. */
export interface Listing<Field extends string = string> {
  readonly dialect: ListDialect;
  readonly fields: Readonly<Record<Field, FieldType>>;
  readonly sorts: readonly Field[];
  readonly sort: Field;
  /** The field that `updated_at` refers to for records without it: their date (documents.md 2.2). */
  readonly updatedAt?: Field;
  /** Fields that free text is matched with; absent when the list accepts none. */
  readonly search?: readonly [Field, ...Field[]];
  /** Overrides the dialect's. */
  readonly direction?: Direction;
}

/**
 * One condition of a query; all conditions must match. For null, only `not_true`, `not_false`, `blank`, `null` and the
 * inverted `present` and `not_null` are true.
 */
export interface Condition<Field extends string = string> {
  readonly fields: readonly [Field, ...Field[]];
  /** Combines the fields of `name_or_description_cont`. */
  readonly join: Join;
  readonly predicate: Predicate;
  /** For comparisons only. Each field is compared with all values. */
  readonly quantifier?: Quantifier;
  /**
   * Values of the fields' type, or one boolean for a state predicate. Instants are {@link Instant} strings, days
   * `YYYY-MM-DD`, amounts integer cents, decimals integer ten-thousandths. `in` and `not_in` take any number of values,
   * a quantified predicate at least one, others exactly one.
   */
  readonly values: readonly (string | number | boolean)[];
}

/**
 * Maximum bytes of long columns in one page. A page of longer rows ends early, after at least one row; the client
 * continues from the last row.
 */
export const ROWS_BYTES_MAX = 8_388_608;

/** Selects the elements of one page. */
export interface PageQuery {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  /** Number of elements to skip, instead of the full pages before: used when an earlier page ended early. */
  readonly offset?: number;
}

/** Returns the number of elements before the page. */
export const offsetOf = ({ page, perPage, offset = (page - 1) * perPage }: PageQuery): number => offset;

/** A parsed query, validated against a {@link Listing}. */
export interface ListQuery<Field extends string = string> extends PageQuery {
  readonly sort: Field;
  readonly direction: Direction;
  readonly conditions: readonly Condition<Field>[];
  /** Returns only rows after this cursor. The query must be sorted by an instant that is never null, ascending. */
  readonly after?: ListCursor;
  /** Returns no rows after this cursor. Used together with `after` when all rows between fit on the first page. */
  readonly until?: ListCursor;
}

/** A position in the order of instant and id, up to which a client has read changes. */
export interface ListCursor {
  readonly at: Instant;
  readonly id: string;
}

/** One page of a list and the total. A page past the end is empty; one with long elements may end early. */
export interface Page<Item> extends PageQuery {
  readonly items: readonly Item[];
  readonly total: number;
}
