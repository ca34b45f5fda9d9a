import {
  type Answer,
  type CallingPerson,
  type CallOperation,
  type ConsoleDependencies,
  cookie,
  countRequest,
  csrfTokenOf,
  type ErrorResponse,
  errorPage,
  HttpError,
  languageOf,
  mediaTypeOf,
  methodNotAllowed,
  type NavigationFor,
  newSecret,
  type PageSetting,
  pageAnswer,
  parametersOf,
  pathOf,
  queryOf,
  readBody,
  readerOf,
  requireCsrfToken,
  requireOwnOrigin,
  respond,
  routePatterns,
  type Site,
  sealPath,
  secretIn,
  sessionIn,
  siteOf,
  type Trace,
  themeOf,
  toErrorResponse,
  VISIT_COOKIE,
} from "@cartulary/http/pages";
import { forbidden, isAdministratorRole, malformed } from "@cartulary/kernel";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { parse } from "hono/utils/cookie";
import type {
  ActionDefinition,
  Area,
  Audience,
  PageDefinition,
  PageResult,
  ScriptDefinition,
  StreamDefinition,
} from "./definitions.ts";
import { doneBefore, doneCookie, doneNotice, forgetDoneCookie } from "./done-notice.ts";
import { type Problem, problemsOf, type Typed, typedOf, UNTYPED, withCents } from "./form-input.ts";
import { SCRIPT_PATH } from "./script-path.ts";
import { type Visit, visitOf } from "./visit.ts";

/** Dependencies of the frame. */
export interface FrameDependencies {
  readonly call: CallOperation;
  readonly navigationFor: NavigationFor;
  readonly http: ConsoleDependencies;
}

/** Maximum size of a form without a file, in bytes. */
const FORM_BYTES_MAX = 1_048_576;

/** The pages and forms of a path. */
interface Served {
  readonly path: string;
  readonly audience?: Audience;
  readonly get?: (visit: Visit) => Promise<PageResult>;
  readonly post?: (visit: Visit, context: Context) => Promise<PageResult>;
}

/** Serves the pages and actions of all areas at their paths. */
export function serveAreas(areas: readonly Area[], dependencies: FrameDependencies): Hono {
  const app = new Hono();
  const all = areas.flatMap(({ pages, actions, streams = [], scripts = [] }) => [
    ...pages.map(servedPage),
    ...actions.map((action) => servedAction(action, dependencies)),
    ...streams.map((stream) => servedStream(stream, dependencies)),
    ...scripts.map((script) => servedScript(script, dependencies)),
  ]);
  for (const served of all.toSorted(byPath)) mount(app, served, dependencies);
  return app;
}

/** Fixed segments come before parameters: the first route that matches answers. */
const byPath = ({ path: one }: Served, { path: other }: Served): number => (sortKey(one) < sortKey(other) ? -1 : 1);

const sortKey = (path: string): string => path.replaceAll("{", "~");

const servedPage = ({ path, audience, show }: PageDefinition): Served => ({
  ...{ path, get: show },
  ...(audience && { audience }),
});

const servedAction = (action: ActionDefinition, { http }: FrameDependencies): Served => ({
  path: action.path,
  ...(action.audience && { audience: action.audience }),
  get: (visit) => action.form(visit, UNTYPED),
  post: async (visit, context) => {
    const typed = typedOf(await fieldsIn(context.req.raw, http));
    await requireCsrfToken(typed.value("csrf") ?? "", csrfSecret(visit));
    return attempt(action, visit, typed, () => action.perform(visit, typedOf(withCents(typed.fields))));
  },
});

const servedStream = (stream: StreamDefinition, { http }: FrameDependencies): Served => ({
  path: stream.path,
  ...(stream.audience && { audience: stream.audience }),
  get: (visit) => stream.form(visit, UNTYPED),
  post: (visit, context) => {
    const request = context.req.raw;
    if (mediaTypeOf(request) !== "multipart/form-data") {
      throw new HttpError(415, "unsupported_media_type", "Send multipart/form-data");
    }
    const open = () => (http.openBody ? http.openBody(context) : readerOf(request));
    const requireToken = (csrf: string) => requireCsrfToken(csrf, csrfSecret(visit));
    const incoming = { request, open, pace: http.bodyTimeouts, requireToken };
    return attempt(stream, visit, UNTYPED, () => stream.receive(visit, incoming));
  },
});

const servedScript = ({ path, run }: ScriptDefinition, { http }: FrameDependencies): Served => ({
  path,
  post: async (visit, context) => {
    const request = context.req.raw;
    await requireCsrfToken(request.headers.get("x-csrf-token") ?? "", csrfSecret(visit));
    const open = () => (http.openBody ? http.openBody(context) : readerOf(request));
    const typed = async () => typedOf(await fieldsIn(request, http));
    try {
      return { answer: jsonAnswer(200, await run(visit, { open, typed })) };
    } catch (error) {
      const refusal = toErrorResponse(error);
      if (!refusal) throw error;
      const message = problemsIn(refusal, visit).map((problem) => problem.message);
      return { answer: jsonAnswer(refusal.status, { code: refusal.code, message: message.join(" ") }) };
    }
  },
});

const jsonAnswer = (status: number, value: object): Answer => ({
  status,
  headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
  body: JSON.stringify(value),
});

/** Performs an action; a refusal that the person can mend shows the form again with its errors. */
async function attempt(
  { form, refusals }: Pick<ActionDefinition, "form" | "refusals">,
  visit: Visit,
  typed: Typed,
  work: () => Promise<PageResult>,
): Promise<PageResult> {
  try {
    return await work();
  } catch (error) {
    const refusal = toErrorResponse(error);
    if (!refusal || !MENDABLE.has(refusal.status)) throw error;
    const problems = problemsIn(refusal, visit, refusals?.(visit));
    const shown = await form(visit, typedOf(typed.fields, problems, refusal.details));
    return "title" in shown ? { ...shown, status: refusal.status, hasErrors: true } : shown;
  }
}

function problemsIn(
  refusal: ErrorResponse,
  { texts: { fieldErrors, refusals, otherRefusal } }: Visit,
  more: Readonly<Record<string, string>> = {},
): readonly Problem[] {
  return problemsOf(refusal, { byField: fieldErrors, byCode: { ...refusals, ...more }, other: otherRefusal });
}

/** Conflicts and invalid values. */
const MENDABLE: ReadonlySet<number> = new Set([409, 413, 422]);

const SECRETS = new WeakMap<Visit, string>();

/** Returns the secret that seals the forms of a visit. */
function csrfSecret(visit: Visit): string {
  const secret = SECRETS.get(visit);
  if (secret === undefined) throw new TypeError("This visit has no secret");
  return secret;
}

function mount(app: Hono, served: Served, dependencies: FrameDependencies): void {
  const { http } = dependencies;
  const { base } = siteOf(http.publicUrl);
  for (const spelling of routePatterns(served.path)) {
    app.all(spelling, (context) => {
      const { raw } = context.req;
      let setting: Partial<PageSetting> = {};
      const refuse = (refusal: ErrorResponse, requestId: string) =>
        errorPage(raw, base, refusal, requestId, refusal.status === 404 ? { ...setting, path: "/" } : setting);
      return respond(context, http, { path: served.path, refuse }, (trace) =>
        answer({ context, served, trace }, dependencies, (known) => {
          setting = known;
        }),
      );
    });
  }
}

interface Arrived {
  readonly context: Context;
  readonly served: Served;
  readonly trace: Trace;
}

async function answer(
  arrived: Arrived,
  dependencies: FrameDependencies,
  settle: (setting: Partial<PageSetting>) => void,
): Promise<Answer> {
  const { context, served, trace } = arrived;
  const { http, navigationFor } = dependencies;
  const request = context.req.raw;
  const isPost = request.method === "POST";
  requireMethod(served, request.method);
  if (isPost) requireOwnOrigin(request, http.publicUrl);
  const site = siteOf(http.publicUrl);
  const signedIn = await sessionIn(request, http.sessions, site, trace.requestSource);
  const place = pathOf(context, served.path);
  const known = secretIn(request, VISIT_COOKIE, site);
  const visitSecret = known ?? newSecret();
  const visitHeaders = known === null ? cookie(VISIT_COOKIE, visitSecret, site) : {};
  const { audience = "person" } = served;
  if (!signedIn && audience !== "anyone") {
    // The replies to scripts are no pages.
    const to = served.get ? await wayToLogin(place, visitSecret) : "/login";
    return redirect(site.base + to, visitHeaders);
  }
  const person = signedIn && { signedIn, requestSource: trace.requestSource };
  if (person) await admit(person, arrived, dependencies);
  const language = languageOf(request);
  const secret = signedIn?.secret ?? visitSecret;
  const csrf = await csrfTokenOf(secret);
  const signInPath = signedIn ? "/login" : await wayToLogin(place, visitSecret);
  const navigation = person ? await navigationFor(person, { language, path: place }) : undefined;
  const setting = {
    ...{ language, base: site.base, csrf: signedIn ? csrf : null, theme: themeOf(request), path: place, navigation },
    signInPath,
  };
  settle(setting);
  requireAudience(person, audience);
  const visit = visitOf({
    ...{ ...site, person, language, csrf, request, signInPath, call: dependencies.call },
    ...{ path: place.replace(/\?.*$/s, ""), search: new URL(request.url).search.slice(1) },
    ...{
      params: context.req.param(),
      query: queryOf(request.url),
      cookies: parse(request.headers.get("cookie") ?? ""),
    },
  });
  SECRETS.set(visit, secret);
  const result = await (isPost ? served.post?.(visit, context) : served.get?.(visit));
  if (!result) throw new TypeError(`${served.path} has no reply to ${request.method}`);
  const more = signedIn ? {} : visitHeaders;
  if (!isPost) return answerOf(result, { setting, site, done: doneBefore(request, visit.path, site), more });
  return answerOf(result, { setting, site, done: null, usually: visit.texts.done, more });
}

/** Returns the path of the sign-in, which leads back to a page. What a form has sent is lost. */
async function wayToLogin(back: string, visitSecret: string): Promise<string> {
  return `/login?return_to=${encodeURIComponent(await sealPath(back, visitSecret))}`;
}

function requireMethod({ get, post }: Served, method: string): void {
  const allowed = [...(get ? ["GET", "HEAD"] : []), ...(post ? ["POST"] : [])];
  if (!allowed.includes(method)) throw methodNotAllowed(allowed);
}

async function admit(person: CallingPerson, { trace }: Arrived, { http }: FrameDependencies): Promise<void> {
  const { userId } = person.signedIn.session.caller;
  trace.userId = userId;
  if (http.rateLimit) countRequest(http.rateLimit, userId, trace);
}

function requireAudience(person: CallingPerson | null, audience: Audience): void {
  if (audience !== "administrator") return;
  if (!person || !isAdministratorRole(person.signedIn.session.caller.role)) {
    throw forbidden("This page is for administrators");
  }
}

interface Answering {
  readonly setting: PageSetting;
  readonly site: Site;
  /** What the form that led to this page has done; `null` for none. */
  readonly done: string | null;
  /** What the page after a redirect says by default. */
  readonly usually?: string;
  readonly more: Readonly<Record<string, string>>;
}

async function answerOf(result: PageResult, { setting, site, done, usually, more }: Answering): Promise<Answer> {
  if ("answer" in result) return result.answer;
  if ("to" in result) {
    const { to, headers, done: text = usually } = result;
    const answer = redirect(setting.base + to, { ...more, ...headers });
    return text ? { ...answer, cookies: [doneCookie(text, to, site)] } : answer;
  }
  const { status = 200, headers, ...content } = result;
  const isShown = done !== null && status === 200;
  const main = isShown ? html`${doneNotice(done)}${content.main}` : content.main;
  const answer = await pageAnswer(
    { scripts: [SCRIPT_PATH], ...content, main },
    { ...setting, status, headers: { ...more, ...headers } },
  );
  return isShown ? { ...answer, cookies: [forgetDoneCookie(site)] } : answer;
}

const redirect = (Location: string, headers: Readonly<Record<string, string>>): Answer => ({
  status: 303,
  headers: { Location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", ...headers },
});

async function fieldsIn(request: Request, { bodyTimeouts: pace }: ConsoleDependencies) {
  const requireType = () => {
    if (mediaTypeOf(request) === "application/x-www-form-urlencoded") return;
    throw new HttpError(415, "unsupported_media_type", "Send application/x-www-form-urlencoded");
  };
  const bytes = await readBody(request, { max: FORM_BYTES_MAX, requireType, pace });
  return parametersOf(utf8(bytes), "The form").map(([name, value]) => ({ name, value }));
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("The form is not UTF-8");
  }
}
