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
  /** `undefined` for a text that is sent as it is. */
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size === NAMES_MAX || text.includes(PLANNED_ANEW)) return undefined;
    const name = `cartulary_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  const named = (statement: unknown, values?: unknown, ...rest: readonly unknown[]): unknown => {
    const hasValues = typeof statement === "string" && Array.isArray(values) && values.length > 0;
    const name = hasValues ? nameOf(statement) : undefined;
    if (name === undefined) return query(statement as string, values, ...rest);
    return query({ name, text: statement as string, values: values as unknown[] }, ...rest);
  };
  client.query = named as ClientBase["query"];
}
