import type { Operation } from "@cartulary/wire";
import type { Context, Handler, Hono } from "hono";
import { routePath } from "hono/route";
import type { HandleForSession } from "./session-request.ts";

/** An operation and its path in an application. */
export interface MountedOperation {
  readonly operation: Operation;
  /** The whole path from the application's root, with parameters in braces. */
  readonly path: string;
}

/** The operations of a route, and how to call them in this process, if they can be. */
interface Served {
  readonly operations: readonly Operation[];
  readonly handleForSession: HandleForSession | undefined;
}

const SERVED = new WeakMap<object, Served>();

/** Marks the handler of a route with its operations, for {@link mountedOperations} and {@link sessionHandlersOf}. */
export function markAsServing(
  operations: readonly Operation[],
  handler: (context: Context) => Promise<Response>,
  handleForSession?: HandleForSession,
): (context: Context) => Promise<Response> {
  SERVED.set(handler, { operations, handleForSession });
  return handler;
}

/** Returns by its id how each operation of an application is called in this process for a signed-in person. */
export function sessionHandlersOf(app: Pick<Hono, "routes">): ReadonlyMap<string, HandleForSession> {
  const handlers = new Map<string, HandleForSession>();
  for (const { handler } of app.routes) {
    const served = servedBy(handler);
    for (const { id } of served?.operations ?? []) {
      if (served?.handleForSession && !handlers.has(id)) handlers.set(id, served.handleForSession);
    }
  }
  return handlers;
}

/**
 * Returns every operation of an application in the order of its routes, under any prefix it was mounted with `route`.
 * An operation served twice is returned once, because its id is unique. Applications mounted with Hono's `mount` are
 * not visible.
 */
export function mountedOperations(app: Pick<Hono, "routes">): readonly MountedOperation[] {
  const mounted = new Map<string, MountedOperation>();
  for (const { path: route, handler } of app.routes) {
    const path = route.replace(/:(\w+)/g, "{$1}");
    for (const operation of servedBy(handler)?.operations ?? []) {
      if (!mounted.has(operation.id)) mounted.set(operation.id, { operation, path });
    }
  }
  return [...mounted.values()];
}

/**
 * Returns the mount path of the application for the route of a request, whose own path is `path`: `""` at the root, and
 * behind a proxy that removes its prefix.
 */
export function mountPathOf(context: Context, path: string): string {
  const routed = routePath(context).replace(/:(\w+)/g, "{$1}");
  const whole = routed.endsWith("/") && !path.endsWith("/") ? routed.slice(0, -1) : routed;
  return whole.endsWith(path) ? whole.slice(0, whole.length - path.length) : "";
}

/** Returns the path of a URL without the mount path, which may have parameters. */
export function pathWithin(url: URL, mountPath: string): string {
  const mountParts = mountPath.split("/").length - 1;
  return `/${url.pathname
    .split("/")
    .slice(1 + mountParts)
    .join("/")}`;
}

/** The property where Hono keeps a handler wrapped for an application with its own `onError`. */
const WRAPPED = "__COMPOSED_HANDLER";

function servedBy(handler: Handler & { readonly [WRAPPED]?: Handler }): Served | undefined {
  const wrapped = handler[WRAPPED];
  return wrapped ? servedBy(wrapped) : SERVED.get(handler);
}
