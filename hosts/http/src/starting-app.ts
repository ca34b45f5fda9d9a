import { unavailable } from "@cartulary/kernel";
import { PORTAL_BASE, RENTAL_BASE } from "@cartulary/wire";
import { type Context, Hono } from "hono";
import { METRICS_PATH } from "./metrics-endpoint.ts";
import { errorPage, opensPage } from "./pages/error-page.ts";
import { type RequestDependencies, type Route, respond } from "./requests/respond.ts";
import { siteOf } from "./sessions/cookies.ts";
import { json } from "./transport/answer.ts";
import { formatRentalError } from "./transport/errors.ts";

const RETRY_AFTER_SECONDS = 5;

const NOT_READY = { status: "starting", checks: { database: "down", blobs: "down" } };

/** The application of a host that is ready. */
interface ReadyApp {
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
}

/**
 * The application of a host that is starting: /healthz returns 200, so that a liveness probe does not end a migration;
 * /readyz returns 503. Everything else waits for `ready`, then is handled by the application that it returns; without
 * one, returns 503 `starting` with Retry-After (outside.md 7.5).
 */
export function startingApp(dependencies: RequestDependencies, ready: () => Promise<ReadyApp | null>): Hono {
  const app = new Hono();
  const answer = (path: string, status: number, value: object) =>
    app.get(path, (context) =>
      respond(context, dependencies, { path }, async () => json(status, JSON.stringify(value))),
    );
  answer("/healthz", 200, { status: "ok" });
  answer("/readyz", 503, NOT_READY);
  const refuse = (context: Context) =>
    respond(context, dependencies, { ...refusal(context, dependencies), isExpected: true }, async () => {
      throw unavailable("starting", "The host is starting; try again in a few seconds", RETRY_AFTER_SECONDS);
    });
  app.all("*", async (context) => (await ready())?.fetch(context.req.raw, context.env as object) ?? refuse(context));
  return app;
}

/** Errors have the format of the product that will serve the path; browsers get a page. */
function refusal({ req }: Context, { publicUrl }: RequestDependencies): Route {
  const isBelow = (base: string) => req.path === base || req.path.startsWith(`${base}/`);
  if (isBelow(RENTAL_BASE) || isBelow(PORTAL_BASE)) return { path: null, formatError: formatRentalError };
  if (req.path === METRICS_PATH) return { path: METRICS_PATH };
  if (!opensPage(req.raw)) return { path: null };
  const { base } = siteOf(publicUrl);
  return { path: null, refuse: (refused, requestId) => errorPage(req.raw, base, refused, requestId) };
}
