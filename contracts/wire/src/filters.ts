import type { Condition, FieldType, Instant, Listing, Predicate } from "@cartulary/kernel";
import { snakeName } from "./casing.ts";
import { type Parameters, QueryError } from "./query.ts";

/** Conditions of one query. This and the other limits keep a filter cheap to answer (list-filters.md). */
export const CONDITIONS_MAX = 20;
/** Fields of one compound. */
export const COMPOUND_FIELDS_MAX = 5;
/** Values of one list. */
export const LIST_VALUES_MAX = 100;
/** Code points of one value. */
export const FILTER_VALUE_MAX = 200;

const COMPARING = [
  "eq",
  "not_eq",
  "matches",
  "does_not_match",
  "lt",
  "lteq",
  "gt",
  "gteq",
  "in",
  "not_in",
  "cont",
  "not_cont",
  "i_cont",
  "not_i_cont",
  "start",
  "not_start",
  "end",
  "not_end",
] as const;
const JUDGING = ["true", "not_true", "false", "not_false", "present", "blank", "null", "not_null"] as const;

/** Every name that the grammar has, longest first: a name is judged right even where its predicate is not served. */
const PREDICATE_NAMES: readonly string[] = [
  ...COMPARING.flatMap((name) => [name, `${name}_any`, `${name}_all`]),
  ...JUDGING,
].sort((left, right) => right.length - left.length);

interface PredicateRule {
  readonly types: readonly FieldType[];
  /** Whether it takes `[]` and several values. */
  readonly list: boolean;
}

const EVERY_TYPE: readonly FieldType[] = ["text", "keyword", "uuid", "integer", "instant", "boolean"];
const WRITTEN: readonly FieldType[] = ["text", "keyword"];

const RULES: Readonly<Record<Predicate, PredicateRule>> = {
  eq: { types: EVERY_TYPE, list: false },
  in: { types: EVERY_TYPE, list: true },
  cont: { types: WRITTEN, list: false },
  start: { types: WRITTEN, list: false },
};

/**
 * The conditions that the `q[…]` parameters make. Strict: whatever is not understood is a {@link QueryError}.
 *
 * A condition with an empty value is dropped, as forms send blanks; blanks in a list too, and a list of nothing else
 * matches nothing.
 */
export function parseConditions<Field extends string>(
  listing: Listing<Field>,
  parameters: Parameters,
): readonly Condition<Field>[] {
  const conditions = [...grouped(parameters)].flatMap(([key, values]) => {
    const read = keyOf(listing, key);
    return read.list ? [listCondition(read, values)] : values.flatMap((value) => scalarCondition(read, value));
  });
  if (conditions.length > CONDITIONS_MAX) throw new QueryError("q", `has more than ${CONDITIONS_MAX} conditions`);
  return conditions;
}

/** The `q[…]` parameters that {@link parseConditions} reads as these conditions. */
export function printConditions<Field extends string>(conditions: readonly Condition<Field>[]): Parameters {
  return conditions.flatMap(({ fields, join, predicate, values }) => {
    const name = `q[${fields.map(snakeName).join(`_${join}_`)}_${predicate}]`;
    if (!RULES[predicate].list) return values.map((value) => [name, String(value)] as const);
    return values.length === 0 ? [[`${name}[]`, ""]] : values.map((value) => [`${name}[]`, String(value)] as const);
  });
}

/** Values by key, keys in the order of their first appearance. */
function grouped(parameters: Parameters): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, string[]>();
  for (const [name, value] of parameters) {
    if (name !== "q" && !name.startsWith("q[")) continue;
    byKey.set(name, [...(byKey.get(name) ?? []), value]);
  }
  return byKey;
}

/** A key that was understood. */
interface Key<Field extends string> {
  readonly key: string;
  readonly fields: readonly [Field, ...Field[]];
  readonly type: FieldType;
  readonly join: "or" | "and";
  readonly predicate: Predicate;
  readonly list: boolean;
}

const KEY = /^q\[([a-z0-9_]+)\](\[\])?$/;

function keyOf<Field extends string>(listing: Listing<Field>, key: string): Key<Field> {
  const [, name, brackets] = KEY.exec(key) ?? [];
  if (!name) throw new QueryError(key, "is not a filter: write q[field_predicate]");
  const suffix = PREDICATE_NAMES.find((predicate) => name.endsWith(`_${predicate}`));
  if (!suffix) throw new QueryError(key, "names no predicate");
  const { fields, join } = fieldsOf(listing, key, name.slice(0, -suffix.length - 1));
  const predicate = listing.dialect.predicates.find((served) => served === suffix);
  if (!predicate) throw new QueryError(key, `uses the predicate ${suffix}, which this list does not serve`);
  const { types, list } = RULES[predicate];
  const type = typeOf(listing, key, fields);
  if (!types.includes(type)) throw new QueryError(key, `uses the predicate ${suffix}, which is not for ${type} fields`);
  if (list !== (brackets !== undefined)) {
    throw new QueryError(key, list ? "takes a list: write q[…][]=value for each" : "takes one value, not a list");
  }
  return { key, fields, type, join, predicate, list };
}

function fieldsOf<Field extends string>(
  listing: Listing<Field>,
  key: string,
  names: string,
): Pick<Key<Field>, "fields" | "join"> {
  const known = new Map(Object.keys(listing.fields).map((field) => [snakeName(field), field as Field]));
  const whole = known.get(names);
  if (whole) return { fields: [whole], join: "or" };
  const joins = (["or", "and"] as const).filter((join) => names.includes(`_${join}_`));
  const [join = "or", another] = joins;
  if (another) throw new QueryError(key, "mixes _or_ and _and_");
  const [first, ...rest] = names.split(`_${join}_`).map((name) => {
    const field = known.get(name);
    if (!field) throw new QueryError(key, `names the unknown field ${name}`);
    return field;
  });
  if (!first || rest.length >= COMPOUND_FIELDS_MAX) {
    throw new QueryError(key, `names more than ${COMPOUND_FIELDS_MAX} fields`);
  }
  return { fields: [first, ...rest], join };
}

/** One value is compared with all fields of a compound, so they must read it alike. */
function typeOf<Field extends string>(
  { fields: types }: Listing<Field>,
  key: string,
  [first, ...rest]: Key<Field>["fields"],
): FieldType {
  const alike = rest.every((field) => types[field] === types[first] || bothWritten(types[field], types[first]));
  if (!alike) throw new QueryError(key, "names fields of different kinds");
  return types[first];
}

const bothWritten = (...types: readonly FieldType[]): boolean => types.every((type) => WRITTEN.includes(type));

function scalarCondition<Field extends string>(key: Key<Field>, value: string): readonly Condition<Field>[] {
  return value === "" ? [] : [condition(key, [value])];
}

function listCondition<Field extends string>(key: Key<Field>, values: readonly string[]): Condition<Field> {
  if (values.length > LIST_VALUES_MAX) throw new QueryError(key.key, `has more than ${LIST_VALUES_MAX} values`);
  return condition(
    key,
    values.filter((value) => value !== ""),
  );
}

function condition<Field extends string>(key: Key<Field>, values: readonly string[]): Condition<Field> {
  const { fields, join, predicate, type } = key;
  return { fields, join, predicate, values: values.map((value) => cast(key.key, type, value)) };
}

function cast(key: string, type: FieldType, value: string): string | number | boolean {
  if ([...value].length > FILTER_VALUE_MAX) {
    throw new QueryError(key, `has a value of more than ${FILTER_VALUE_MAX} characters`);
  }
  const read = CASTS[type](value);
  if (read === null || value.includes("\u0000")) throw new QueryError(key, `has a value that is no ${type}`);
  return read;
}

const TRUTHS: Readonly<Record<string, boolean>> = {
  "1": true,
  t: true,
  true: true,
  "0": false,
  f: false,
  false: false,
};

const CASTS: Readonly<Record<FieldType, (value: string) => string | number | boolean | null>> = {
  // As names are kept (documents.md 2.2).
  text: (value) => value.normalize("NFC"),
  keyword: (value) => value,
  uuid: (value) =>
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value) ? value.toLowerCase() : null,
  integer: (value) => (/^-?\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : null),
  instant: instantOf,
  boolean: (value) => (Object.hasOwn(TRUTHS, value) ? (TRUTHS[value] ?? null) : null),
};

const ISO = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?(Z|[+-]\d{2}:\d{2})?$/;
/** What both databases can hold. */
const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00Z");
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/** ISO 8601; a date alone is its first moment, and a time without offset is UTC. */
function instantOf(value: string): Instant | null {
  const [, day, time, offset] = ISO.exec(value) ?? [];
  if (!day || !isDay(day) || (offset && !time)) return null;
  const moment = Date.parse(`${day}${time ?? "T00:00"}${offset ?? "Z"}`);
  if (Number.isNaN(moment) || moment < FIRST_INSTANT || moment > LAST_INSTANT) return null;
  return new Date(moment).toISOString() as Instant;
}

/** False for the 30th of February, which `Date` would take for a day of March. */
function isDay(day: string): boolean {
  const moment = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day);
}
