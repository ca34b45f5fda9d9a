import type { Operation } from "@cartulary/wire";
import { Hono } from "hono";
import type { ApiDependencies } from "./api-dependencies.ts";
import { type AnyHandler, requestHandler, sessionHandler } from "./handle-request.ts";
import type { Handlers } from "./handlers.ts";
import { markAsServing } from "./mounted-operations.ts";
import type { BoundOperation } from "./parse-request.ts";
import type { MountOptions } from "./respond.ts";

/**
 * Creates a Hono application for these operations, each at its path below `base`. It serves only these paths, so it can
 * be mounted anywhere next to other middleware; other paths are left to the parent application.
 *
 * Checks run in the order of documents.md 2.2: authentication and its rate limit, method, scope and role, mandataire
 * (docs/decisions/0077), path, query and syntax, shape.
 */
export function implement<Table extends Readonly<Record<string, Operation>>, Services>(
  table: Table,
  handlers: Handlers<Table, Services>,
  base: string,
  dependencies: ApiDependencies & Services,
  terms: MountOptions = {},
): Hono {
  const app = new Hono();
  for (const [path, bound] of byPath(table, handlers as unknown as Readonly<Record<string, AnyHandler>>)) {
    const served = bound.map(({ operation }) => operation);
    const handle = markAsServing(
      served,
      requestHandler(path, bound, dependencies, terms),
      sessionHandler(bound, dependencies),
    );
    for (const spelling of routePatterns(path.slice(base.length))) app.all(spelling, handle);
  }
  return app;
}

/** Returns the router patterns of a path, with and without a trailing slash. */
export function routePatterns(path: string): readonly string[] {
  const route = path.replace(/\{(\w+)\}/g, ":$1");
  return route === "" || route === "/" ? ["/"] : [route, `${route}/`];
}

/** Groups the operations of a table and their handlers by path. */
export function byPath<Handler>(
  table: Readonly<Record<string, Operation>>,
  handlers: Readonly<Record<string, Handler>>,
): ReadonlyMap<string, readonly BoundOperation<Handler>[]> {
  const paths = new Map<string, BoundOperation<Handler>[]>();
  for (const [id, operation] of Object.entries(table)) {
    const handler = handlers[id];
    if (!handler) throw new TypeError(`No handler for ${id}`);
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), { operation, handler }]);
  }
  return paths;
}
