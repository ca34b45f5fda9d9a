import { invalid, malformed } from "@cartulary/kernel";
import { type FormField, type Operation, type OperationShape, readForm, readShape } from "@cartulary/wire";
import { type Context, Hono } from "hono";
import { countRequest } from "../guards/rate-limit.ts";
import { byPath, routePatterns } from "../requests/implement.ts";
import { markAsServing, mountPathOf, pathWithin } from "../requests/mounted-operations.ts";
import type { CallingPerson } from "../requests/operation-calls.ts";
import { parsePathParameters, parseQuery, selectOperation } from "../requests/parse-request.ts";
import { type MountOptions, respond } from "../requests/respond.ts";
import { cookie, newSecret, type Site, secretIn, siteOf, VISIT_COOKIE } from "../sessions/cookies.ts";
import { requireOwnOrigin } from "../sessions/own-origin.ts";
import { sealPath } from "../sessions/return-to.ts";
import { csrfTokenOf } from "../sessions/seal.ts";
import { requireCsrfToken, sessionIn } from "../sessions/session.ts";
import type { Answer, Trace } from "../transport/answer.ts";
import { mediaTypeOf, readBody } from "../transport/body.ts";
import type { BodyTimeouts } from "../transport/body-timeouts.ts";
import { type ErrorResponse, HttpError } from "../transport/errors.ts";
import { languageOf } from "../transport/language.ts";
import { parametersOf, queryOf } from "../transport/query.ts";
import { sessionSetting } from "./error-layout.ts";
import { errorPage } from "./error-page.ts";
import { formOf, type PageSetting, pageAnswer } from "./layout.ts";
import { mountPageAssets } from "./page-assets.ts";
import type { PageDependencies, PageHandler, PageHandlers, Redirect } from "./page-handlers.ts";
import { themeOf } from "./theme.ts";

/**
 * The kit for pages (auth.md 1.11). A page is an operation of a table in contracts/wire like any other, with the scope
 * `session` or `none` and the encoding `form`; its handler says what to show or where to go on, and the kit does the
 * rest: the session, or the way to /login and back; the CSRF token and the origin of every POST; languages, policy, errors.
 *
 * ```ts
 * const tokenPages = (tokens: Tokens): PageHandlers<typeof tokenPageOperations> => ({
 *   showTokens: async ({ session, language, form }) =>
 *     shown({ title: TEXTS[language].tokens.title, main: form(html`<label …>…</label><button>…</button>`) }),
 *   makeToken: async ({ session, body }) => redirected("/settings/tokens"),
 * });
 * app.route("/", servePages(tokenPageOperations, tokenPages(tokens), dependencies));
 * ```
 *
 * What a handler throws becomes a page with the status of a refusal. Texts stand in texts.ts.
 */
export function servePages<Table extends Readonly<Record<string, Operation>>>(
  table: Table,
  handlers: PageHandlers<Table>,
  dependencies: PageDependencies,
  { headers = {}, addressLimit, isAlone = false, readsOwnQuery = false }: PageMountOptions = {},
): Hono {
  const app = new Hono();
  const site = siteOf(dependencies.publicUrl);
  for (const [path, bound] of byPath(table, handlers as unknown as Readonly<Record<string, AnyPageHandler>>)) {
    // Without forms and sessions the browser needs no cookie.
    const seals = bound.some(({ operation }) => operation.method === "post" || operation.scope === "session");
    const served = bound.map(({ operation }) => operation);
    // A page that reads its own query has it in the form's fields, so its path alone shows nothing.
    const isShownAgain = !readsOwnQuery && served.some(({ method }) => method === "get");
    const answer = markAsServing(served, (context) => {
      const { raw } = context.req;
      let setting: Partial<PageSetting> = { isAlone };
      const refuse = (refusal: ErrorResponse, requestId: string) =>
        errorPage(raw, site.base, refusal, requestId, setting);
      return respond(context, dependencies, { path, refuse, headers }, async (trace) => {
        if (addressLimit) countRequest(addressLimit, trace.requestSource.network, trace);
        const chosen = selectOperation(raw.method, bound);
        let person = null as CallingPerson | null;
        const admit = (admitted: CallingPerson) => {
          person = admitted;
        };
        const arrived = { context, bound: chosen, site, seals, isShownAgain, trace, readsOwnQuery, admit };
        try {
          return await perform(arrived, dependencies);
        } catch (error) {
          if (person) setting = await sessionSetting(raw, person, dependencies.navigationFor);
          throw error;
        }
      });
    });
    for (const spelling of routePatterns(path)) app.all(spelling, answer);
  }
  return mountPageAssets(app, dependencies);
}

/** Options of pages. */
interface PageMountOptions extends MountOptions {
  /** True for pages of visitors, without navigation and forms. */
  readonly isAlone?: boolean;
  /** True if the handlers read the query themselves, because its errors are not for the page. */
  readonly readsOwnQuery?: boolean;
}

/** Maximum size of a form in bytes: that of a JSON body, because a form writes a letter with an accent as nine bytes. */
const FORM_BYTES_MAX = 1_048_576;
/** Maximum size of a form at a path of OAuth (auth.md 1.0). */
const OAUTH_FORM_BYTES_MAX = 65_536;

type AnyPageHandler = PageHandler<OperationShape>;

interface Arrived {
  readonly context: Context;
  readonly bound: { readonly operation: Operation; readonly handler: AnyPageHandler };
  readonly site: Site;
  /** True if the browser gets a secret for its forms and return path. */
  readonly seals: boolean;
  /** True if a GET of the path shows the page of its form. */
  readonly isShownAgain: boolean;
  readonly trace: Trace;
  readonly readsOwnQuery: boolean;
  /** Takes the person of the session, for the layout of errors. */
  readonly admit: (person: CallingPerson) => void;
}

async function perform(arrived: Arrived, dependencies: PageDependencies): Promise<Answer> {
  const { sessions, rateLimit } = dependencies;
  const { context, bound, site, trace } = arrived;
  const { operation, handler } = bound;
  const request = context.req.raw;
  if (operation.method === "post") requireOwnOrigin(request, dependencies.publicUrl);
  const params = parsePathParameters(operation, context.req.param());
  const query = arrived.readsOwnQuery ? undefined : parseQuery(operation, queryOf(request.url));
  const early = await handler.first?.({ query: query as undefined, request });
  if (early) return redirect(early, site, {});

  const visit = visitOf(request, arrived);
  const asksSession = operation.scope === "session";
  const signedIn = asksSession ? await sessionIn(request, sessions, site, trace.requestSource) : null;
  if (asksSession && !signedIn) return redirect(await wayToLogin(arrived, visit.secret), site, visit.headers);
  trace.userId = signedIn?.session.caller.userId ?? null;
  if (signedIn) arrived.admit({ signedIn, requestSource: trace.requestSource });
  if (signedIn && rateLimit) countRequest(rateLimit, signedIn.session.caller.userId, trace);
  return answerOf(arrived, { params, query, visit, signedIn }, dependencies);
}

/** The browser's secret, and the header that sets it if it has none. */
interface Visit {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
}

function visitOf(request: Request, { site, seals }: Arrived): Visit {
  const known = secretIn(request, VISIT_COOKIE, site);
  if (known !== null) return { secret: known, headers: {} };
  const secret = newSecret();
  return { secret, headers: seals ? cookie(VISIT_COOKIE, secret, site) : {} };
}

/** A request before its form is read. */
interface Judged {
  readonly params: unknown;
  readonly query: unknown;
  readonly visit: Visit;
  readonly signedIn: Awaited<ReturnType<typeof sessionIn>>;
}

async function answerOf(
  { context, bound: { operation, handler }, site, trace }: Arrived,
  { params, query, visit, signedIn }: Judged,
  { bodyTimeouts, navigationFor }: PageDependencies,
): Promise<Answer> {
  const request = context.req.raw;
  const secret = signedIn?.secret ?? visit.secret;
  const body = operation.method === "post" ? await bodyOf(operation, request, secret, bodyTimeouts) : undefined;
  const csrf = await csrfTokenOf(secret);
  const language = languageOf(request);
  const replied = await handler({
    ...{ session: (signedIn?.session ?? null) as never, requestSource: trace.requestSource, visit: visit.secret },
    ...{ params: params as undefined, query: query as undefined, body: body as undefined, request, language },
    form: (fields, path = operation.path) => formOf(site.base + path, csrf, fields),
  });
  if ("to" in replied) return redirect(replied, site, visit.headers);
  const headers = { ...visit.headers, ...replied.headers };
  const path = pathOf(context, operation.path);
  const navigation =
    signedIn && (await navigationFor?.({ signedIn, requestSource: trace.requestSource }, { language, path }));
  return pageAnswer(replied.page, {
    ...{ status: replied.status, language, base: site.base, headers },
    ...{ csrf: signedIn ? csrf : null, theme: themeOf(request), path, ...(navigation && { navigation }) },
  });
}

/** Returns the redirect to sign in, with the path of the page to return to; posted data is lost. */
async function wayToLogin({ context, bound, isShownAgain }: Arrived, visit: string): Promise<Redirect> {
  const isPost = context.req.method === "POST";
  if (isPost && !isShownAgain) return { status: 303, to: "/login" };
  const path = pathOf(context, bound.operation.path);
  return { status: isPost ? 303 : 302, to: `/login?return_to=${encodeURIComponent(await sealPath(path, visit))}` };
}

/** Returns the path and query of a request below the mount path. */
export function pathOf(context: Context, route: string): string {
  const sent = new URL(context.req.url);
  return pathWithin(sent, mountPathOf(context, route)) + sent.search;
}

function redirect({ status, to, headers }: Redirect, { base }: Site, visitHeader: object): Answer {
  const Location = to.startsWith("/") ? base + to : to;
  const always = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
  return { status, headers: { Location, ...always, ...visitHeader, ...headers } };
}

/** Reads a form after its CSRF token was checked, so that other errors are not revealed. */
async function bodyOf(operation: Operation, request: Request, secret: string, pace?: BodyTimeouts): Promise<unknown> {
  const max = operation.path.startsWith("/oauth/") ? OAUTH_FORM_BYTES_MAX : FORM_BYTES_MAX;
  const fields = await fieldsIn(request, max, pace);
  const sealed = request.headers.get("x-csrf-token") ?? fields.find(({ name }) => name === "csrf")?.value ?? "";
  await requireCsrfToken(sealed, secret);
  if (!operation.body) return undefined;
  const read = readShape(operation.body, readForm(operation.body, fields));
  if (!read.ok) throw invalid(read.errors[0], read.errors.slice(1));
  return read.value;
}

async function fieldsIn(request: Request, max: number, pace: BodyTimeouts | undefined): Promise<readonly FormField[]> {
  const requireType = () => {
    if (mediaTypeOf(request) === "application/x-www-form-urlencoded") return;
    throw new HttpError(415, "unsupported_media_type", "Send application/x-www-form-urlencoded");
  };
  const bytes = await readBody(request, { max, requireType, pace });
  return parametersOf(textOf(bytes), "The form").map(([name, value]) => ({ name, value }));
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("The form is not UTF-8");
  }
}
