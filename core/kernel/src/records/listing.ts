import type { Instant } from "../clock.ts";

/**
 * What a field of a list is, as a filter sees it (list-filters.md).
 *
 * `text` is a line and has a folded twin that searches and orders; `passage` is the same and may be longer than a line,
 * so that little of it is searched at once; `keyword` is ASCII (a colour, a role, a digest) and needs no twin.
 * `date` is a civil day, `YYYY-MM-DD`; `amount` is written as a decimal and compared as an integer of cents, `decimal` as
 * one of ten-thousandths. `list` is a list of words in one column (tags), of which can only be asked whether it has any.
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
  | "list";

/** Predicates that compare a field with values of its own type. Null compares with nothing, also not by a negative. */
export const COMPARING_PREDICATES = [
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
export type ComparingPredicate = (typeof COMPARING_PREDICATES)[number];

/** Predicates that say something of a field by themselves; their one value is a boolean, and false inverts them. */
export const JUDGING_PREDICATES = [
  "true",
  "not_true",
  "false",
  "not_false",
  "present",
  "blank",
  "null",
  "not_null",
] as const;
export type JudgingPredicate = (typeof JUDGING_PREDICATES)[number];

/** Those of the comparing predicates that look for a part of a text: LIKE's family. */
export const SEARCHING_PREDICATES: readonly Predicate[] = [
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

/** Everything that a condition may say. */
export type Predicate = ComparingPredicate | JudgingPredicate;

/** Whether the predicate takes a boolean rather than values of the field's type. */
export function isJudging(predicate: Predicate): predicate is JudgingPredicate {
  return (JUDGING_PREDICATES as readonly Predicate[]).includes(predicate);
}

/** How the fields of a compound combine. */
export const JOINS = ["or", "and"] as const;
export type Join = (typeof JOINS)[number];

/** How the values of a comparing predicate combine: one of them has to hold, or all. */
export const QUANTIFIERS = ["any", "all"] as const;
export type Quantifier = (typeof QUANTIFIERS)[number];

/** The types whose values are text: one value may be compared with fields of any of them. */
export const WRITTEN_TYPES: readonly FieldType[] = ["text", "passage", "keyword"];
const ORDERED: readonly FieldType[] = [...WRITTEN_TYPES, "integer", "amount", "decimal", "date", "instant"];
const SINGLE: readonly FieldType[] = [...ORDERED, "uuid", "boolean"];
const TRUTH: readonly FieldType[] = ["boolean"];
const EVERY: readonly FieldType[] = [...SINGLE, "list"];

/** The types of the fields of which each predicate can be asked. */
export const PREDICATE_TYPES: Readonly<Record<Predicate, readonly FieldType[]>> = {
  eq: SINGLE,
  not_eq: SINGLE,
  in: SINGLE,
  not_in: SINGLE,
  lt: ORDERED,
  lteq: ORDERED,
  gt: ORDERED,
  gteq: ORDERED,
  matches: WRITTEN_TYPES,
  does_not_match: WRITTEN_TYPES,
  cont: WRITTEN_TYPES,
  not_cont: WRITTEN_TYPES,
  i_cont: WRITTEN_TYPES,
  not_i_cont: WRITTEN_TYPES,
  start: WRITTEN_TYPES,
  not_start: WRITTEN_TYPES,
  end: WRITTEN_TYPES,
  not_end: WRITTEN_TYPES,
  true: TRUTH,
  not_true: TRUTH,
  false: TRUTH,
  not_false: TRUTH,
  present: EVERY,
  blank: EVERY,
  null: SINGLE,
  not_null: SINGLE,
};

export type Direction = "asc" | "desc";

/** The conventions that all lists of one product share. */
export interface ListDialect {
  readonly perPage: number;
  readonly perPageMax: number;
  /** What a `perPage` over the most meets: a 400, or the most. One under 1 is a 400 in any case. */
  readonly beyond: "refuse" | "cap";
  readonly direction: Direction;
  readonly predicates: readonly Predicate[];
  readonly quantifiers: readonly Quantifier[];
  /** How several fields of one condition may be put together: `name_or_description_cont`. */
  readonly joins: readonly Join[];
  /** Whether the values of a list may be written with commas between them, too: `q[status_in]=draft,posted`. */
  readonly commas: boolean;
  /** Whether its lists answer free text (`search`, or a `q` that names no field) by {@link Listing.search}. */
  readonly freeText: boolean;
  /**
   * Whether its lists tell a client what changed since it last asked: `updated_since`, filters on `updated_at` whatever
   * the record has, and the moment to ask from next time.
   */
  readonly converging: boolean;
}

/** What lists do where a product has no conventions of its own (interface-documents.md, list conventions). */
export const standardLists: ListDialect = {
  perPage: 20,
  perPageMax: 100,
  beyond: "refuse",
  direction: "desc",
  predicates: [...COMPARING_PREDICATES, ...JUDGING_PREDICATES],
  quantifiers: QUANTIFIERS,
  joins: JOINS,
  commas: false,
  freeText: false,
  converging: false,
};

/** What one resource lets its lists be filtered and sorted by. Nothing outside this can be named in a query. */
export interface Listing<Field extends string = string> {
  readonly dialect: ListDialect;
  readonly fields: Readonly<Record<Field, FieldType>>;
  readonly sorts: readonly Field[];
  readonly sort: Field;
  /** What `updated_at` means of records that have none: their date (documents.md 2.2). */
  readonly updatedAt?: Field;
  /** The written fields that free text is looked for in; without them such a list takes none. */
  readonly search?: readonly [Field, ...Field[]];
  /** Where it differs from the dialect's. */
  readonly direction?: Direction;
}

/**
 * One condition of a query. Conditions of a query are ANDed. Of null only `not_true`, `not_false`, `blank`, `null` and
 * the inverted `present` and `not_null` are true.
 */
export interface Condition<Field extends string = string> {
  readonly fields: readonly [Field, ...Field[]];
  /** How the fields of a compound (`name_or_description_cont`) combine. */
  readonly join: Join;
  readonly predicate: Predicate;
  /** Of comparing predicates only. Each field of a compound is asked about all the values. */
  readonly quantifier?: Quantifier;
  /**
   * Cast to the fields' type, or the one boolean of a judging predicate. Instants are {@link Instant} strings, days
   * `YYYY-MM-DD`, amounts integers of cents, decimals of ten-thousandths. `in` and
   * `not_in` have any number, a quantified predicate one or more, others one.
   */
  readonly values: readonly (string | number | boolean)[];
}

/**
 * Bytes of the long columns of the rows that one list reads: a page of longer ones ends before, after one row at least.
 * A client names the row to go on from.
 */
export const ROWS_BYTES_MAX = 8_388_608;

/** Which elements of a list. */
export interface PageQuery {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  /** How many elements come before the first one, in place of the pages before: where a page ended early, the next begins. */
  readonly offset?: number;
}

/** How many elements of a list come before those that a page begins with. */
export const offsetOf = ({ page, perPage, offset = (page - 1) * perPage }: PageQuery): number => offset;

/** What a list is asked for: already parsed, cast, and held to a {@link Listing}. */
export interface ListQuery<Field extends string = string> extends PageQuery {
  readonly sort: Field;
  readonly direction: Direction;
  readonly conditions: readonly Condition<Field>[];
  /** Only what comes behind this place. The query is sorted by an instant that is never null, ascending. */
  readonly after?: ListPlace;
  /** Nothing behind this place: beside `after`, of whoever knows that all between them fits on one page, the first. */
  readonly through?: ListPlace;
}

/** A place in the order of an instant and the id, where somebody who follows changes has come to. */
export interface ListPlace {
  readonly at: Instant;
  readonly id: string;
}

/** One page of a list and how many there are in all. A page past the end is empty; one of long elements may end early. */
export interface Page<Item> extends PageQuery {
  readonly items: readonly Item[];
  readonly total: number;
}
