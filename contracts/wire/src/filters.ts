import {
  COMPARISON_PREDICATES,
  type Condition,
  type FieldType,
  isStatePredicate,
  JOINS,
  type Listing,
  PREDICATE_TYPES,
  type Predicate,
  QUANTIFIERS,
  type Quantifier,
  STATE_PREDICATES,
  TEXT_TYPES,
} from "@cartulary/kernel";
import { snakeName } from "./casing.ts";
import { castTo, printFilterValue } from "./filter-values.ts";
import { isPlainSearch, isSearch, searchFields } from "./free-text.ts";
import { isPattern } from "./passages.ts";
import { type Parameters, QueryError } from "./query.ts";

/** Maximum number of conditions in a query. The limits bound the cost of a filter (list-filters.md). */
export const CONDITIONS_MAX = 20;
/** Maximum number of fields in a compound. */
export const COMPOUND_FIELDS_MAX = 5;
/** Maximum number of values in a list. */
export const LIST_VALUES_MAX = 100;
/** Maximum code points in a value. */
export const FILTER_VALUE_MAX = 200;
/** Maximum number of `%` and `_` in a pattern, escaped ones included. */
export const WILDCARDS_MAX = 10;

/** The part of a key after the fields. */
interface Suffix {
  readonly name: string;
  readonly predicate: Predicate;
  readonly quantifier?: Quantifier;
}

/** All suffixes of the grammar, longest first, so that an unsupported predicate is recognised too. */
const SUFFIXES: readonly Suffix[] = [
  ...COMPARISON_PREDICATES.flatMap((predicate): readonly Suffix[] => [
    { name: predicate, predicate },
    ...QUANTIFIERS.map((quantifier) => ({ name: `${predicate}_${quantifier}`, predicate, quantifier })),
  ]),
  ...STATE_PREDICATES.map((predicate) => ({ name: predicate, predicate })),
].sort((left, right) => right.name.length - left.name.length);

const takesList = ({ predicate, quantifier }: Pick<Condition, "predicate" | "quantifier">): boolean =>
  quantifier !== undefined || predicate === "in" || predicate === "not_in";

/**
 * Parses the conditions of the `q[…]` parameters. Throws a {@link QueryError} for anything it does not understand.
 *
 * A condition with an empty value is dropped, because forms send blanks; blanks in a list too. A list of blanks only is
 * empty: `in` then matches no record and `not_in` every record with a value; a condition with a quantifier or a
 * comma-separated list is dropped.
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

/** Formats conditions as parameters that {@link parseConditions} parses. */
export function printConditions<Field extends string>(
  listing: Listing<Field>,
  conditions: readonly Condition<Field>[],
): Parameters {
  return conditions.flatMap((condition) => {
    const { fields, join, predicate, quantifier } = condition;
    const type = isStatePredicate(predicate) ? "boolean" : listing.fields[fields[0]];
    const values = condition.values.map((value) => printFilterValue(type, value));
    if (isSearch(listing, condition)) return values.map((value) => ["search", value] as const);
    const suffix = quantifier === undefined ? predicate : `${predicate}_${quantifier}`;
    const name = `q[${fields.map(snakeName).join(`_${join}_`)}_${suffix}]`;
    if (!takesList({ predicate, ...(quantifier && { quantifier }) })) {
      return values.map((value) => [name, value] as const);
    }
    return values.length === 0 ? [[`${name}[]`, ""]] : values.map((value) => [`${name}[]`, value] as const);
  });
}

/** True for a parameter that filters a list, by fields or by free text. */
export const isFilter = (name: string): boolean => isPlainSearch(name) || name.startsWith("q[");

/** Groups values by key in order of first appearance. */
function grouped(parameters: Parameters): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, string[]>();
  for (const [name, value] of parameters) {
    byKey.set(name, [...(byKey.get(name) ?? []), value]);
  }
  return byKey;
}

/** A parsed key. */
interface Key<Field extends string> extends Omit<Condition<Field>, "values"> {
  readonly key: string;
  /** The type of the values. */
  readonly type: FieldType;
  /** True if a list is one comma-separated value. */
  readonly isCommaSeparated: boolean;
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
  const hasBrackets = brackets !== undefined;
  const isCommaSeparated = list && !hasBrackets && listing.dialect.splitsCommas;
  if (list !== hasBrackets && !isCommaSeparated) {
    throw new QueryError(key, list ? "takes a list: write q[…][]=value for each" : "takes one value, not a list");
  }
  return { key, fields, join, ...parts, type, isCommaSeparated };
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

/** Returns the filterable fields by query name. */
export function filterFieldsOf<Field extends string>({
  dialect,
  fields,
  updatedAt,
}: Listing<Field>): ReadonlyMap<string, Field> {
  const own = Object.keys(fields).map((field) => [snakeName(field), field as Field] as const);
  return new Map(dialect.hasUpdatedSince && updatedAt ? [...own, ["updated_at", updatedAt]] : own);
}

/**
 * Returns the type of a value that is compared with all fields of a compound, so they must have one type. State
 * predicates take a boolean.
 */
function typeOf<Field extends string>(
  { fields: types }: Listing<Field>,
  key: string,
  fields: Key<Field>["fields"],
  { name, predicate }: Suffix,
): FieldType {
  const wrong = fields.map((field) => types[field]).find((type) => !PREDICATE_TYPES[predicate].includes(type));
  if (wrong) throw new QueryError(key, `uses the predicate ${name}, which is not for ${wrong} fields`);
  if (isStatePredicate(predicate)) return "boolean";
  const first = types[fields[0]];
  const haveOneType = fields.every((field) => types[field] === first || areTexts(types[field], first));
  if (!haveOneType) throw new QueryError(key, "names fields of different kinds");
  return first;
}

const areTexts = (...types: readonly FieldType[]): boolean => types.every((type) => TEXT_TYPES.includes(type));

function scalarCondition<Field extends string>(key: Key<Field>, value: string): readonly Condition<Field>[] {
  return value === "" ? [] : [condition(key, [value])];
}

function listCondition<Field extends string>(
  key: Key<Field>,
  rawValues: readonly string[],
): readonly Condition<Field>[] {
  const values = key.isCommaSeparated ? rawValues.flatMap((list) => list.split(",")) : rawValues;
  if (values.length > LIST_VALUES_MAX) throw new QueryError(key.key, `has more than ${LIST_VALUES_MAX} values`);
  const present = values.filter((value) => value !== "");
  const isBlank = key.quantifier !== undefined || key.isCommaSeparated;
  return present.length === 0 && isBlank ? [] : [condition(key, present)];
}

function condition<Field extends string>(key: Key<Field>, values: readonly string[]): Condition<Field> {
  const { key: name, type, isCommaSeparated: _, ...parts } = key;
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
  if (cast === null) throw new QueryError(key, `has a value that is not a valid ${type}`);
  return cast;
}
