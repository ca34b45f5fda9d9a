import {
  type ComparisonPredicate,
  type Condition,
  type Direction,
  type FieldType,
  fold,
  isStatePredicate,
  type Listing,
  type ListQuery,
  type Page,
  PREDICATE_TYPES,
  type Predicate,
  type StatePredicate,
  TEXT_TYPES,
} from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "../runner/runner.ts";

/** A list and records to try it with. */
export interface ListingHarness<Field extends string, Item extends Readonly<Record<Field, unknown>>> {
  readonly listing: Listing<Field>;
  /** Records of every sort, with ids of their own; nulls and texts that are hard to search among them. */
  readonly records: readonly Item[];
  /** How many values each predicate of a field is tried with; all there are when absent. */
  readonly values?: number;
  /**
   * Field types whose predicates are all tested on samples: their fields are tested with {@link COLUMN_PREDICATES} and
   * single values only, to show that they map to their columns. None by default.
   */
  readonly sampled?: ReadonlySet<FieldType>;
  /** The list over these records and nothing else. Called once for all tests, so it must outlive the first of them. */
  create(records: readonly Item[]): Promise<(query: ListQuery<Field>) => Promise<Page<Item>>>;
}

type Value = Condition["values"][number];

/** Contract of lists: each returns the same as a slow implementation of list-filters.md over the same records. */
export function listingContract<Field extends string, Item extends Readonly<Record<Field, unknown>>>(
  name: string,
  { listing, records, values: atMost = Number.POSITIVE_INFINITY, sampled, ...harness }: ListingHarness<Field, Item>,
): void {
  const create = memoised(harness.create);
  const fields = Object.keys(listing.fields) as Field[];
  const all: ListQuery<Field> = { page: 1, perPage: 1000, sort: listing.sort, direction: "asc", conditions: [] };

  describe(`${name} applies filters and sorts`, () => {
    for (const field of fields) {
      for (const predicate of triedOn(listing, field, sampled)) {
        it(`${field} ${predicate}`, async () => {
          const list = await create(records);
          const values = spread(candidates(listing, records, field, predicate), atMost);
          const isElsewhere = sampled?.has(listing.fields[field]) ?? false;
          for (const saying of isElsewhere ? alone(predicate, values) : sayings(predicate, values)) {
            const query: ListQuery<Field> = { ...all, conditions: [{ fields: [field], join: "or", ...saying }] };
            expect({ question: saying, ...(await list(query)) }).toEqual({
              question: saying,
              ...expected(listing, records, query),
            });
          }
        });
      }
    }

    for (const sort of listing.sorts) {
      it(`by ${sort} in both directions, page by page [R-37]`, async () => {
        const list = await create(records);
        for (const direction of ["asc", "desc"] as const) {
          for (const perPage of [1000, Math.ceil(records.length / 3)]) {
            // The last of them is empty.
            const pages = Math.ceil(records.length / perPage) + 1;
            for (let page = 1; page <= pages; page += 1) {
              const query = { ...all, sort, direction, page, perPage };
              expect(await list(query)).toEqual(expected(listing, records, query));
            }
          }
        }
      });
    }

    const { search } = listing;
    if (search) {
      it("free text", async () => {
        const list = await create(records);
        for (const value of spread([...HARD_TEXTS, ...candidates(listing, records, search[0], "cont")], atMost)) {
          const condition: Condition<Field> = { fields: search, join: "or", predicate: "cont", values: [value] };
          const query = { ...all, conditions: [condition] };
          expect({ value, ...(await list(query)) }).toEqual({ value, ...expected(listing, records, query) });
        }
      });
    }

    it("with any combination of conditions [R-37]", async () => {
      const list = await create(records);
      await fc.assert(
        fc.asyncProperty(queries(listing, records), async (query) => {
          expect(await list(query)).toEqual(expected(listing, records, query));
        }),
        { numRuns: sampled ? 60 : 200 },
      );
    });

    it("an empty table gives an empty page", async () => {
      const list = await create([]);
      expect(await list(all)).toEqual({ items: [], total: 0, page: 1, perPage: 1000 });
    });
  });
}

/** Creates one list per set of records. */
function memoised<Records extends object, List>(create: (records: Records) => Promise<List>) {
  const made = new Map<Records, Promise<List>>();
  return (records: Records): Promise<List> => {
    const list = made.get(records) ?? create(records);
    made.set(records, list);
    return list;
  };
}

/** Returns the predicates of a field in this list. */
function predicatesOf<Field extends string>({ dialect, fields }: Listing<Field>, field: Field): readonly Predicate[] {
  return dialect.predicates.filter((predicate) => PREDICATE_TYPES[predicate].includes(fields[field]));
}

/** Predicates that show that a field maps to its column; if it has neither, all are tested. */
const COLUMN_PREDICATES: readonly Predicate[] = ["eq", "null"];

function triedOn<Field extends string>(
  listing: Listing<Field>,
  field: Field,
  sampled?: ReadonlySet<FieldType>,
): readonly Predicate[] {
  const all = predicatesOf(listing, field);
  const some = all.filter((predicate) => COLUMN_PREDICATES.includes(predicate));
  return sampled?.has(listing.fields[field]) && some.length > 0 ? some : all;
}

/** Texts that a pattern, a case rule or a normalisation could get wrong. */
export const HARD_TEXTS: readonly string[] = [
  "",
  " ",
  "%",
  "_",
  "\\",
  "\\%",
  "a%b",
  "a_b",
  "a\\b",
  "A",
  "a",
  "É",
  "é",
  "e\u0301cole",
  "École",
  "ß",
  "ẞ",
  "SS",
  "İ",
  "Ω",
  "ﬁn",
  "fin",
  "日本",
  "🏡",
  "'",
  '"',
  "null",
];

/** Patterns that are easily read wrong. */
const HARD_PATTERNS: readonly string[] = [
  "%%",
  "a%",
  "%B",
  "_%",
  "__",
  "%é%",
  "\\_",
  "a\\%b",
  "%\\%%",
  "\\\\",
  "%\\\\%",
  "a\\",
  "%\\",
  "\\a",
  "％",
  "\\🏡",
  "s_",
  "a%\\b",
  "a%a",
  "_%b",
  "%_",
  "%s_",
  "_a%",
  "e%_e",
  "%c_l%",
  "a%\\%%b",
  "%a%b%",
  "a%b%b",
  "É%%E",
  "\u{10ffff}%",
];

const HARD_VALUES: Readonly<Record<FieldType, readonly Value[]>> = {
  text: HARD_TEXTS,
  passage: HARD_TEXTS,
  keyword: HARD_TEXTS,
  uuid: ["ffffffff-ffff-7fff-bfff-ffffffffffff"],
  integer: [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  amount: [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  decimal: [0, -1, 12_500, Number.MAX_SAFE_INTEGER],
  date: ["1970-01-01", "2024-02-29"],
  instant: ["1970-01-01T00:00:00.000Z", "2026-01-02T03:04:05.679Z"],
  boolean: [true, false],
  list: [],
  object: [],
};

/** Values to ask a field for: those it has, and some that it may not have. */
function candidates<Field extends string, Item extends Readonly<Record<Field, unknown>>>(
  listing: Listing<Field>,
  records: readonly Item[],
  field: Field,
  predicate: Predicate,
): readonly Value[] {
  if (isStatePredicate(predicate)) return [true, false];
  const present = records.map((record) => record[field] as Value | null).filter((value) => value !== null);
  const patterns = predicate === "matches" || predicate === "does_not_match" ? HARD_PATTERNS : [];
  return [...new Set([...patterns, ...HARD_VALUES[listing.fields[field]], ...present])];
}

/** At most so many of the values, from all over them. */
function spread(values: readonly Value[], atMost: number): readonly Value[] {
  const step = Math.max(1, values.length / atMost);
  return values.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

type Saying = Pick<Condition, "predicate" | "quantifier" | "values">;

/** Conditions of a predicate with each value, without quantifier. */
const alone = (predicate: Predicate, values: readonly Value[]): readonly Saying[] =>
  values.map((value) => ({ predicate, values: [value] }));

/** Conditions of a predicate with these values: each, none, some and all, as it accepts. */
function sayings(predicate: Predicate, values: readonly Value[]): readonly Saying[] {
  if (isStatePredicate(predicate)) return alone(predicate, values);
  const several = [values.slice(0, 1), values.slice(-2), values, ...(values.length > 3 ? [values.slice(0, 3)] : [])];
  const lists = isListed(predicate) ? [[], ...several].map((list) => ({ predicate, values: list })) : null;
  return [
    ...(lists ?? alone(predicate, values)),
    ...several.flatMap((list) =>
      (["any", "all"] as const).map((quantifier) => ({ predicate, quantifier, values: list })),
    ),
  ];
}

const isListed = (predicate: Predicate): boolean => predicate === "in" || predicate === "not_in";

function queries<Field extends string, Item extends Readonly<Record<Field, unknown>>>(
  listing: Listing<Field>,
  records: readonly Item[],
): fc.Arbitrary<ListQuery<Field>> {
  const fields = Object.keys(listing.fields) as [Field, ...Field[]];
  return fc.record({
    page: fc.integer({ min: 1, max: 3 }),
    perPage: fc.integer({ min: 1, max: 20 }),
    sort: fc.constantFrom(...listing.sorts),
    direction: fc.constantFrom<Direction>("asc", "desc"),
    conditions: fc.array(
      fc.constantFrom(...fields).chain((field) => conditions(listing, records, field)),
      { maxLength: 3 },
    ),
  });
}

/** Conditions on a field, alone or together with others of its type. */
function conditions<Field extends string, Item extends Readonly<Record<Field, unknown>>>(
  listing: Listing<Field>,
  records: readonly Item[],
  field: Field,
): fc.Arbitrary<Condition<Field>> {
  const type = listing.fields[field];
  const alike = (Object.keys(listing.fields) as Field[]).filter((other) => {
    const types = [type, listing.fields[other]];
    return types[0] === types[1] || types.every((each) => TEXT_TYPES.includes(each));
  });
  return fc.constantFrom(...predicatesOf(listing, field)).chain((predicate) =>
    fc
      .record({
        others: fc.array(fc.constantFrom(...alike), { maxLength: 2 }),
        join: fc.constantFrom("or" as const, "and" as const),
        quantifier: fc.constantFrom(undefined, ...(isStatePredicate(predicate) ? [] : listing.dialect.quantifiers)),
        values: fc.array(fc.constantFrom(...candidates(listing, records, field, predicate)), {
          minLength: 1,
          maxLength: 4,
        }),
      })
      .map(({ others, join, quantifier, values }) => ({
        fields: [field, ...others],
        join,
        predicate,
        ...(quantifier && { quantifier }),
        values: quantifier || isListed(predicate) ? values : values.slice(0, 1),
      })),
  );
}

/** The slow reading. */
function expected<Field extends string, Item extends Readonly<Record<Field, unknown>>>(
  listing: Listing<Field>,
  records: readonly Item[],
  { page, perPage, sort, direction, conditions: all }: ListQuery<Field>,
): Page<Item> {
  const matching = records.filter((record) => all.every((condition) => satisfied(record, condition)));
  const sign = direction === "asc" ? 1 : -1;
  const idOf = (record: Item) => record["id" as Field] as string;
  const ordered = matching.toSorted((left, right) => {
    const [one, other] = [left[sort] as Value | null, right[sort] as Value | null];
    if ((one === null) !== (other === null)) return one === null ? 1 : -1;
    const order = one === null || other === null ? 0 : compare(listing.fields[sort], one, other);
    return sign * (order || compare("uuid", idOf(left), idOf(right)));
  });
  return { items: ordered.slice((page - 1) * perPage, page * perPage), total: matching.length, page, perPage };
}

function satisfied<Field extends string>(
  record: Readonly<Record<Field, unknown>>,
  { fields, join, ...condition }: Condition<Field>,
): boolean {
  const one = (field: Field) => says(record[field], condition);
  return join === "or" ? fields.some(one) : fields.every(one);
}

function says(value: unknown, { predicate, quantifier, values }: Saying): boolean {
  if (isStatePredicate(predicate)) return JUDGEMENTS[predicate](value) === values[0];
  if (value === null) return false;
  const compared = (operands: readonly Value[]) => MEANINGS[predicate](value as Value, operands);
  if (quantifier === undefined) return compared(values);
  const one = (operands: Value) => compared([operands]);
  return quantifier === "any" ? values.some(one) : values.every(one);
}

/** True or false of every value, null among them; `null` where null is neither. */
const JUDGEMENTS: Readonly<Record<StatePredicate, (value: unknown) => boolean | null>> = {
  true: (value) => (value === null ? null : value === true),
  not_true: (value) => value !== true,
  false: (value) => (value === null ? null : value === false),
  not_false: (value) => value !== false,
  present: (value) => !isBlank(value),
  blank: isBlank,
  null: (value) => value === null,
  not_null: (value) => value !== null,
};

function isBlank(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

type Meaning = (value: Value, operands: readonly Value[]) => boolean;

const not =
  (meaning: Meaning): Meaning =>
  (value, operands) =>
    !meaning(value, operands);
const equal: Meaning = (value, [operands]) => value === operands;
const listed: Meaning = (value, operands) => operands.includes(value);
/** All text by its bytes as they are, and instants as they are written, which is in their order. */
const order = (value: Value, [operands]: readonly Value[]) => compare("keyword", value, operands as Value);
const folded =
  (test: (value: string, operands: string) => boolean): Meaning =>
  (value, [operands]) =>
    test(fold(String(value)), fold(String(operands)));
const contains = folded((value, operands) => value.includes(operands));
const starts = folded((value, operands) => value.startsWith(operands));
const ends = folded((value, operands) => value.endsWith(operands));
const matches: Meaning = (value, [operands]) => expressionOf(String(operands)).test(fold(String(value)));

const MEANINGS: Readonly<Record<ComparisonPredicate, Meaning>> = {
  eq: equal,
  not_eq: not(equal),
  in: listed,
  not_in: not(listed),
  lt: (value, operands) => order(value, operands) < 0,
  lteq: (value, operands) => order(value, operands) <= 0,
  gt: (value, operands) => order(value, operands) > 0,
  gteq: (value, operands) => order(value, operands) >= 0,
  matches,
  does_not_match: not(matches),
  cont: contains,
  not_cont: not(contains),
  i_cont: contains,
  not_i_cont: not(contains),
  start: starts,
  not_start: not(starts),
  end: ends,
  not_end: not(ends),
};

/** A pattern with `%` and `_`, read sign by sign: `\\` makes the next one plain, and is plain itself at the end. */
function expressionOf(pattern: string): RegExp {
  const signs = [...pattern];
  let [source, plain] = ["", ""];
  const settle = () => {
    source += fold(plain).replace(/[^\p{L}\p{N}\p{M}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
    plain = "";
  };
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] ?? "";
    if (sign === "%" || sign === "_") {
      settle();
      source += sign === "%" ? ".*" : ".";
    } else if (sign === "\\" && at + 1 < signs.length) {
      at += 1;
      plain += signs[at];
    } else {
      plain += sign;
    }
  }
  settle();
  return new RegExp(`^${source}$`, "su");
}

/** Numbers and booleans by size, text folded, and all text by its bytes. */
function compare(type: FieldType, one: Value, other: Value): number {
  if (typeof one !== "string" || typeof other !== "string") return Number(one) - Number(other);
  const bytes = (text: string) => Buffer.from(type === "text" || type === "passage" ? fold(text) : text);
  return Buffer.compare(bytes(one), bytes(other));
}
