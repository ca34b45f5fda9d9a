import type { Condition, FieldType, Instant, Predicate } from "@cartulary/kernel";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import { transformValue } from "../engine/statement.ts";
import type { IndexUse, PartComparison } from "../engine/substring-index.ts";
import { contains, ends, matches, plannedValue, type Search, type SearchColumn, starts } from "./text-match.ts";

/** A field in conditions. */
export interface Operand {
  readonly column: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** The text for case-insensitive search; absent if the field has none. */
  readonly searched?: SearchColumn;
  /** The condition that a non-null value counts as blank; absent if only null does. */
  readonly empty?: RawBuilder<SqlBool>;
  /** A value of the query as a parameter that compares with the column. */
  readonly parameter: (value: Scalar) => RawBuilder<unknown>;
}

type Scalar = Condition["values"][number];

/** Returns the operand of a field whose column is `ref`; `use` applies if its text has an index. */
export function operand(type: FieldType, ref: string, dialect: Dialect, use: IndexUse = "never"): Operand {
  const field = OPERANDS[type](ref, dialect);
  if (!field.searched || use === "never") return field;
  return { ...field, searched: { ...field.searched, ...dialect.substringIndex.compare(use) } };
}

/** Compiles a condition on one of its fields. */
export function conditionSql(field: Operand, { predicate, quantifier, values }: Condition): RawBuilder<SqlBool> {
  if (quantifier === undefined) return PREDICATES[predicate](field, values);
  const pieces = values.map((value) => PREDICATES[predicate](field, [value]));
  return joinSql(pieces, quantifier === "any" ? "or" : "and");
}

/** Joins conditions; true if there are none. */
export function joinSql(pieces: readonly RawBuilder<SqlBool>[], join: "and" | "or"): RawBuilder<SqlBool> {
  if (pieces.length === 0) return ALWAYS;
  return sql`(${sql.join(pieces, sql.raw(` ${join} `))})`;
}

const plain = (ref: string): Operand => ({
  column: sql.ref(ref),
  order: sql.ref(ref),
  parameter: (value) => sql`${value}`,
});

const encoded = (ref: string, encode: (value: Scalar) => unknown): Operand => ({
  ...plain(ref),
  parameter: (value) => sql`${transformValue(value, encode)}`,
});

const written = (ref: string): Operand => ({ ...plain(ref), empty: sql`${sql.ref(ref)} = ''` });

const UNINDEXED: PartComparison = { usesLike: () => false, parameter: plannedValue };

function folded(ref: string, { position }: Dialect): Operand {
  const text = sql.ref(`${ref}_fold`);
  return { ...written(ref), searched: { text, position, ...UNINDEXED }, order: text };
}

const OPERANDS: Readonly<Record<FieldType, (ref: string, dialect: Dialect) => Operand>> = {
  text: folded,
  passage: folded,
  keyword: (ref, { position }) => ({
    ...written(ref),
    searched: { text: sql`lower(${sql.ref(ref)})`, position, ...UNINDEXED },
  }),
  uuid: plain,
  integer: plain,
  amount: plain,
  decimal: plain,
  date: plain,
  instant: (ref, { instant }) => encoded(ref, (value) => instant(value as Instant)),
  boolean: (ref, { boolean }) => encoded(ref, (value) => boolean(value as boolean)),
  // Postgres cannot compare JSON for equality.
  list: (ref) => ({ ...plain(ref), empty: sql`cast(${sql.ref(ref)} as text) = '[]'` }),
  object: plain,
};

type Compile = (field: Operand, values: readonly Scalar[]) => RawBuilder<SqlBool>;

type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";
const compared =
  (comparison: Comparison): Compile =>
  ({ column, parameter }, [value]) =>
    sql`${column} ${sql.raw(comparison)} ${parameter(requireValue(value))}`;

const found =
  (search: Search): Compile =>
  ({ searched }, [value]) =>
    search(required(searched), String(requireValue(value)));
const notFound =
  (search: Search): Compile =>
  ({ searched }, [value]) =>
    sql`not ${search(required(searched), String(requireValue(value)))}`;

/** A condition that the value false inverts. */
type StateCondition = (field: Operand) => RawBuilder<SqlBool>;
const either =
  (whenTrue: StateCondition, whenFalse: StateCondition): Compile =>
  (field, [value]) =>
    (requireValue(value) === true ? whenTrue : whenFalse)(field);

const is =
  (truth: boolean): StateCondition =>
  ({ column, parameter }) =>
    sql`${column} = ${parameter(truth)}`;
/** Null satisfies the negations of both. */
const isNot =
  (truth: boolean): StateCondition =>
  ({ column, parameter }) =>
    sql`${column} is distinct from ${parameter(truth)}`;
const isNull: StateCondition = ({ column }) => sql`${column} is null`;
const isNotNull: StateCondition = ({ column }) => sql`${column} is not null`;
const isBlank: StateCondition = (field) => (field.empty ? sql`(${isNull(field)} or ${field.empty})` : isNull(field));
const isPresent: StateCondition = (field) => (field.empty ? sql`not (${field.empty})` : isNotNull(field));

const inList: Compile = ({ column, parameter }, values) =>
  values.length === 0 ? NEVER : sql`${column} in (${sql.join(values.map(parameter))})`;
const notInList: Compile = (field, values) =>
  values.length === 0
    ? isNotNull(field)
    : sql`${field.column} not in (${sql.join(values.map((value) => field.parameter(value)))})`;

/** The predicates (list-filters.md). Null follows SQL: comparisons with it are not true. */
const PREDICATES: Readonly<Record<Predicate, Compile>> = {
  eq: compared("="),
  not_eq: compared("<>"),
  in: inList,
  not_in: notInList,
  lt: compared("<"),
  lteq: compared("<="),
  gt: compared(">"),
  gteq: compared(">="),
  matches: found(matches),
  does_not_match: notFound(matches),
  cont: found(contains),
  not_cont: notFound(contains),
  i_cont: found(contains),
  not_i_cont: notFound(contains),
  start: found(starts),
  not_start: notFound(starts),
  end: found(ends),
  not_end: notFound(ends),
  true: either(is(true), is(false)),
  not_true: either(isNot(true), is(true)),
  false: either(is(false), is(true)),
  not_false: either(isNot(false), is(false)),
  present: either(isPresent, isBlank),
  blank: either(isBlank, isPresent),
  null: either(isNull, isNotNull),
  not_null: either(isNotNull, isNull),
};

const ALWAYS = sql<SqlBool>`1 = 1`;
const NEVER = sql<SqlBool>`1 = 0`;

function required(searched: Operand["searched"]): SearchColumn {
  if (!searched) throw new TypeError("Only texts and keywords support substring search");
  return searched;
}

function requireValue(value: Scalar | undefined): Scalar {
  if (value === undefined) throw new TypeError("A condition needs a value");
  return value;
}
