import type { Condition, FieldType, Instant, Predicate } from "@cartulary/kernel";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import { changed } from "../engine/statement.ts";
import { asItIs, contains, ends, matches, type Search, type Searched, starts, unseen } from "./searching.ts";

/** A field as the predicates see it. */
export interface Operand {
  readonly column: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** What is searched without regard to case; absent for fields that are not searched so. */
  readonly searched?: Searched;
  /** Whether a value that is there counts as none; absent where only null does. */
  readonly empty?: RawBuilder<SqlBool>;
  /** A value of the query as a parameter that compares with the column. */
  readonly parameter: (value: Scalar) => RawBuilder<unknown>;
}

type Scalar = Condition["values"][number];

/**
 * How parts of an indexed text are found on Postgres: by its index if the server likes that, by its index whatever it knows
 * of the part, or without it. On SQLite a list asks the index by itself (indexed-search.ts).
 */
export type IndexUse = "planned" | "always" | "never";

/** The field of that type whose column is `ref`; of a text that has an index, with the use that is made of it. */
export function operand(type: FieldType, ref: string, dialect: Dialect, use: IndexUse = "never"): Operand {
  const { searched, ...rest } = OPERANDS[type](ref, dialect);
  if (!searched || use === "never" || dialect.name === "sqlite") return { ...rest, ...(searched && { searched }) };
  return { ...rest, searched: { ...searched, isLike: true, sought: use === "always" ? unseen : asItIs } };
}

/** What a condition says of one of its fields. */
export function satisfied(field: Operand, { predicate, quantifier, values }: Condition): RawBuilder<SqlBool> {
  if (quantifier === undefined) return PREDICATES[predicate](field, values);
  const pieces = values.map((value) => PREDICATES[predicate](field, [value]));
  return joined(pieces, quantifier === "any" ? "or" : "and");
}

/** Pieces as one expression; true when there are none. */
export function joined(pieces: readonly RawBuilder<SqlBool>[], join: "and" | "or"): RawBuilder<SqlBool> {
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
  parameter: (value) => sql`${changed(value, encode)}`,
});

const written = (ref: string): Operand => ({ ...plain(ref), empty: sql`${sql.ref(ref)} = ''` });

const UNINDEXED = { isLike: false, sought: asItIs } as const;

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
  // JSON has no equality on Postgres.
  list: (ref) => ({ ...plain(ref), empty: sql`cast(${sql.ref(ref)} as text) = '[]'` }),
};

type Compile = (field: Operand, values: readonly Scalar[]) => RawBuilder<SqlBool>;

type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";
const compared =
  (comparison: Comparison): Compile =>
  ({ column, parameter }, [value]) =>
    sql`${column} ${sql.raw(comparison)} ${parameter(requireValue(value))}`;

/** LIKE's family. */
const found =
  (search: Search): Compile =>
  ({ searched }, [value]) =>
    search(required(searched), String(requireValue(value)));
const notFound =
  (search: Search): Compile =>
  ({ searched }, [value]) =>
    sql`not ${search(required(searched), String(requireValue(value)))}`;

/** A judgement that false turns into the other one. */
type Judgement = (field: Operand) => RawBuilder<SqlBool>;
const either =
  (whenTrue: Judgement, whenFalse: Judgement): Compile =>
  (field, [value]) =>
    (requireValue(value) === true ? whenTrue : whenFalse)(field);

const is =
  (truth: boolean): Judgement =>
  ({ column, parameter }) =>
    sql`${column} = ${parameter(truth)}`;
/** Null is neither: the two negatives that have it. */
const isNot =
  (truth: boolean): Judgement =>
  ({ column, parameter }) =>
    sql`${column} is distinct from ${parameter(truth)}`;
const isNull: Judgement = ({ column }) => sql`${column} is null`;
const isNotNull: Judgement = ({ column }) => sql`${column} is not null`;
const isBlank: Judgement = (field) => (field.empty ? sql`(${isNull(field)} or ${field.empty})` : isNull(field));
const isPresent: Judgement = (field) => (field.empty ? sql`not (${field.empty})` : isNotNull(field));

const inList: Compile = ({ column, parameter }, values) =>
  values.length === 0 ? NEVER : sql`${column} in (${sql.join(values.map(parameter))})`;
const notInList: Compile = (field, values) =>
  values.length === 0
    ? isNotNull(field)
    : sql`${field.column} not in (${sql.join(values.map((value) => field.parameter(value)))})`;

/** What each predicate means (list-filters.md). Of null SQL's own logic is kept: what compares with it is not true. */
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

function required(searched: Operand["searched"]): Searched {
  if (!searched) throw new TypeError("Only text and keywords are searched by a part of them");
  return searched;
}

function requireValue(value: Scalar | undefined): Scalar {
  if (value === undefined) throw new TypeError("A condition needs a value");
  return value;
}
