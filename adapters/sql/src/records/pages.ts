import type { ListQuery, Page } from "@cartulary/kernel";
import {
  type Compilable,
  type QueryCreator,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { type Source, statement } from "../engine/statement.ts";
import { type IndexedSearch, indexedSearch } from "./indexed-search.ts";
import { conditionOf, type ListRequest, operandOf, ordered, orderOf } from "./listing.ts";
import { conditionsOf, placesOf, type QueryShape, type QueryValues, shapeOf, valuesOf } from "./query-shape.ts";

/** The rows of a list, and what is answered of them. */
type ListedRows<Tables, Joined extends keyof Tables, Output> = {
  /** Says which columns to answer. */
  select(matching: Rows<Tables, Joined>): Compilable<Output>;
} & (SoughtRows<Tables, Joined> | ReachedRows<Tables, Joined>);

/** Rows that are sought in a table. */
interface SoughtRows<Tables, Joined extends keyof Tables> {
  /** Tables, joins and access conditions, nothing selected. */
  readonly from: Rows<Tables, Joined>;
  /** How they are counted where `from` begins by deciding whether `all` of some place are seen: then none is looked at. */
  readonly counted?: {
    readonly all: RawBuilder<SqlBool>;
    readonly ofAll: Rows<Tables, Joined>;
    readonly ofSome: Rows<Tables, Joined>;
  };
  /** Where texts of the table have an index. */
  readonly indexed?: LookedUpRows<Tables, Joined> & {
    readonly begin: QueryCreator<Tables>;
    /** Whether all rows of the table are among them. */
    readonly isWhole: boolean;
  };
}

interface LookedUpRows<Tables, Joined extends keyof Tables> {
  /** The rows with these ids. */
  rows(from: QueryCreator<Tables>, ids: RawBuilder<unknown>): Rows<Tables, Joined>;
}

/**
 * Rows that are few among those of their table, and come to otherwise: they are sorted and counted by keys, and only those
 * of the page are looked up.
 */
interface ReachedRows<Tables, Joined extends keyof Tables> extends LookedUpRows<Tables, Joined> {
  /** With the sets that the ways name. */
  readonly from: QueryCreator<Tables>;
  /** All of them, as they are looked up. */
  readonly all: Rows<Tables, Joined>;
  /** Selects `keys` of the rows that satisfy a condition, each row once. */
  ways(keys: RawBuilder<unknown>, condition: RawBuilder<SqlBool>): RawBuilder<unknown>;
}

/** Rows of which nothing is selected yet. */
type Rows<Tables, Joined extends keyof Tables> = SelectQueryBuilder<Tables, Joined, NonNullable<unknown>>;

/**
 * One page of `from` and the exact count of all: in one statement, or two of a page past the end. Ties are broken by id, in
 * the direction of the sort; null comes last in both directions. `decode` says what a row means.
 */
export async function pageOf<Tables, Joined extends keyof Tables, Output, Item, Field extends string>(
  from: Rows<Tables, Joined>,
  request: ListRequest<Field> & { readonly query: ListQuery<Field> },
  select: ListedRows<Tables, Joined, Output>["select"],
  decode: (row: Output) => Item,
): Promise<Page<Item>> {
  const rows = await pageQuery({ from, select }, request, valuesOf(request.query)).execute();
  return pageFrom(request.query, { rows, decode, count: () => countQuery({ from }, request).execute() });
}

/** What `listed` makes a list of: values that it does not see ({@link statement}), the conditions, and the shape. */
type List<Tables, Joined extends keyof Tables, Output, Field extends string, Values, Shape> = (
  source: Source<Tables>,
  values: Values,
  query: ListRequest<Field>["query"],
  shape: Shape,
) => ListedRows<Tables, Joined, Output>;

/** A list like that of {@link pageOf}, whose texts are made once for each shape. */
export function pages<Tables, Joined extends keyof Tables, Output, Field extends string, Values extends object, Shape>(
  { listing, columns }: Pick<ListRequest<Field>, "listing" | "columns">,
  listed: List<Tables, Joined, Output, Field, Values, Shape>,
) {
  type ListValues = Values & QueryValues;
  interface ListShape {
    readonly query: QueryShape<Field>;
    readonly shape: Shape;
  }
  const built = (source: Source<Tables>, values: ListValues, { query: form, shape }: ListShape) => {
    const query = { ...form, conditions: conditionsOf(form, values), ...placesOf(form, values) };
    const rows = listed(source, values, query, shape);
    return [rows, { listing, query, columns, dialect: source.dialect }] as const;
  };
  const page = statement((source: Source<Tables>, values: ListValues, wanted: ListShape) =>
    pageQuery(...built(source, values, wanted), values).compile(),
  );
  const counting = statement((source: Source<Tables>, values: ListValues, wanted: ListShape) =>
    countQuery(...built(source, values, wanted)).compile(),
  );
  return async <Item>(
    source: Source<Tables>,
    { query, values, shape }: { readonly query: ListQuery<Field>; readonly values: Values; readonly shape: Shape },
    decode: (row: Output) => Item,
  ): Promise<Page<Item>> => {
    const [all, wanted] = [
      { ...values, ...valuesOf(query) },
      { query: shapeOf(query), shape },
    ];
    const { rows } = await page(source, all, wanted);
    return pageFrom(query, { rows, decode, count: async () => (await counting(source, all, wanted)).rows });
  };
}

/** How many there are in all, beside each row of a page; absent where those on the page are all there are. */
interface Counted {
  readonly page_total?: number;
}

function pageQuery<Tables, Joined extends keyof Tables, Output, Field extends string>(
  listed: ListedRows<Tables, Joined, Output>,
  request: ListRequest<Field>,
  values: PageValues,
): SelectQueryBuilder<Tables, Joined, Output & Counted> {
  const page = (matching: Rows<Tables, Joined>, total?: RawBuilder<unknown>) => {
    const selected = listed.select(matching) as unknown as SelectQueryBuilder<Tables, Joined, Output & Counted>;
    const counted = total ? selected.select(sql<number>`${total}`.as("page_total")) : selected;
    return counted.orderBy(orderOf(request)) as typeof selected;
  };
  if ("ways" in listed) {
    // All that lies between two places is on the page: it is read straight from the index, and counted by who reads it.
    if (request.query.through) return page(listed.all.where(conditionOf(request)));
    const sorted = sortedIds(request, values);
    const found = withMatching(listed, request).with("page", () => sorted) as unknown as QueryCreator<Tables>;
    return page(listed.rows(found, PAGE), sql`(${MATCHING_COUNT})`);
  }
  const search = listed.indexed ? indexedSearch(request, idIn(request)) : null;
  if (search && listed.indexed) {
    const { begin, total } = searched({ ...listed, ...listed.indexed, search }, request, values);
    return page(listed.indexed.rows(begin, PAGE), total);
  }
  const matching = listed.from.where(conditionOf(request));
  const all = page(matching, totalOf(listed, request));
  return all.limit(values.limit).offset(values.offset);
}

/** The count of all, in the statement of a page. */
function totalOf<Tables, Joined extends keyof Tables, Field extends string>(
  { from, counted }: SoughtRows<Tables, Joined>,
  request: ListRequest<Field>,
): RawBuilder<unknown> {
  const count = (rows: Rows<Tables, Joined>) => sql`${countQuery({ from: rows }, request)}`;
  if (!counted) return count(from);
  return sql`case when ${counted.all} then ${count(counted.ofAll)} else ${count(counted.ofSome)} end`;
}

const PAGE = sql`select id from page`;
const MATCHING_COUNT = sql`select count(*) from matching`;

/** The ids on the page, of the set `matching`. */
function sortedIds<Field extends string>(
  request: ListRequest<Field>,
  { limit, offset }: PageValues,
  where = sql<SqlBool>`1 = 1`,
) {
  const order = ordered(request, sql`sort_key`, sql`id`);
  return sql<object>`(select id from matching where ${where} order by ${order} limit ${limit} offset ${offset})`;
}

type PageValues = Pick<QueryValues, "limit" | "offset">;

/** The ids on the page as `page`, by one of two ways ({@link IndexedSearch}). Either stays empty where the other one is taken. */
function searched<Tables, Joined extends keyof Tables, Field extends string>(
  { from, begin, isWhole, search }: SearchedRows<Tables, Joined>,
  request: ListRequest<Field>,
  { limit, offset }: PageValues,
) {
  const through = { ...request, indexUse: "never" } as const;
  const keysBy = (each: ListRequest<Field>) =>
    from.where(conditionOf(each)).select(keysOf(each)) as unknown as Rows<Tables, Joined>;
  const few = keysBy({ ...request, indexUse: "always" });
  const many = search.many(keysBy(through).orderBy(orderOf(request)).offset(offset), limit);
  const counted = (isWhole && search.counted) || sql`${countQuery({ from }, through)}`;
  const start = begin as unknown as QueryCreator<Record<string, never>>;
  const sets = search.sets(few).reduce(
    (query, [name, set]) =>
      query.with(
        (named) => named(name).materialized(),
        () => set as RawBuilder<object>,
      ) as never,
    start,
  );
  const sorted = sortedIds(request, { limit, offset }, sql`(select few from hits)`);
  const found = sets.with(
    "page",
    () => sql<object>`(select id from ${sorted} as sorted union all select id from ${many} as passed)`,
  );
  return {
    begin: found as unknown as QueryCreator<Tables>,
    total: sql`case when (select few from hits) then (${MATCHING_COUNT}) else ${counted} end`,
  };
}

interface SearchedRows<Tables, Joined extends keyof Tables> {
  readonly from: Rows<Tables, Joined>;
  readonly begin: QueryCreator<Tables>;
  readonly isWhole: boolean;
  readonly search: IndexedSearch;
}

function countQuery<Tables, Joined extends keyof Tables, Field extends string>(
  listed: SoughtRows<Tables, Joined> | ReachedRows<Tables, Joined>,
  request: ListRequest<Field>,
): SelectQueryBuilder<Tables, Joined, Counted> {
  const count = sql<number>`count(*)`.as("page_total");
  const counted =
    "ways" in listed
      ? withMatching(listed, request).selectFrom("matching").select(count)
      : listed.from.where(conditionOf(request)).select(count);
  return counted as unknown as SelectQueryBuilder<Tables, Joined, Counted>;
}

/** Begins with the set of all that matches: ids, and what they are sorted by. */
function withMatching<Tables, Joined extends keyof Tables, Field extends string>(
  { from, ways }: ReachedRows<Tables, Joined>,
  request: ListRequest<Field>,
) {
  return (from as unknown as QueryCreator<Record<string, never>>).with(
    (set) => set("matching").materialized(),
    () => sql<object>`(${ways(sql.join(keysOf(request)), conditionOf(request))})`,
  );
}

/** The id of a row and what it is sorted by. */
const keysOf = <Field extends string>(request: ListRequest<Field>) =>
  [
    sql<string>`${idIn(request)}`.as("id"),
    sql`${operandOf(request, request.query.sort).order}`.as("sort_key"),
  ] as const;

const idIn = <Field extends string>({ columns }: ListRequest<Field>) => sql.ref<string>(columns["id" as Field].ref);

/** What was found for a page. */
interface Found<Output, Item> {
  readonly rows: readonly unknown[];
  readonly decode: (row: Output) => Item;
  /** Asked where no row says how many there are. */
  readonly count: () => Promise<readonly unknown[]>;
}

/** The first page has rows unless there are none at all. */
async function pageFrom<Output, Item>(
  { page, perPage, offset }: ListQuery,
  { rows, decode, count }: Found<Output, Item>,
): Promise<Page<Item>> {
  const isFirst = page === 1 && offset === undefined;
  const [counted] = rows.length > 0 || isFirst ? rows : await count();
  const total = (counted as Counted | undefined)?.page_total ?? rows.length;
  const items = rows.map((row) => decode(row as Output));
  return { items, total, page, perPage, ...(offset !== undefined && { offset }) };
}
