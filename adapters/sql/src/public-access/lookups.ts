import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";

/** Joins the barriers of `of` as `nodes`; null if there are none. */
export function marksOf(dialect: Dialect, of: string): RawBuilder<unknown> {
  return dialect.lookup("left", {
    table: sql.table("public_access_nodes"),
    as: "nodes",
    columns: ["floor_seq", "excluded_seq", "excluded_by", "excluded_at"],
    on: sql`nodes.resource_id = ${sql.ref(of)}`,
  });
}

/** Joins the root of `of` as `roots`; null if it is not a root. */
export function rootOf(dialect: Dialect, of: string): RawBuilder<unknown> {
  return dialect.lookup("left", {
    table: sql.table("public_roots"),
    as: "roots",
    columns: ["folder_id", "published_seq", "published_at", "published_by"],
    on: sql`roots.folder_id = ${sql.ref(of)}`,
  });
}

/** Joins the user in `of` under an alias; null if the user is deleted. */
export function personOf(dialect: Dialect, as: string, of: string): RawBuilder<unknown> {
  const on = sql`${sql.ref(`${as}.id`)} = ${sql.ref(of)}`;
  return dialect.lookup("left", { table: sql.table("users"), as, columns: ["id", "display_name"], on });
}
