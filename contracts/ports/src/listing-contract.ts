import {
  type Condition,
  type Direction,
  type FieldType,
  fold,
  type Listing,
  type ListQuery,
  type Page,
  type Predicate,
} from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** A list and records to try it with. */
export interface ListingHarness<Field extends string, Item extends Readonly<Record<Field, unknown>>> {
  readonly listing: Listing<Field>;
  /** Records of every sort, with ids of their own; nulls and texts that are hard to search among them. */
  readonly records: readonly Item[];
  /** The list over these records and nothing else. Called once per test. */
  create(records: readonly Item[]): Promise<(query: ListQuery<Field>) => Promise<Page<Item>>>;
}

type Value = Condition["values"][number];

/** What every list does: it answers what a slow reading of list-filters.md answers over the same records. */
export function listingContract<Field extends string, Item extends Readonly<Record<Field, unknown>>>(
  name: string,
  { listing, records, create }: ListingHarness<Field, Item>,
): void {
  const fields = Object.keys(listing.fields) as Field[];
  const all: ListQuery<Field> = { page: 1, perPage: 1000, sort: listing.sort, direction: "asc", conditions: [] };

  describe(`${name} lists as it was asked`, () => {
    for (const field of fields) {
      const type = listing.fields[field];
      for (const predicate of PREDICATES_OF[type]) {
        it(`${field} ${predicate}`, async () => {
          const list = await create(records);
          for (const values of valueLists(predicate, candidates(listing, records, field))) {
            const query: ListQuery<Field> = {
              ...all,
              conditions: [{ fields: [field], join: "or", predicate, values }],
            };
            expect({ values, ...(await list(query)) }).toEqual({ values, ...expected(listing, records, query) });
          }
        });
      }
    }

    for (const sort of listing.sorts) {
      it(`by ${sort} in both directions, page by page`, async () => {
        const list = await create(records);
        for (const direction of ["asc", "desc"] as const) {
          for (const perPage of [1000, 7]) {
            const pages = Math.ceil(records.length / perPage) + 1;
            for (let page = 1; page <= pages; page += 1) {
              const query = { ...all, sort, direction, page, perPage };
              expect(await list(query)).toEqual(expected(listing, records, query));
            }
          }
        }
      });
    }

    it("whatever conditions are put together", async () => {
      const list = await create(records);
      await fc.assert(
        fc.asyncProperty(queries(listing, records), async (query) => {
          expect(await list(query)).toEqual(expected(listing, records, query));
        }),
        { numRuns: 200 },
      );
    });

    it("nothing of nothing", async () => {
      const list = await create([]);
      expect(await list(all)).toEqual({ items: [], total: 0, page: 1, perPage: 1000 });
    });
  });
}

/** What a field of each type can be asked (list-filters.md). */
const PREDICATES_OF: Readonly<Record<FieldType, readonly Predicate[]>> = {
  text: ["eq", "in", "cont", "start"],
  keyword: ["eq", "in", "cont", "start"],
  uuid: ["eq", "in"],
  integer: ["eq", "in"],
  instant: ["eq", "in"],
  boolean: ["eq", "in"],
};

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

const HARD_VALUES: Readonly<Record<FieldType, readonly Value[]>> = {
  text: HARD_TEXTS,
  keyword: HARD_TEXTS,
  uuid: ["ffffffff-ffff-7fff-bfff-ffffffffffff"],
  integer: [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  instant: ["1970-01-01T00:00:00.000Z", "2026-01-02T03:04:05.679Z"],
  boolean: [true, false],
};

/** Values to ask a field for: those it has, and some that it may not have. */
function candidates<Field extends string, Item extends Readonly<Record<Field, unknown>>>(
  listing: Listing<Field>,
  records: readonly Item[],
  field: Field,
): readonly Value[] {
  const present = records.map((record) => record[field] as Value | null).filter((value) => value !== null);
  return [...new Set([...present, ...HARD_VALUES[listing.fields[field]]])];
}

/** The lists of values that a predicate is given: one by one, and for `in` also none, all and some. */
function valueLists(predicate: Predicate, values: readonly Value[]): readonly (readonly Value[])[] {
  const single = values.map((value) => [value]);
  return predicate === "in" ? [[], values, values.slice(0, 3), ...single.slice(0, 5)] : single;
}

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
  const alike = (Object.keys(listing.fields) as Field[]).filter((other) => listing.fields[other] === type);
  const value = fc.constantFrom(...candidates(listing, records, field));
  return fc
    .record({
      others: fc.array(fc.constantFrom(...alike), { maxLength: 2 }),
      join: fc.constantFrom("or" as const, "and" as const),
      predicate: fc.constantFrom(...PREDICATES_OF[type]),
      values: fc.array(value, { minLength: 1, maxLength: 4 }),
    })
    .map(({ others, join, predicate, values }) => ({
      fields: [field, ...others],
      join,
      predicate,
      values: predicate === "in" ? values : values.slice(0, 1),
    }));
}

/** The slow reading. */
function expected<Field extends string, Item extends Readonly<Record<Field, unknown>>>(
  listing: Listing<Field>,
  records: readonly Item[],
  { page, perPage, sort, direction, conditions: all }: ListQuery<Field>,
): Page<Item> {
  const matching = records.filter((record) => all.every((condition) => holds(record, condition)));
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

function holds<Field extends string>(
  record: Readonly<Record<Field, unknown>>,
  { fields, join, predicate, values }: Condition<Field>,
): boolean {
  const one = (field: Field) => record[field] !== null && MEANINGS[predicate](record[field] as Value, values);
  return join === "or" ? fields.some(one) : fields.every(one);
}

const MEANINGS: Readonly<Record<Predicate, (value: Value, asked: readonly Value[]) => boolean>> = {
  eq: (value, [asked]) => value === asked,
  in: (value, asked) => asked.includes(value),
  cont: (value, [asked]) => fold(String(value)).includes(fold(String(asked))),
  start: (value, [asked]) => fold(String(value)).startsWith(fold(String(asked))),
};

/** Numbers and booleans by size, text folded, and all text by its bytes. */
function compare(type: FieldType, one: Value, other: Value): number {
  if (typeof one !== "string" || typeof other !== "string") return Number(one) - Number(other);
  const bytes = (text: string) => Buffer.from(type === "text" ? fold(text) : text);
  return Buffer.compare(bytes(one), bytes(other));
}
