import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";

/** A row or few of a table that are found by its key, for each row that a statement has come to. */
interface Lookup {
  readonly table: "public_access_nodes" | "public_roots" | "public_stamps" | "documents" | "users";
  /** What the statement calls it. */
  readonly as: string;
  readonly columns: readonly string[];
  readonly on: RawBuilder<unknown>;
}

/**
 * Joins what is looked up, row by row. Postgres expects far more of a recursion than it finds, and would read whole
 * tables in advance; so it is told.
 */
export function lookedUp(
  { name }: Dialect,
  join: "left" | "inner",
  { table, as, columns, on }: Lookup,
): RawBuilder<unknown> {
  const [kind, alias] = [sql.raw(join), sql.ref(as)] as const;
  if (name === "sqlite") return sql`${kind} join ${sql.table(table)} as ${alias} on ${on}`;
  return sql`${kind} join lateral (
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} as ${alias} where ${on} offset 0
  ) as ${alias} on true`;
}

/** The marks of `of` as `nodes`; all null where there are none. */
export function marksOf(dialect: Dialect, of: string): RawBuilder<unknown> {
  return lookedUp(dialect, "left", {
    table: "public_access_nodes",
    as: "nodes",
    columns: ["floor_seq", "excluded_seq", "excluded_by", "excluded_at"],
    on: sql`nodes.resource_id = ${sql.ref(of)}`,
  });
}

/** What makes `of` a root as `roots`; all null where it is none. */
export function rootOf(dialect: Dialect, of: string): RawBuilder<unknown> {
  return lookedUp(dialect, "left", {
    table: "public_roots",
    as: "roots",
    columns: ["folder_id", "published_seq", "published_at", "published_by"],
    on: sql`roots.folder_id = ${sql.ref(of)}`,
  });
}

/** Who `of` says, by a name of one's own; all null where that person is gone. */
export function personOf(dialect: Dialect, as: string, of: string): RawBuilder<unknown> {
  const on = sql`${sql.ref(`${as}.id`)} = ${sql.ref(of)}`;
  return lookedUp(dialect, "left", { table: "users", as, columns: ["id", "display_name"], on });
}
