import type { ClientBase, QueryConfig, Submittable } from "pg";

/** Marks a text to plan at each execution: a cached plan for few rows would read a whole book for each row of a set. */
export const REPLAN_MARKER = "/* planned anew */";

/** The maximum number of named texts of a connection: the stores have fewer, but lists have countless filters. */
const NAMES_MAX = 200;

/**
 * Names each text with parameters, so that the server parses it once per connection and may keep its plan: planning a
 * record with its names and its rights takes longer than reading it.
 *
 * Texts after the first {@link NAMES_MAX} are sent without a name, which bounds the memory of server and host. (A
 * PgBouncer in between must support prepared statements: 1.21 or newer, with `max_prepared_statements` set.)
 */
export function nameStatements(client: ClientBase): void {
  const names = new Map<string, string>();
  const query = client.query.bind(client) as (input: Input, ...rest: readonly unknown[]) => unknown;
  /** Returns `undefined` for a text that is sent without a name. */
  const nameOf = (text: string): string | undefined => {
    const existing = names.get(text);
    if (existing || names.size === NAMES_MAX || text.includes(REPLAN_MARKER)) return existing;
    const name = `cartulary_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  const named = (input: Input, values?: unknown, ...rest: readonly unknown[]): unknown => {
    const hasValues = typeof input === "string" && Array.isArray(values) && values.length > 0;
    const name = hasValues ? nameOf(input) : undefined;
    if (!name) return query(input, values, ...rest);
    return query({ name, text: input as string, values: values as unknown[] }, ...rest);
  };
  client.query = named as ClientBase["query"];
}

type Input = string | QueryConfig | Submittable;
