import { PLANNED_ANEW } from "@cartulary/sql";
import type { ClientBase, QueryConfig } from "pg";

/** Texts that get a name on one connection: more than the stores have, but lists are filtered in countless ways. */
const NAMES_MAX = 200;

/**
 * Lets the server parse a text once on each connection, and plan it once too where it finds that no plan for particular
 * values would be better: planning a record with its names and its rights takes longer than reading it.
 *
 * Texts that come after the first ones are sent as they are, so that nothing grows for ever. (A PgBouncer in between
 * has to know prepared statements: 1.21 or newer, with `max_prepared_statements` set.)
 */
export function nameStatements(client: ClientBase): void {
  const names = new Map<string, string>();
  const query = client.query.bind(client) as (statement: string | QueryConfig, ...rest: readonly unknown[]) => unknown;
  const named = (statement: unknown, values?: unknown, ...rest: readonly unknown[]): unknown => {
    if (
      typeof statement !== "string" ||
      !Array.isArray(values) ||
      values.length === 0 ||
      statement.includes(PLANNED_ANEW)
    ) {
      return query(statement as string, values, ...rest);
    }
    const name = names.get(statement) ?? (names.size < NAMES_MAX ? `cartulary_${names.size + 1}` : undefined);
    if (name === undefined) return query(statement, values, ...rest);
    names.set(statement, name);
    return query({ name, text: statement, values: [...values] }, ...rest);
  };
  client.query = named as ClientBase["query"];
}
