import type { Hono } from "hono";
import { methodNotAllowed } from "../requests/parse-request.ts";
import { type RequestDependencies, respond } from "../requests/respond.ts";

/** The icon path of our pages, and the default path of browsers. */
export const ICON_PATH = "/favicon.svg";
const ICON_PATHS = [ICON_PATH, "/favicon.ico"] as const;

/** A shelf with three bound volumes. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#0b5a8a"/><path fill="#fff" d="M7 8h5v14H7zm6.5 3h5v11h-5zM20 7h5v15h-5zM6 24h20v2H6z"/></svg>`;

const HEADERS = {
  "Content-Type": "image/svg+xml",
  "Cache-Control": "public, max-age=86400",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'",
} as const;

/** Serves the icon, which is no operation of the API. */
export function mountIcon(app: Hono, dependencies: RequestDependencies): Hono {
  for (const path of ICON_PATHS) {
    app.all(path, (context) =>
      respond(context, dependencies, { path }, async () => {
        if (!["GET", "HEAD"].includes(context.req.method)) throw methodNotAllowed(["GET", "HEAD"]);
        return { status: 200, headers: HEADERS, body: ICON };
      }),
    );
  }
  return app;
}
