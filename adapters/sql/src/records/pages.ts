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
import type { IndexedSearch } from "../engine/substring-index.ts";
import { indexedSearch } from "./indexed-search.ts";
import { conditionOf, type ListRequest, operandOf, orderByAliases, orderOf } from "./listing.ts";
import { conditionsOf, cursorConditions, type QueryShape, type QueryValues, shapeOf, valuesOf } from "./query-shape.ts";

type ListedRows<Tables, Joined extends keyof Tables, Output> = {
  /** Selects the columns to return. */
  select(matching: Rows<Tables, Joined>): Compilable<Output>;
} & (SoughtRows<Tables, Joined> | ReachedRows<Tables, Joined>);

/** Rows found by scanning a table. */
interface SoughtRows<Tables, Joined extends keyof Tables> {
  /** Tables, joins and access conditions, without selected columns. */
  readonly from: Rows<Tables, Joined>;
  /** The count of rows if `from` first decides whether `all` rows of a scope are visible: then no row is checked. */
  readonly counted?: {
    readonly all: RawBuilder<SqlBool>;
    readonly ofAll: Rows<Tables, Joined>;
    readonly ofSome: Rows<Tables, Joined>;
  };
  /** Set if texts of the table have an index. */
  readonly indexed?: LookedUpRows<Tables, Joined> & {
    readonly begin: QueryCreator<Tables>;
    /** True if every row of the table belongs to the list. */
    readonly isWhole: boolean;
  };
}

interface LookedUpRows<Tables, Joined extends keyof Tables> {
  /** The rows with these ids. */
  rows(from: QueryCreator<Tables>, ids: RawBuilder<unknown>): Rows<Tables, Joined>;
}

/** Few rows of a table, found by other means: sorted and counted by keys; only those of the page are looked up. */
interface ReachedRows<Tables, Joined extends keyof Tables> extends LookedUpRows<Tables, Joined> {
  /** The query with the sets that `ways` uses. */
  readonly from: QueryCreator<Tables>;
  /** All rows, without sorting and counting by keys. */
  readonly all: Rows<Tables, Joined>;
  /** Selects `keys` of the rows that satisfy a condition, each row once. */
  ways(keys: RawBuilder<unknown>, condition: RawBuilder<SqlBool>): RawBuilder<unknown>;
}

/** A query without selected columns. */
type Rows<Tables, Joined extends keyof Tables> = SelectQueryBuilder<Tables, Joined, NonNullable<unknown>>;

/**
 * Returns one page of `from` and the exact total: in one statement, or two for a page past the end. Rows with equal
 * keys are ordered by id, in the direction of the sort; nulls are last in both directions.
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

/** Builds a list from placeholders for its values ({@link statement}), the conditions, and the shape. */
type List<Tables, Joined extends keyof Tables, Output, Field extends string, Values, Shape> = (
  source: Source<Tables>,
  values: Values,
  query: ListRequest<Field>["query"],
  shape: Shape,
) => ListedRows<Tables, Joined, Output>;

/** Returns a list like {@link pageOf}, whose statements are compiled once for each shape. */
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
    const query = { ...form, conditions: conditionsOf(form, values), ...cursorConditions(form, values) };
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

/** The total next to each row of a page; absent if the page contains all rows. */
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
    // The page contains all rows between two cursors: they are read directly from the index and counted by the caller.
    if (request.query.until) return page(listed.all.where(conditionOf(request)));
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

/** The total, as part of the statement of a page. */
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

/** The ids on the page, from the set `matching`. */
function sortedIds<Field extends string>(
  request: ListRequest<Field>,
  { limit, offset }: PageValues,
  where = sql<SqlBool>`1 = 1`,
) {
  const order = orderByAliases(request, sql`sort_key`, sql`id`);
  return sql<object>`(select id from matching where ${where} order by ${order} limit ${limit} offset ${offset})`;
}

type PageValues = Pick<QueryValues, "limit" | "offset">;

/** The ids on the page as the set `page`, in one of two ways ({@link IndexedSearch}). The unused way reads no rows. */
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
  const start = begin as unknown as QueryCreator<Record<string, object>>;
  const sets = search.sets(few).reduce(
    (query, [name, set]) =>
      query.with(
        (named) => named(name).materialized(),
        () => set as RawBuilder<object>,
      ) as typeof start,
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

/** Adds the set `matching`: the ids and sort keys of all matching rows. */
function withMatching<Tables, Joined extends keyof Tables, Field extends string>(
  { from, ways }: ReachedRows<Tables, Joined>,
  request: ListRequest<Field>,
) {
  return (from as unknown as QueryCreator<Record<string, never>>).with(
    (set) => set("matching").materialized(),
    () => sql<object>`(${ways(sql.join(keysOf(request)), conditionOf(request))})`,
  );
}

/** The id and the sort key of a row. */
const keysOf = <Field extends string>(request: ListRequest<Field>) =>
  [
    sql<string>`${idIn(request)}`.as("id"),
    sql`${operandOf(request, request.query.sort).order}`.as("sort_key"),
  ] as const;

const idIn = <Field extends string>({ columns }: ListRequest<Field>) => sql.ref<string>(columns["id" as Field].ref);

/** The rows of a page. */
interface Found<Output, Item> {
  readonly rows: readonly unknown[];
  readonly decode: (row: Output) => Item;
  /** Runs if no row contains the total. */
  readonly count: () => Promise<readonly unknown[]>;
}

/** An empty first page means that the list is empty. */
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
