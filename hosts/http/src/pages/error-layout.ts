import type { Context } from "hono";
import { countRequest } from "../guards/rate-limit.ts";
import type { CallingPerson } from "../requests/operation-calls.ts";
import { type Route, respond } from "../requests/respond.ts";
import { siteOf } from "../sessions/cookies.ts";
import { csrfTokenOf } from "../sessions/seal.ts";
import { sessionIn } from "../sessions/session.ts";
import type { Answer, Trace } from "../transport/answer.ts";
import { languageOf } from "../transport/language.ts";
import { errorPage } from "./error-page.ts";
import type { NavigationFor, PageSetting } from "./layout.ts";
import type { PageDependencies } from "./page-handlers.ts";

/**
 * Responds to a request that usually needs no session. Its errors are pages with the navigation of the person who is signed
 * in, as all other pages have it.
 */
export function respondWithErrorPage(
  context: Context,
  dependencies: PageDependencies,
  route: Pick<Route, "path" | "headers">,
  work: () => Answer,
): Promise<Response> {
  const { raw } = context.req;
  const { base } = siteOf(dependencies.publicUrl);
  let setting: Partial<PageSetting> = {};
  const refuse: Route["refuse"] = (refusal, requestId) => errorPage(raw, base, refusal, requestId, setting);
  return respond(context, dependencies, { ...route, refuse }, async (trace) => {
    try {
      return work();
    } catch (error) {
      setting = await personSetting(raw, dependencies, trace);
      throw error;
    }
  });
}

/** Returns what a session adds to the layout; nothing without one. */
async function personSetting(
  request: Request,
  { sessions, navigationFor, publicUrl, rateLimit }: PageDependencies,
  trace: Trace,
): Promise<Partial<PageSetting>> {
  const { requestSource } = trace;
  const signedIn = await sessionIn(request, sessions, siteOf(publicUrl), requestSource);
  if (!signedIn) return {};
  const { userId } = signedIn.session.caller;
  trace.userId = userId;
  if (rateLimit) countRequest(rateLimit, userId, trace);
  return sessionSetting(request, { signedIn, requestSource }, navigationFor);
}

/** Returns what a session adds to the layout. */
export async function sessionSetting(
  request: Request,
  person: CallingPerson,
  navigationFor: NavigationFor | undefined,
): Promise<Partial<PageSetting>> {
  const place = { language: languageOf(request), path: new URL(request.url).pathname };
  return { csrf: await csrfTokenOf(person.signedIn.secret), navigation: await navigationFor?.(person, place) };
}
