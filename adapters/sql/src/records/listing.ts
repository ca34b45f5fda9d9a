import type { Listing, ListPlace, ListQuery } from "@cartulary/kernel";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Entry, snake, type Table } from "../engine/columns.ts";
import type { Dialect } from "../engine/dialect.ts";
import { type IndexUse, joined, type Operand, operand, satisfied } from "./predicates.ts";
import type { TextIndex } from "./text-index.ts";

/** Where a field is: `folders.name`. The folded twin of a text stands beside it: `folders.name_fold`. */
export interface Column {
  readonly ref: string;
  /** Whether it can be null, also by a left join. What never is, is ordered straight from its index. */
  readonly nullable: boolean;
  /** Of a text that is never null: what finds parts of it. */
  readonly index?: TextIndex;
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
  readonly query: Pick<ListQuery<Field>, "sort" | "direction" | "conditions" | "after" | "through">;
  readonly columns: Columns<Field>;
  readonly dialect: Dialect;
  /** What use is made of the indexes of texts; `planned` when absent. */
  readonly indexUse?: IndexUse;
}

/** All conditions of a query, ANDed, as one expression. */
export function conditionOf<Field extends string>(request: ListRequest<Field>): RawBuilder<SqlBool> {
  const conditions = request.query.conditions.map((condition) => {
    const pieces = condition.fields.map((field) => satisfied(operandOf(request, field), condition));
    return joined(pieces, condition.join);
  });
  return joined([...conditions, ...between(request)], "and");
}

/** That a row lies between the places where the query begins and ends: compared as one, as the index of a list is ordered. */
function between<Field extends string>(request: ListRequest<Field>): readonly RawBuilder<SqlBool>[] {
  const { after, through, sort } = request.query;
  const { column, parameter } = operandOf(request, sort);
  const own = sql`(${column}, ${sql.ref(request.columns["id" as Field].ref)})`;
  const place = ({ at, id }: ListPlace) => sql`(${parameter(at)}, ${id})`;
  return [
    ...(after ? [sql<SqlBool>`${own} > ${place(after)}`] : []),
    ...(through ? [sql<SqlBool>`${own} <= ${place(through)}`] : []),
  ];
}

/** What a list is ordered by: the field asked for, null last, then the id. */
export function orderOf<Field extends string>(request: ListRequest<Field>): RawBuilder<unknown> {
  const { order } = operandOf(request, request.query.sort);
  return ordered(request, order, sql.ref(request.columns["id" as Field].ref));
}

/** The same by other names. */
export function ordered<Field extends string>(
  { query: { sort, direction }, columns }: ListRequest<Field>,
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const keys = [key, id].map((each) => sql`${each} ${sql.raw(direction)}`);
  return sql.join(columns[sort].nullable ? [sql`${key} is null`, ...keys] : keys);
}

/** A field as the predicates see it. */
export function operandOf<Field extends string>(
  { listing, columns, dialect, indexUse = "planned" }: ListRequest<Field>,
  field: Field,
): Operand {
  const { ref, index } = columns[field];
  return operand(listing.fields[field], ref, dialect, index ? indexUse : "never");
}
