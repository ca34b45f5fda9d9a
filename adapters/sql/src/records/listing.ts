import type { Listing, ListQuery, Page } from "@cartulary/kernel";
import { type Compilable, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
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
interface ListedRows<Tables, Joined extends keyof Tables, Output> {
  /** Tables, joins and access conditions, nothing selected. */
  readonly from: Rows<Tables, Joined>;
  /** The same to be counted inside a statement that begins as `from` does; `from` itself when absent. */
  readonly counted?: Rows<Tables, Joined>;
  /** Says which columns to answer. */
  select(matching: Rows<Tables, Joined>): Compilable<Output>;
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
  return pageFrom(request.query, { rows, decode, count: () => countQuery(from, request).execute() });
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
    const [{ from }, request] = built(source, values, asking);
    return countQuery(from, request).compile();
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
  { from, counted = from, select }: ListedRows<Tables, Joined, Output>,
  request: ListRequest<Field>,
  { limit, offset }: Pick<QueryValues, "limit" | "offset">,
): SelectQueryBuilder<Tables, Joined, Output & Counted> {
  const total = sql<number>`${countQuery(counted, request)}`.as("page_total");
  const matching = select(from.where(conditionOf(request))) as unknown as SelectQueryBuilder<Tables, Joined, Output>;
  const page = matching.select(total).orderBy(orderOf(request)).limit(limit).offset(offset);
  return page as unknown as SelectQueryBuilder<Tables, Joined, Output & Counted>;
}

function countQuery<Tables, Joined extends keyof Tables, Field extends string>(
  from: Rows<Tables, Joined>,
  request: ListRequest<Field>,
): SelectQueryBuilder<Tables, Joined, Counted> {
  const counted = from.where(conditionOf(request)).select(sql<number>`count(*)`.as("page_total"));
  return counted as unknown as SelectQueryBuilder<Tables, Joined, Counted>;
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
  const { sort, direction } = request.query;
  const { order } = operandOf(request, sort);
  const keys = [order, sql.ref(request.columns["id" as Field].ref)].map((key) => sql`${key} ${sql.raw(direction)}`);
  return sql.join(request.columns[sort].nullable ? [sql`${order} is null`, ...keys] : keys);
}

function operandOf<Field extends string>({ listing, columns, dialect }: ListRequest<Field>, field: Field): Operand {
  return operand(listing.fields[field], columns[field].ref, dialect);
}
