import { PLANNED_ANEW } from "@cartulary/sql";
import type { ClientBase, QueryConfig, Submittable } from "pg";
import { arePlain, type Callback, NamedQuery, type NamedStatement, type RowShapes } from "./named-query.ts";

/** Texts that get a name on one connection: more than the stores have, but lists are filtered in countless ways. */
const NAMES_MAX = 200;

/**
 * Lets the server parse a text once on each connection, and plan it once too where it finds that no plan for particular
 * values would be better: planning a record with its names and its rights takes longer than reading it.
 *
 * Texts that come after the first ones are sent as they are, so that nothing grows for ever. (A PgBouncer in between
 * has to know prepared statements: 1.21 or newer, with `max_prepared_statements` set.)
 */
export function nameStatements(client: ClientBase, shapes: RowShapes = new Map()): void {
  const statements = new Map<string, NamedStatement>();
  const query = client.query.bind(client) as (input: Input, ...rest: readonly unknown[]) => unknown;
  const reading = { parserOf: (type: number) => client.getTypeParser(type), shapes };
  /** `undefined` for a text that is sent as it is. */
  const statementOf = (text: string): NamedStatement | undefined => {
    const known = statements.get(text);
    if (known) return known;
    if (statements.size === NAMES_MAX || text.includes(PLANNED_ANEW)) return undefined;
    const name = `cartulary_${statements.size + 1}`;
    const statement: NamedStatement = { name, text, isDescribed: false, rowOf: null };
    statements.set(text, statement);
    return statement;
  };
  const named = (input: Input, values?: unknown, ...rest: readonly unknown[]): unknown => {
    const hasValues = typeof input === "string" && Array.isArray(values) && values.length > 0;
    const statement = hasValues ? statementOf(input) : undefined;
    if (!statement) return query(input, values, ...rest);
    const [callback] = rest;
    if (typeof callback === "function" && arePlain(values as unknown[])) {
      return query(new NamedQuery(statement, values as [], callback as Callback, reading));
    }
    return query({ name: statement.name, text: statement.text, values: values as unknown[] }, ...rest);
  };
  client.query = named as ClientBase["query"];
}

type Input = string | QueryConfig | Submittable;
