import type { Sessions } from "@cartulary/auth";
import { invalid, malformed } from "@cartulary/kernel";
import { type FormField, type Operation, type OperationShape, readForm, readShape } from "@cartulary/wire";
import { type Context, Hono } from "hono";
import { boundFor, ownQueryOf, paramsOf } from "../exchange/asked.ts";
import { type ExchangeDependencies, exchange, type Terms } from "../exchange/exchange.ts";
import { byPath, spellingsOf } from "../exchange/implement.ts";
import { mountPathOf, pathWithin, serving } from "../exchange/mounted.ts";
import { countRequest } from "../guards/rate-limit.ts";
import { cookie, newSecret, type Site, secretIn, siteOf, VISIT_COOKIE } from "../sessions/cookies.ts";
import { requireOwnOrigin } from "../sessions/own-origin.ts";
import { sealedPath } from "../sessions/return-to.ts";
import { seal } from "../sessions/seal.ts";
import { requireOwnForm, sessionIn } from "../sessions/session.ts";
import type { Answer, Trace } from "../transport/answer.ts";
import { mediaTypeOf, readBody } from "../transport/body.ts";
import { HttpRefusal, type Refusal } from "../transport/errors.ts";
import { languageOf } from "../transport/language.ts";
import type { BodyPace } from "../transport/pace.ts";
import { parametersOf, queryOf } from "../transport/query.ts";
import { refusalPage } from "./error-page.ts";
import { formOf, pageAnswer } from "./layout.ts";
import type { PageHandler, PageHandlers, Redirect } from "./page-handlers.ts";

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
  { headers = {}, addressLimit }: Terms = {},
): Hono {
  const app = new Hono();
  const site = siteOf(dependencies.publicUrl);
  for (const [path, bound] of byPath(table, handlers as unknown as Readonly<Record<string, AnyPageHandler>>)) {
    // Where nothing is posted and nobody signs in, the browser has nothing to keep.
    const seals = bound.some(({ operation }) => operation.method === "post" || operation.scope === "session");
    const served = bound.map(({ operation }) => operation);
    const answer = serving(served, (context) => {
      const { raw } = context.req;
      const refuse = (refusal: Refusal, requestId: string) => refusalPage(raw, site.base, refusal, requestId);
      return exchange(context, dependencies, { path, refuse, headers }, async (trace) => {
        if (addressLimit) countRequest(addressLimit, trace.visitor.network, trace);
        return perform({ context, bound: boundFor(raw.method, bound), site, seals, trace }, dependencies);
      });
    });
    for (const spelling of spellingsOf(path)) app.all(spelling, answer);
  }
  return app;
}

/** What pages need. */
export interface PageDependencies extends ExchangeDependencies {
  readonly sessions: Sessions;
}

/** Bytes of the longest form (auth.md 1.0). */
const FORM_BYTES_MAX = 65_536;

type AnyPageHandler = PageHandler<OperationShape>;

interface Arrived {
  readonly context: Context;
  readonly bound: { readonly operation: Operation; readonly handler: AnyPageHandler };
  readonly site: Site;
  /** Whether the browser gets a secret that its forms and its way back are sealed with. */
  readonly seals: boolean;
  readonly trace: Trace;
}

async function perform(arrived: Arrived, dependencies: PageDependencies): Promise<Answer> {
  const { sessions, rateLimit, bodyPace } = dependencies;
  const { context, bound, site, trace } = arrived;
  const { operation, handler } = bound;
  const request = context.req.raw;
  if (operation.method === "post") requireOwnOrigin(request, dependencies.publicUrl);
  const params = paramsOf(operation, context.req.param());
  const query = ownQueryOf(operation, queryOf(request.url));
  const early = await handler.first?.({ query: query as undefined, request });
  if (early) return redirect(early, site, {});

  const visit = visitOf(request, arrived);
  const asksSession = operation.scope === "session";
  const signedIn = asksSession ? await sessionIn(request, sessions, site, trace.visitor) : null;
  if (asksSession && !signedIn) return redirect(await wayToLogin(arrived, visit.secret), site, visit.headers);
  trace.userId = signedIn?.session.caller.userId ?? null;
  if (signedIn && rateLimit) countRequest(rateLimit, signedIn.session.caller.userId, trace);
  return answerOf(arrived, { params, query, visit, signedIn }, bodyPace);
}

/** The browser's own secret, and the header that gives it to a browser that has none and needs one. */
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

/** What is known of a request before its form is read. */
interface Judged {
  readonly params: unknown;
  readonly query: unknown;
  readonly visit: Visit;
  readonly signedIn: Awaited<ReturnType<typeof sessionIn>>;
}

async function answerOf(
  { context, bound: { operation, handler }, site, trace }: Arrived,
  { params, query, visit, signedIn }: Judged,
  pace: BodyPace | undefined,
): Promise<Answer> {
  const request = context.req.raw;
  const secret = signedIn?.secret ?? visit.secret;
  const body = operation.method === "post" ? await bodyOf(operation, request, secret, pace) : undefined;
  const csrf = await seal(secret, "csrf");
  const language = languageOf(request);
  const replied = await handler({
    ...{ session: (signedIn?.session ?? null) as never, visitor: trace.visitor, visit: visit.secret },
    ...{ params: params as undefined, query: query as undefined, body: body as undefined, request, language },
    form: (fields, path = operation.path) => formOf(site.base + path, csrf, fields),
  });
  if ("to" in replied) return redirect(replied, site, visit.headers);
  const headers = { ...visit.headers, ...replied.headers };
  return pageAnswer(replied.page, {
    ...{ status: replied.status, language, base: site.base, headers },
    csrf: signedIn ? csrf : null,
  });
}

/** Away to sign in, and back by GET to what was asked for; what was posted is gone. */
async function wayToLogin({ context, bound }: Arrived, visit: string): Promise<Redirect> {
  const { method, url } = context.req.raw;
  if (method === "POST") return { status: 303, to: "/login" };
  const sent = new URL(url);
  const path = pathWithin(sent, mountPathOf(context, bound.operation.path)) + sent.search;
  return { status: 302, to: `/login?return_to=${encodeURIComponent(await sealedPath(path, visit))}` };
}

function redirect({ status, to, headers }: Redirect, { base }: Site, visitHeader: object): Answer {
  const Location = to.startsWith("/") ? base + to : to;
  const always = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
  return { status, headers: { Location, ...always, ...visitHeader, ...headers } };
}

/** The fields of a form, once its seal was looked at: what is wrong beside a missing seal is nobody's business. */
async function bodyOf(operation: Operation, request: Request, secret: string, pace?: BodyPace): Promise<unknown> {
  const fields = await fieldsIn(request, pace);
  const sealed = request.headers.get("x-csrf-token") ?? fields.find(({ name }) => name === "csrf")?.value ?? "";
  await requireOwnForm(sealed, secret);
  if (!operation.body) return undefined;
  const read = readShape(operation.body, readForm(operation.body, fields));
  if (!read.ok) throw invalid(read.errors[0], read.errors.slice(1));
  return read.value;
}

async function fieldsIn(request: Request, pace: BodyPace | undefined): Promise<readonly FormField[]> {
  const requireType = () => {
    if (mediaTypeOf(request) === "application/x-www-form-urlencoded") return;
    throw new HttpRefusal(415, "unsupported_media_type", "Send application/x-www-form-urlencoded");
  };
  const bytes = await readBody(request, { max: FORM_BYTES_MAX, requireType, pace });
  return parametersOf(textOf(bytes), "The form").map(([name, value]) => ({ name, value }));
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("The form is not UTF-8");
  }
}
