/**
 * What a field of a list is, as a filter sees it (list-filters.md).
 *
 * `text` has a folded twin that searches and orders; `keyword` is ASCII (a colour, a role, a digest) and needs none.
 */
export type FieldType = "text" | "keyword" | "uuid" | "integer" | "instant" | "boolean";

/** Predicates that a condition may use. Case is ignored by `cont` and `start`, and only there. */
export const PREDICATES = ["eq", "in", "cont", "start"] as const;
export type Predicate = (typeof PREDICATES)[number];

export type Direction = "asc" | "desc";

/** The conventions that all lists of one product share. */
export interface ListDialect {
  readonly perPage: number;
  readonly perPageMax: number;
  /** What a `perPage` out of bounds meets: a 400, or the nearest bound. */
  readonly beyond: "refuse" | "cap";
  readonly direction: Direction;
  readonly predicates: readonly Predicate[];
}

/** Lists of the documents product (interface-documents.md, list conventions). */
export const documentsLists: ListDialect = {
  perPage: 20,
  perPageMax: 100,
  beyond: "refuse",
  direction: "desc",
  predicates: PREDICATES,
};

/** What one resource lets its lists be filtered and sorted by. Nothing outside this can be named in a query. */
export interface Listing<Field extends string = string> {
  readonly dialect: ListDialect;
  readonly fields: Readonly<Record<Field, FieldType>>;
  readonly sorts: readonly Field[];
  readonly sort: Field;
  /** Where it differs from the dialect's. */
  readonly direction?: Direction;
}

/** One condition of a query. Conditions of a query are ANDed; a condition on null is never true. */
export interface Condition<Field extends string = string> {
  readonly fields: readonly [Field, ...Field[]];
  /** How the fields of a compound (`name_or_description_cont`) combine. */
  readonly join: "or" | "and";
  readonly predicate: Predicate;
  /** Cast to the fields' type; several only for `in`. Instants are {@link Instant} strings. */
  readonly values: readonly (string | number | boolean)[];
}

/** What a list is asked for: already parsed, cast, and held to a {@link Listing}. */
export interface ListQuery<Field extends string = string> {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly sort: Field;
  readonly direction: Direction;
  readonly conditions: readonly Condition<Field>[];
}

/** One page of a list and how many there are in all. A page past the end is empty. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
}
