import type { CallOperation, Console, ConsoleDependencies } from "@cartulary/http/pages";
import { ASSET_HEADERS, methodNotAllowed, respond } from "@cartulary/http/pages";
import type { Operation } from "@cartulary/wire";
import { AREAS } from "./areas.ts";
import { navigationOver } from "./frame/navigation.ts";
import { SCRIPT } from "./frame/script.ts";
import { SCRIPT_PATH } from "./frame/script-path.ts";
import { serveAreas } from "./frame/serve.ts";

/** A page or action of the console, for tests and for lists of its pages. */
export interface ConsolePage {
  /** Its path with parameters in braces. */
  readonly path: string;
  readonly isAction: boolean;
  /** The operations whose data it shows or that it calls. */
  readonly operations: readonly Operation[];
}

/** All pages and actions. */
export const consolePages: readonly ConsolePage[] = AREAS.flatMap(({ pages, actions, streams = [] }) => [
  ...pages.map(({ path, operations }) => ({ path, operations, isAction: false })),
  ...[...actions, ...streams].map(({ path, operations }) => ({ path, operations, isAction: true })),
]);

/**
 * Creates the pages for people, to be mounted at the root beside the API. A page calls the handlers of the API in this
 * process as the person of the session, so it shows what the operations answer to that person, and refuses as they do.
 *
 * @example
 * ```ts
 * import { createConsole } from "@cartulary/console";
 * import { type AppDependencies, createApp } from "@cartulary/http";
 *
 * export function withConsole(dependencies: AppDependencies): ReturnType<typeof createApp> {
 *   return createApp({ ...dependencies, createConsole });
 * }
 * ```
 */
export function createConsole(call: CallOperation, http: ConsoleDependencies): Console {
  const navigationFor = navigationOver(call);
  const app = serveAreas(AREAS, { call, navigationFor, http });
  app.all(SCRIPT_PATH, (context) =>
    respond(context, http, { path: SCRIPT_PATH }, async () => {
      if (!["GET", "HEAD"].includes(context.req.method)) throw methodNotAllowed(["GET", "HEAD"]);
      const headers = { ...ASSET_HEADERS, "Content-Type": "text/javascript; charset=utf-8" };
      return { status: 200, headers, body: SCRIPT };
    }),
  );
  return { app, navigationFor };
}
