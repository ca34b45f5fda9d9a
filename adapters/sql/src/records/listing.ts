import type { Listing, ListQuery, Page } from "@cartulary/kernel";
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { type Entry, snake, type Table } from "../engine/columns.ts";
import type { Dialect } from "../engine/dialect.ts";
import { joined, type Operand, operand, satisfied } from "./predicates.ts";

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

/** A list request and all it takes to answer it. Every listing has the field `id`. */
export interface ListRequest<Field extends string> {
  readonly listing: Listing<Field>;
  readonly query: ListQuery<Field>;
  readonly columns: Columns<Field>;
  readonly dialect: Dialect;
}

/** Nothing selected yet. */
type Nothing = NonNullable<unknown>;

/**
 * One page of `from` (its tables, joins and access conditions, nothing selected) and the exact count of all.
 *
 * `select` says which columns to answer, `decode` what a row means. Ties are broken by id, in the direction of the
 * sort; null comes last in both directions.
 */
export async function pageOf<Tables, Joined extends keyof Tables, Output, Item, Field extends string>(
  from: SelectQueryBuilder<Tables, Joined, Nothing>,
  request: ListRequest<Field>,
  select: (matching: SelectQueryBuilder<Tables, Joined, Nothing>) => SelectQueryBuilder<Tables, Joined, Output>,
  decode: (row: Output) => Item,
): Promise<Page<Item>> {
  const { page, perPage } = request.query;
  const matching = from.where(conditionOf(request));
  const counted = matching.select(sql<number>`count(*)`.as("total"));
  const { total } = (await counted.executeTakeFirstOrThrow()) as { readonly total: number };
  const offset = (page - 1) * perPage;
  if (total <= offset) return { items: [], total, page, perPage };
  const rows = await select(matching).orderBy(orderOf(request)).limit(perPage).offset(offset).execute();
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
