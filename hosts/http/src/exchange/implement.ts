import type { Operation } from "@cartulary/wire";
import { Hono } from "hono";
import type { Bound } from "./asked.ts";
import type { Terms } from "./exchange.ts";
import type { Handlers } from "./handlers.ts";
import { serving } from "./mounted.ts";
import { type AnyHandler, type ApiDependencies, performing } from "./perform.ts";

/**
 * A Hono application that serves these operations, each at its path below `base`. It touches nothing but its own
 * paths: mount it anywhere, beside any middleware. Paths it does not know are left to the application it is part of.
 *
 * Checks come in the order of documents.md 2.2: authentication and its rate limit, method, scope and role, mandataire
 * (docs/decisions/0018), path, query and syntax, shape.
 */
export function implement<Table extends Readonly<Record<string, Operation>>>(
  table: Table,
  handlers: Handlers<Table>,
  base: string,
  dependencies: ApiDependencies,
  terms: Terms = {},
): Hono {
  const app = new Hono();
  for (const [path, bound] of byPath(table, handlers as unknown as Readonly<Record<string, AnyHandler>>)) {
    const served = bound.map(({ operation }) => operation);
    const answer = serving(served, performing(path, bound, dependencies, terms));
    for (const spelling of spellingsOf(path.slice(base.length))) app.all(spelling, answer);
  }
  return app;
}

/** A path as the router writes it, with and without a slash at its end. */
export function spellingsOf(path: string): readonly string[] {
  const route = path.replace(/\{(\w+)\}/g, ":$1");
  return route === "" || route === "/" ? ["/"] : [route, `${route}/`];
}

/** What is bound at each path of a table. */
export function byPath<Handler>(
  table: Readonly<Record<string, Operation>>,
  handlers: Readonly<Record<string, Handler>>,
): ReadonlyMap<string, readonly Bound<Handler>[]> {
  const paths = new Map<string, Bound<Handler>[]>();
  for (const [id, operation] of Object.entries(table)) {
    const handler = handlers[id];
    if (!handler) throw new TypeError(`Nothing handles ${id}`);
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), { operation, handler }]);
  }
  return paths;
}
