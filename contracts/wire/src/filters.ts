import {
  COMPARING_PREDICATES,
  type Condition,
  type FieldType,
  isJudging,
  JOINS,
  JUDGING_PREDICATES,
  type Listing,
  PREDICATE_TYPES,
  type Predicate,
  QUANTIFIERS,
  type Quantifier,
  WRITTEN_TYPES,
} from "@cartulary/kernel";
import { snakeName } from "./casing.ts";
import { castTo, spelt } from "./filter-values.ts";
import { isPlainSearch, isSearch, searchFields } from "./free-text.ts";
import { isPattern } from "./passages.ts";
import { type Parameters, QueryError } from "./query.ts";

/** Conditions of one query. This and the other limits keep a filter cheap to answer (list-filters.md). */
export const CONDITIONS_MAX = 20;
/** Fields of one compound. */
export const COMPOUND_FIELDS_MAX = 5;
/** Values of one list. */
export const LIST_VALUES_MAX = 100;
/** Code points of one value. */
export const FILTER_VALUE_MAX = 200;
/** `%` and `_` in one pattern, escaped ones too. */
export const WILDCARDS_MAX = 10;

/** What stands behind the fields in a key. */
interface Suffix {
  readonly name: string;
  readonly predicate: Predicate;
  readonly quantifier?: Quantifier;
}

/** Everything that the grammar has, longest first: a name is judged right even where its predicate is not served. */
const SUFFIXES: readonly Suffix[] = [
  ...COMPARING_PREDICATES.flatMap((predicate): readonly Suffix[] => [
    { name: predicate, predicate },
    ...QUANTIFIERS.map((quantifier) => ({ name: `${predicate}_${quantifier}`, predicate, quantifier })),
  ]),
  ...JUDGING_PREDICATES.map((predicate) => ({ name: predicate, predicate })),
].sort((left, right) => right.name.length - left.name.length);

const takesList = ({ predicate, quantifier }: Pick<Condition, "predicate" | "quantifier">): boolean =>
  quantifier !== undefined || predicate === "in" || predicate === "not_in";

/**
 * The conditions that the `q[…]` parameters make. Strict: whatever is not understood is a {@link QueryError}.
 *
 * A condition with an empty value is dropped, as forms send blanks; blanks in a list too. In a list of nothing else is
 * nothing: `in` matches no record then, `not_in` every one that has a value, and what has a quantifier, or was written
 * with commas, is dropped.
 */
export function parseConditions<Field extends string>(
  listing: Listing<Field>,
  parameters: Parameters,
): readonly Condition<Field>[] {
  const plainSearch = searchFields(listing) !== null;
  const filters = parameters.filter(([name]) => isFilter(name) && !(plainSearch && isPlainSearch(name)));
  const conditions = [...grouped(filters)].flatMap(([key, values]) => {
    const read = keyOf(listing, key);
    return takesList(read) ? listCondition(read, values) : values.flatMap((value) => scalarCondition(read, value));
  });
  if (conditions.length > CONDITIONS_MAX) throw new QueryError("q", `has more than ${CONDITIONS_MAX} conditions`);
  return conditions;
}

/** The parameters that a list of `listing` reads as these conditions. */
export function printConditions<Field extends string>(
  listing: Listing<Field>,
  conditions: readonly Condition<Field>[],
): Parameters {
  return conditions.flatMap((condition) => {
    const { fields, join, predicate, quantifier } = condition;
    const type = isJudging(predicate) ? "boolean" : listing.fields[fields[0]];
    const values = condition.values.map((value) => spelt(type, value));
    if (isSearch(listing, condition)) return values.map((value) => ["search", value] as const);
    const suffix = quantifier === undefined ? predicate : `${predicate}_${quantifier}`;
    const name = `q[${fields.map(snakeName).join(`_${join}_`)}_${suffix}]`;
    if (!takesList({ predicate, ...(quantifier && { quantifier }) })) {
      return values.map((value) => [name, value] as const);
    }
    return values.length === 0 ? [[`${name}[]`, ""]] : values.map((value) => [`${name}[]`, value] as const);
  });
}

/** Whether a parameter of this name says what is listed, by its fields or by free text. */
export const isFilter = (name: string): boolean => isPlainSearch(name) || name.startsWith("q[");

/** Values by key, keys in the order of their first appearance. */
function grouped(parameters: Parameters): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, string[]>();
  for (const [name, value] of parameters) {
    byKey.set(name, [...(byKey.get(name) ?? []), value]);
  }
  return byKey;
}

/** A key that was understood. */
interface Key<Field extends string> extends Omit<Condition<Field>, "values"> {
  readonly key: string;
  /** What the values are cast to. */
  readonly type: FieldType;
  /** Whether the values of a list stand in one, with commas between them. */
  readonly commas: boolean;
}

const KEY = /^q\[([a-z0-9_]+)\](\[\])?$/;

function keyOf<Field extends string>(listing: Listing<Field>, key: string): Key<Field> {
  const [, name, brackets] = KEY.exec(key) ?? [];
  if (!name) throw new QueryError(key, "is not a filter: write q[field_predicate]");
  const suffix = SUFFIXES.find((known) => name.endsWith(`_${known.name}`));
  if (!suffix) throw new QueryError(key, "names no predicate");
  const { name: field, ...parts } = suffix;
  const { fields, join } = fieldsOf(listing, key, name.slice(0, -field.length - 1));
  if (!serves(listing, suffix))
    throw new QueryError(key, `uses the predicate ${field}, which this list does not serve`);
  const type = typeOf(listing, key, fields, suffix);
  const list = takesList(suffix);
  const bracketed = brackets !== undefined;
  const commas = list && !bracketed && listing.dialect.commas;
  if (list !== bracketed && !commas) {
    throw new QueryError(key, list ? "takes a list: write q[…][]=value for each" : "takes one value, not a list");
  }
  return { key, fields, join, ...parts, type, commas };
}

function serves({ dialect: { predicates, quantifiers } }: Listing, { predicate, quantifier }: Suffix): boolean {
  return predicates.includes(predicate) && (quantifier === undefined || quantifiers.includes(quantifier));
}

function fieldsOf<Field extends string>(
  listing: Listing<Field>,
  key: string,
  names: string,
): Pick<Key<Field>, "fields" | "join"> {
  const known = filterFieldsOf(listing);
  const whole = known.get(names);
  if (whole) return { fields: [whole], join: "or" };
  const joins = JOINS.filter((join) => listing.dialect.joins.includes(join) && names.includes(`_${join}_`));
  const [join, another] = joins;
  if (another) throw new QueryError(key, "mixes _or_ and _and_");
  const [first, ...rest] = (join ? names.split(`_${join}_`) : [names]).map((name) => {
    const field = known.get(name);
    if (!field) throw new QueryError(key, `names the unknown field ${name}`);
    return field;
  });
  if (!first || rest.length >= COMPOUND_FIELDS_MAX) {
    throw new QueryError(key, `names more than ${COMPOUND_FIELDS_MAX} fields`);
  }
  return { fields: [first, ...rest], join: join ?? "or" };
}

/** What a list may be filtered by, as queries name it. */
export function filterFieldsOf<Field extends string>({
  dialect,
  fields,
  updatedAt,
}: Listing<Field>): ReadonlyMap<string, Field> {
  const own = Object.keys(fields).map((field) => [snakeName(field), field as Field] as const);
  return new Map(dialect.converging && updatedAt ? [...own, ["updated_at", updatedAt]] : own);
}

/** One value is compared with all fields of a compound, so they must read it alike; a judgement needs no such thing. */
function typeOf<Field extends string>(
  { fields: types }: Listing<Field>,
  key: string,
  fields: Key<Field>["fields"],
  { name, predicate }: Suffix,
): FieldType {
  const wrong = fields.map((field) => types[field]).find((type) => !PREDICATE_TYPES[predicate].includes(type));
  if (wrong) throw new QueryError(key, `uses the predicate ${name}, which is not for ${wrong} fields`);
  if (isJudging(predicate)) return "boolean";
  const first = types[fields[0]];
  const alike = fields.every((field) => types[field] === first || bothWritten(types[field], first));
  if (!alike) throw new QueryError(key, "names fields of different kinds");
  return first;
}

const bothWritten = (...types: readonly FieldType[]): boolean => types.every((type) => WRITTEN_TYPES.includes(type));

function scalarCondition<Field extends string>(key: Key<Field>, value: string): readonly Condition<Field>[] {
  return value === "" ? [] : [condition(key, [value])];
}

function listCondition<Field extends string>(key: Key<Field>, written: readonly string[]): readonly Condition<Field>[] {
  const values = key.commas ? written.flatMap((list) => list.split(",")) : written;
  if (values.length > LIST_VALUES_MAX) throw new QueryError(key.key, `has more than ${LIST_VALUES_MAX} values`);
  const present = values.filter((value) => value !== "");
  const isBlank = key.quantifier !== undefined || key.commas;
  return present.length === 0 && isBlank ? [] : [condition(key, present)];
}

function condition<Field extends string>(key: Key<Field>, values: readonly string[]): Condition<Field> {
  const { key: name, type, commas: _, ...parts } = key;
  return { ...parts, values: values.map((value) => filterValue(name, parts.predicate, type, value)) };
}

function filterValue(key: string, predicate: Predicate, type: FieldType, value: string): Condition["values"][number] {
  if ([...value].length > FILTER_VALUE_MAX) {
    throw new QueryError(key, `has a value of more than ${FILTER_VALUE_MAX} characters`);
  }
  if (isPattern(predicate) && value.split(/[%_]/).length - 1 > WILDCARDS_MAX) {
    throw new QueryError(key, `has a pattern with more than ${WILDCARDS_MAX} % and _`);
  }
  const cast = castTo(type, value);
  if (cast === null) throw new QueryError(key, `has a value that is no ${type}`);
  return cast;
}
