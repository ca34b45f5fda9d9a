import type { ListCursor, Listing, ListQuery } from "@cartulary/kernel";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Entry, snake, type Table } from "../engine/columns.ts";
import type { Dialect } from "../engine/dialect.ts";
import type { IndexUse, SubstringIndex } from "../engine/substring-index.ts";
import { conditionSql, joinSql, type Operand, operand } from "./predicates.ts";

/** The column of a field: `folders.name`. A text also has a folded column: `folders.name_fold`. */
export interface Column {
  readonly ref: string;
  /** True if it can be null, also through a left join. A column that is never null is sorted directly by its index. */
  readonly nullable: boolean;
  /** The substring index of a text that is never null. */
  readonly index?: SubstringIndex;
}

/** The column of each field of a listing. */
export type Columns<Field extends string> = Readonly<Record<Field, Column>>;

/** The columns of a listing's fields that `table` has, under `alias`; the caller adds the others. */
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

/** A list query with the columns of its fields. Every listing has the field `id`. */
export interface ListRequest<Field extends string> {
  readonly listing: Listing<Field>;
  readonly query: Pick<ListQuery<Field>, "sort" | "direction" | "conditions" | "after" | "until">;
  readonly columns: Columns<Field>;
  readonly dialect: Dialect;
  /** Defaults to `planned`. */
  readonly indexUse?: IndexUse;
}

/** Returns all conditions of a query, joined with `and`. */
export function conditionOf<Field extends string>(request: ListRequest<Field>): RawBuilder<SqlBool> {
  const conditions = request.query.conditions.map((condition) => {
    const pieces = condition.fields.map((field) => conditionSql(operandOf(request, field), condition));
    return joinSql(pieces, condition.join);
  });
  return joinSql([...conditions, ...between(request)], "and");
}

/** The condition that a row is between two cursors: a row value comparison, like the order of the list's index. */
function between<Field extends string>(request: ListRequest<Field>): readonly RawBuilder<SqlBool>[] {
  const { after, until: through, sort } = request.query;
  const { column, parameter } = operandOf(request, sort);
  const own = sql`(${column}, ${sql.ref(request.columns["id" as Field].ref)})`;
  const place = ({ at, id }: ListCursor) => sql`(${parameter(at)}, ${id})`;
  return [
    ...(after ? [sql<SqlBool>`${own} > ${place(after)}`] : []),
    ...(through ? [sql<SqlBool>`${own} <= ${place(through)}`] : []),
  ];
}

/** The order of a list: the requested field, nulls last, then the id. */
export function orderOf<Field extends string>(request: ListRequest<Field>): RawBuilder<unknown> {
  const { order } = operandOf(request, request.query.sort);
  return orderByAliases(request, order, sql.ref(request.columns["id" as Field].ref));
}

/** The order of a list by other expressions for the sort key and the id. */
export function orderByAliases<Field extends string>(
  { query: { sort, direction }, columns }: ListRequest<Field>,
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const keys = [key, id].map((each) => sql`${each} ${sql.raw(direction)}`);
  return sql.join(columns[sort].nullable ? [sql`${key} is null`, ...keys] : keys);
}

/** The operand of a field in conditions. */
export function operandOf<Field extends string>(
  { listing, columns, dialect, indexUse = "planned" }: ListRequest<Field>,
  field: Field,
): Operand {
  const { ref, index } = columns[field];
  return operand(listing.fields[field], ref, dialect, index ? indexUse : "never");
}
