import type { CallOperation, Console, ConsoleDependencies } from "@cartulary/http/pages";
import { ASSET_HEADERS, methodNotAllowed, respond } from "@cartulary/http/pages";
import type { Operation } from "@cartulary/wire";
import { AREAS } from "./areas.ts";
import type { Demonstration } from "./demonstration/demonstration.ts";
import { mountEntrance } from "./demonstration/enter.ts";
import { tourArea } from "./demonstration/tour-page.ts";
import { navigationOver } from "./frame/navigation.ts";
import { SCRIPT } from "./frame/script.ts";
import { SCRIPT_PATH } from "./frame/script-path.ts";
import { serveAreas } from "./frame/serve.ts";

export { QUEUE_TEXTS } from "./admin/queue-texts.ts";
export { hasWords } from "./agency/choice-words.ts";
export {
  createDemonstration,
  type Demonstration,
  type DemonstrationPerson,
} from "./demonstration/demonstration.ts";
export type { CompletedCall } from "./demonstration/tour.ts";
export { REFUSAL_TEXTS, type RefusalTexts } from "./frame/refusal-texts.ts";

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
 * Creates the pages for people, to be mounted at the root together with the API. A page calls the handlers of the API in this
 * process as the person of the session, so it shows what the operations answer to that person, and refuses as they do.
 * With a `demonstration` there are a link that signs its person in without a password, and the tour.
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
export function createConsole(
  call: CallOperation,
  http: ConsoleDependencies,
  demonstration: Demonstration | null = null,
): Console {
  const navigationFor = navigationOver(call, { hasTour: demonstration !== null });
  const areas = demonstration ? [...AREAS, tourArea(demonstration)] : AREAS;
  const app = serveAreas(areas, { call: demonstration ? noting(call, demonstration) : call, navigationFor, http });
  if (demonstration) mountEntrance(app, demonstration, http);
  app.all(SCRIPT_PATH, (context) =>
    respond(context, http, { path: SCRIPT_PATH }, async () => {
      if (!["GET", "HEAD"].includes(context.req.method)) throw methodNotAllowed(["GET", "HEAD"]);
      const headers = { ...ASSET_HEADERS, "Content-Type": "text/javascript; charset=utf-8" };
      return { status: 200, headers, body: SCRIPT };
    }),
  );
  return { app, navigationFor };
}

/** Calls operations and notes what succeeded. */
function noting(call: CallOperation, demonstration: Demonstration): CallOperation {
  return async (operation, person, input) => {
    const reply = await call(operation, person, input);
    const { status, value } = reply as { readonly status: number; readonly value: unknown };
    demonstration.noteCall(person.signedIn.session.caller.userId, { operationId: operation.id, status, value });
    return reply;
  };
}
