import type { Sessions } from "@cartulary/auth";
import { DomainError } from "@cartulary/kernel";
import { signInOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { html } from "hono/html";
import { cookie, SESSION_COOKIE, type Site, secretIn, siteOf } from "../sessions/cookies.ts";
import { openPath } from "../sessions/return-to.ts";
import { type FormProblem, problemAttributes, problemSummary, problemsAt } from "./form-problems.ts";
import type { PageContent } from "./layout.ts";
import {
  type PageDependencies,
  type PageHandlers,
  type PageReply,
  type PageRequest,
  pageReply,
  redirectReply,
} from "./page-handlers.ts";
import { servePages } from "./serve-pages.ts";
import { TEXTS } from "./translations.ts";

/** The page after signing in without a return path (spec/host.md); the links of our own pages have one. */
const AFTER_LOGIN = "/settings/tokens";

/**
 * Data cleared at sign-out (docs/decisions/0022). Our cookie is removed by name: "cookies" would remove those of all
 * hosts of the domain.
 */
const CLEARED = { "Clear-Site-Data": '"cache", "storage"' } as const;

/** /login and /logout, to be mounted at the root. */
export function signInPages(dependencies: PageDependencies): Hono {
  const site = siteOf(dependencies.publicUrl);
  return servePages(signInOperations, signInHandlers(dependencies.sessions, site), dependencies);
}

const signInHandlers = (sessions: Sessions, site: Site): PageHandlers<typeof signInOperations> => ({
  showLogin: async (request) => pageReply(await loginPage(request, { returnTo: request.query.returnTo ?? "" })),

  logIn: async (input) => {
    const { request, requestSource, visit } = input;
    const { email = "", password = "", returnTo = "" } = input.body;
    const former = secretIn(request, SESSION_COOKIE, site);
    const userAgent = request.headers.get("user-agent");
    try {
      const { secret } = await sessions.open({ emailAddress: email, password, requestSource, former, userAgent });
      const back = await openPath(returnTo, visit);
      return redirectReply(back ?? AFTER_LOGIN, cookie(SESSION_COOKIE, secret, site));
    } catch (error) {
      return refusedLogin(error, input, { email, returnTo });
    }
  },

  logOut: async ({ session }) => {
    await sessions.close(session);
    return redirectReply("/login", { ...CLEARED, ...cookie(SESSION_COOKIE, null, site) });
  },
});

type PageContext = Pick<PageRequest, "language" | "form" | "visit">;

/** The values to show again. */
interface Typed {
  readonly returnTo: string;
  readonly email?: string;
  readonly problems?: readonly FormProblem[];
}

/** Renders the same page with an error. */
async function refusedLogin(error: unknown, request: PageContext, typed: Typed): Promise<PageReply> {
  const { refused, tooMany } = TEXTS[request.language].login;
  if (!(error instanceof DomainError)) throw error;
  if (error.kind === "rate_limited") {
    const seconds = error.retryAfterSeconds ?? 0;
    const problems = [{ message: tooMany(Math.ceil(seconds / 60)), fields: [] }];
    return pageReply(await loginPage(request, { ...typed, problems }), 429, { "Retry-After": String(seconds) });
  }
  if (error.code !== "sign_in_refused") throw error;
  // Either may be wrong.
  const problems = [{ message: refused, fields: ["email", "password"] }];
  return pageReply(await loginPage(request, { ...typed, problems }), 422);
}

async function loginPage(
  { language, form, visit }: PageContext,
  { returnTo, email = "", problems = [] }: Typed,
): Promise<PageContent> {
  const back = await openPath(returnTo, visit);
  const texts = TEXTS[language].login;
  const fields = html`
<input type="hidden" name="return_to" value="${returnTo}">
<label for="email">${texts.email}</label>${problemsAt(problems, "email")}
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}"${problemAttributes(problems, "email")}>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${problemAttributes(problems, "password")}>
<button>${texts.submit}</button>`;
  const formTargets = back === null ? [] : targetsIn(back);
  const main = html`${problemSummary(problems)}${form(fields)}`;
  return { title: texts.title, main, formTargets, hasErrors: problems.length > 0 };
}

/** A trusted application is redirected from /oauth/authorize at once, as part of the response to this form. */
function targetsIn(path: string): readonly string[] {
  const target = new URLSearchParams(path.split("?", 2)[1] ?? "").get("redirect_uri");
  return target === null ? [] : [target];
}
