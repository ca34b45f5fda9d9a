import type { Listing, ListQuery, Page } from "@cartulary/kernel";
import {
  type Compilable,
  type QueryCreator,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { type Entry, snake, type Table } from "../engine/columns.ts";
import type { Dialect } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { joined, type Operand, operand, satisfied } from "./predicates.ts";
import { conditionsOf, type QueryShape, type QueryValues, shapeOf, valuesOf } from "./query-shape.ts";

/** Where a field is: `folders.name`. The folded twin of a text stands beside it: `folders.name_fold`. */
export interface Column {
  readonly ref: string;
  /** Whether it can be null, also by a left join. What never is, is ordered straight from its index. */
  readonly nullable: boolean;
}

/** Where each field of a listing is. */
export type Columns<Field extends string> = Readonly<Record<Field, Column>>;

/** The columns of those fields of a listing that `table` has, under `alias`; the others are to be added. */
export function columnsOf<Field extends string, T extends Table>(
  declared: Listing<Field>,
  table: T,
  alias: string = table.tableName,
): Columns<Field & keyof Entry<T>> {
  const properties = table.properties as Readonly<Record<string, { readonly nullable?: boolean }>>;
  const own = Object.keys(declared.fields).filter((field) => field in properties);
  return Object.fromEntries(
    own.map((field) => [field, { ref: `${alias}.${snake(field)}`, nullable: properties[field]?.nullable ?? false }]),
  ) as Columns<Field & keyof Entry<T>>;
}

/** What a list asks of its rows, and all it takes to say so. Every listing has the field `id`. */
export interface ListRequest<Field extends string> {
  readonly listing: Listing<Field>;
  readonly query: Pick<ListQuery<Field>, "sort" | "direction" | "conditions">;
  readonly columns: Columns<Field>;
  readonly dialect: Dialect;
}

/** The rows of a list, and what is answered of them. */
type ListedRows<Tables, Joined extends keyof Tables, Output> = {
  /** Says which columns to answer. */
  select(matching: Rows<Tables, Joined>): Compilable<Output>;
} & (SoughtRows<Tables, Joined> | ReachedRows<Tables, Joined>);

/** Rows that are sought in a table. */
interface SoughtRows<Tables, Joined extends keyof Tables> {
  /** Tables, joins and access conditions, nothing selected. */
  readonly from: Rows<Tables, Joined>;
}

/**
 * Rows that are few among those of their table, and come to otherwise: they are sorted and counted by keys, and only those
 * of the page are looked up.
 */
interface ReachedRows<Tables, Joined extends keyof Tables> {
  /** With the sets that the ways name. */
  readonly from: QueryCreator<Tables>;
  /** Selects `keys` of the rows that satisfy a condition, each row once. */
  ways(keys: RawBuilder<unknown>, condition: RawBuilder<SqlBool>): RawBuilder<unknown>;
  /** The rows with these ids. */
  rows(from: QueryCreator<Tables>, ids: RawBuilder<unknown>): Rows<Tables, Joined>;
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
type List<Tables, Joined extends keyof Tables, Output, Field extends string, Given, Shape> = (
  source: Source<Tables>,
  values: Given,
  query: ListRequest<Field>["query"],
  shape: Shape,
) => ListedRows<Tables, Joined, Output>;

/** A list like that of {@link pageOf}, whose texts are made once for each shape. */
export function pages<Tables, Joined extends keyof Tables, Output, Field extends string, Given extends object, Shape>(
  { listing, columns }: Pick<ListRequest<Field>, "listing" | "columns">,
  listed: List<Tables, Joined, Output, Field, Given, Shape>,
) {
  type Asked = Given & QueryValues;
  interface Asking {
    readonly query: QueryShape<Field>;
    readonly shape: Shape;
  }
  const built = (source: Source<Tables>, values: Asked, { query: asked, shape }: Asking) => {
    const query = { ...asked, conditions: conditionsOf(asked, values) };
    const rows = listed(source, values, query, shape);
    return [rows, { listing, query, columns, dialect: source.dialect }] as const;
  };
  const page = statement((source: Source<Tables>, values: Asked, asking: Asking) =>
    pageQuery(...built(source, values, asking), values).compile(),
  );
  const counting = statement((source: Source<Tables>, values: Asked, asking: Asking) => {
    return countQuery(...built(source, values, asking)).compile();
  });
  return async <Item>(
    source: Source<Tables>,
    { query, values, shape }: { readonly query: ListQuery<Field>; readonly values: Given; readonly shape: Shape },
    decode: (row: Output) => Item,
  ): Promise<Page<Item>> => {
    const [given, asking] = [
      { ...values, ...valuesOf(query) },
      { query: shapeOf(query), shape },
    ];
    const { rows } = await page(source, given, asking);
    return pageFrom(query, { rows, decode, count: async () => (await counting(source, given, asking)).rows });
  };
}

/** How many there are in all, beside each row of a page. */
interface Counted {
  readonly page_total: number;
}

function pageQuery<Tables, Joined extends keyof Tables, Output, Field extends string>(
  listed: ListedRows<Tables, Joined, Output>,
  request: ListRequest<Field>,
  values: Pick<QueryValues, "limit" | "offset">,
): SelectQueryBuilder<Tables, Joined, Output & Counted> {
  const { limit, offset } = values;
  const page = (matching: Rows<Tables, Joined>, total: RawBuilder<unknown>) => {
    const selected = listed.select(matching) as unknown as SelectQueryBuilder<Tables, Joined, Output & Counted>;
    return selected.select(sql<number>`${total}`.as("page_total")).orderBy(orderOf(request)) as typeof selected;
  };
  if (!("ways" in listed)) {
    const matching = listed.from.where(conditionOf(request));
    return page(matching, sql`${countQuery(listed, request)}`)
      .limit(limit)
      .offset(offset);
  }
  const order = ordered(request, sql`sort_key`, sql`id`);
  const ids = sql<object>`(select id from matching order by ${order} limit ${limit} offset ${offset})`;
  const found = withMatching(listed, request).with("page", () => ids) as unknown as QueryCreator<Tables>;
  return page(listed.rows(found, sql`select id from page`), sql`(select count(*) from matching)`);
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
  const id = sql.ref(request.columns["id" as Field].ref);
  const keys = sql`${id}, ${operandOf(request, request.query.sort).order} as sort_key`;
  return (from as unknown as QueryCreator<Record<string, never>>).with(
    (set) => set("matching").materialized(),
    () => sql<object>`(${ways(keys, conditionOf(request))})`,
  );
}

/** What was found for a page. */
interface Found<Output, Item> {
  readonly rows: readonly unknown[];
  readonly decode: (row: Output) => Item;
  /** Asked where no row says how many there are. */
  readonly count: () => Promise<readonly unknown[]>;
}

/** The first page has rows unless there are none at all. */
async function pageFrom<Output, Item>(
  { page, perPage }: ListQuery,
  { rows, decode, count }: Found<Output, Item>,
): Promise<Page<Item>> {
  const [counted] = rows.length > 0 || page === 1 ? rows : await count();
  const total = (counted as Counted | undefined)?.page_total ?? 0;
  return { items: rows.map((row) => decode(row as Output)), total, page, perPage };
}

/** All conditions of a query, ANDed, as one expression. */
export function conditionOf<Field extends string>(request: ListRequest<Field>): RawBuilder<SqlBool> {
  return joined(
    request.query.conditions.map((condition) => {
      const pieces = condition.fields.map((field) => satisfied(operandOf(request, field), condition));
      return joined(pieces, condition.join);
    }),
    "and",
  );
}

/** What a list is ordered by: the field asked for, null last, then the id. */
export function orderOf<Field extends string>(request: ListRequest<Field>): RawBuilder<unknown> {
  const { order } = operandOf(request, request.query.sort);
  return ordered(request, order, sql.ref(request.columns["id" as Field].ref));
}

function ordered<Field extends string>(
  { query: { sort, direction }, columns }: ListRequest<Field>,
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const keys = [key, id].map((each) => sql`${each} ${sql.raw(direction)}`);
  return sql.join(columns[sort].nullable ? [sql`${key} is null`, ...keys] : keys);
}

function operandOf<Field extends string>({ listing, columns, dialect }: ListRequest<Field>, field: Field): Operand {
  return operand(listing.fields[field], columns[field].ref, dialect);
}
