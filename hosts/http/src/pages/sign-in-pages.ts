import type { Sessions } from "@cartulary/auth";
import { DomainError } from "@cartulary/kernel";
import { signInOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { html } from "hono/html";
import { cookie, SESSION_COOKIE, type Site, secretIn, siteOf } from "../sessions/cookies.ts";
import { openedPath } from "../sessions/return-to.ts";
import type { PageContent } from "./layout.ts";
import { type PageHandlers, type PageReply, type PageRequest, redirected, shown } from "./page-handlers.ts";
import { type PageDependencies, servePages } from "./serve-pages.ts";
import { TEXTS } from "./texts.ts";

/** Where people go who came from nowhere (spec/host.md). */
const AFTER_LOGIN = "/settings/tokens";

/**
 * What a browser forgets of us when somebody signs out (docs/decisions/0022). Our cookie goes by its name: "cookies"
 * would take away those of every other host of the domain.
 */
const CLEARED = { "Clear-Site-Data": '"cache", "storage"' } as const;

/** /login and /logout, to be mounted at the root. */
export function signInPages(dependencies: PageDependencies): Hono {
  const site = siteOf(dependencies.publicUrl);
  return servePages(signInOperations, signInHandlers(dependencies.sessions, site), dependencies);
}

const signInHandlers = (sessions: Sessions, site: Site): PageHandlers<typeof signInOperations> => ({
  showLogin: async (request) => shown(await loginPage(request, { returnTo: request.query.returnTo ?? "" })),

  logIn: async (input) => {
    const { request, visitor, visit } = input;
    const { email = "", password = "", returnTo = "" } = input.body;
    const former = secretIn(request, SESSION_COOKIE, site);
    const userAgent = request.headers.get("user-agent");
    try {
      const { secret } = await sessions.open({ emailAddress: email, password, visitor, former, userAgent });
      const back = await openedPath(returnTo, visit);
      return redirected(back ?? AFTER_LOGIN, cookie(SESSION_COOKIE, secret, site));
    } catch (error) {
      return refusedLogin(error, input, { email, returnTo });
    }
  },

  logOut: async ({ session }) => {
    await sessions.close(session);
    return redirected("/login", { ...CLEARED, ...cookie(SESSION_COOKIE, null, site) });
  },
});

type PageContext = Pick<PageRequest, "language" | "form" | "visit">;

/** What was typed before and may be shown again. */
interface Typed {
  readonly returnTo: string;
  readonly email?: string;
  readonly problem?: string;
}

/** The same page with one sentence more. */
async function refusedLogin(error: unknown, request: PageContext, typed: Typed): Promise<PageReply> {
  const { refused, tooMany } = TEXTS[request.language].login;
  if (!(error instanceof DomainError)) throw error;
  if (error.kind === "rate_limited") {
    const seconds = error.retryAfterSeconds ?? 0;
    const problem = tooMany(Math.ceil(seconds / 60));
    return shown(await loginPage(request, { ...typed, problem }), 429, { "Retry-After": String(seconds) });
  }
  if (error.code !== "sign_in_refused") throw error;
  return shown(await loginPage(request, { ...typed, problem: refused }), 422);
}

async function loginPage(
  { language, form, visit }: PageContext,
  { returnTo, email = "", problem }: Typed,
): Promise<PageContent> {
  const back = await openedPath(returnTo, visit);
  const texts = TEXTS[language].login;
  const fields = html`
<input type="hidden" name="return_to" value="${returnTo}">
${problem === undefined ? "" : html`<p role="alert" id="problem">${problem}</p>`}
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}"${describedBy(problem)}>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${describedBy(problem)}>
<button>${texts.submit}</button>`;
  return { title: texts.title, main: form(fields), formTargets: back === null ? [] : targetsIn(back) };
}

const describedBy = (problem: string | undefined) =>
  problem === undefined ? "" : html` aria-describedby="problem" aria-invalid="true"`;

/** An application that needs no consent sends on from /oauth/authorize at once, within the answer to this form. */
function targetsIn(path: string): readonly string[] {
  const target = new URLSearchParams(path.split("?", 2)[1] ?? "").get("redirect_uri");
  return target === null ? [] : [target];
}
