import type { Operation } from "@cartulary/wire";
import type { Context, Handler, Hono } from "hono";
import { routePath } from "hono/route";

/** An operation where an application serves it. */
export interface Mounted {
  readonly operation: Operation;
  /** The whole path from the application's root, with its parameters in braces. */
  readonly path: string;
}

const OPERATIONS = new WeakMap<object, readonly Operation[]>();

/** The handler of a route, from which {@link mountedIn} learns what it serves. */
export function serving(
  operations: readonly Operation[],
  handler: (context: Context) => Promise<Response>,
): (context: Context) => Promise<Response> {
  OPERATIONS.set(handler, operations);
  return handler;
}

/** Whether a handler serves operations. Such a one answers whatever comes, and leaves nothing to those behind it. */
export function isServing(handler: object): boolean {
  return OPERATIONS.has(handler);
}

/**
 * Every operation that an application serves, in the order of its routes, under whatever prefix it was mounted with
 * `route`. An operation that is served twice is there once, since its name is known once. What was mounted with Hono's
 * `mount` is another application, into which nobody sees.
 */
export function mountedIn(app: Pick<Hono, "routes">): readonly Mounted[] {
  const mounted = new Map<string, Mounted>();
  for (const { path: route, handler } of app.routes) {
    const path = route.replace(/:(\w+)/g, "{$1}");
    for (const operation of operationsOf(handler)) {
      if (!mounted.has(operation.id)) mounted.set(operation.id, { operation, path });
    }
  }
  return [...mounted.values()];
}

/**
 * Below which path an application has the route that serves a request, whose own path is `path`: `""` at the root, and
 * where a proxy took the path away that we are reached at.
 */
export function mountPathOf(context: Context, path: string): string {
  const routed = routePath(context).replace(/:(\w+)/g, "{$1}");
  const whole = routed.endsWith("/") && !path.endsWith("/") ? routed.slice(0, -1) : routed;
  return whole.endsWith(path) ? whole.slice(0, whole.length - path.length) : "";
}

/** The path of a request's URL without the path that we are mounted below, which may have parameters of its own. */
export function pathWithin(url: URL, mountPath: string): string {
  const mountParts = mountPath.split("/").length - 1;
  return `/${url.pathname
    .split("/")
    .slice(1 + mountParts)
    .join("/")}`;
}

/** Where Hono leaves the handler that it wraps when an application with an `onError` of its own is mounted. */
const WRAPPED = "__COMPOSED_HANDLER";

function operationsOf(handler: Handler & { readonly [WRAPPED]?: Handler }): readonly Operation[] {
  const wrapped = handler[WRAPPED];
  return wrapped ? operationsOf(wrapped) : (OPERATIONS.get(handler) ?? []);
}
