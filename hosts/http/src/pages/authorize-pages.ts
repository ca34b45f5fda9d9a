import type { AccountUsers, Authorization, AuthorizationRequest, Checked, Parameters } from "@cartulary/auth";
import type { Role } from "@cartulary/kernel";
import { AuthorizeQuery, authorizeOperations, type OutputOf, wireShape, writeShape } from "@cartulary/wire";
import type { Hono } from "hono";
import { html } from "hono/html";
import { queryOf } from "../transport/query.ts";
import type { PageContent } from "./layout.ts";
import { judgedFirst, type PageHandlers, type PageRequest, redirected, shown } from "./page-handlers.ts";
import { type PageDependencies, servePages } from "./serve-pages.ts";
import { TEXTS } from "./texts.ts";

/** What the page of consent needs. */
export interface AuthorizePageDependencies extends PageDependencies {
  readonly authorization: Authorization;
  readonly users: AccountUsers;
}

/** /oauth/authorize, to be mounted at the root (auth.md 1.1). */
export function authorizePages(dependencies: AuthorizePageDependencies): Hono {
  const { showConsent, decideConsent } = authorizeOperations;
  // The kit would refuse a parameter that came twice with a page of ours, but the application is to be told.
  const { query, ...unread } = showConsent;
  return servePages({ showConsent: unread, decideConsent }, authorizeHandlers(dependencies), dependencies);
}

type Handlers = PageHandlers<{
  readonly showConsent: Omit<typeof authorizeOperations.showConsent, "query">;
  readonly decideConsent: typeof authorizeOperations.decideConsent;
}>;

const authorizeHandlers = ({ authorization, users }: AuthorizePageDependencies): Handlers => {
  const check = async (parameters: Parameters, role: Role | null) =>
    soundOr(await authorization.check(parameters, role));

  return {
    showConsent: judgedFirst(
      async ({ request }) => {
        const checked = await check(queryOf(request.url), null);
        return "location" in checked ? redirected(checked.location) : undefined;
      },
      async (input) => {
        const { session, request } = input;
        const checked = await check(queryOf(request.url), session.caller.role);
        if ("location" in checked) return redirected(checked.location);
        // HEAD only looks, and what looks must not leave a code behind.
        if (checked.application.trusted && request.method !== "HEAD") {
          return redirected(await authorization.approve(session.caller, checked));
        }
        const { emailAddress } = await users.me(session.caller);
        return shown(consentPage(input, checked, { emailAddress, parameters: queryOf(request.url) }));
      },
    ),

    decideConsent: async ({ session, request, body: { csrf, decision, ...form } }) => {
      const inQuery = queryOf(request.url);
      const checked = await check(isAsking(inQuery) ? inQuery : parametersIn(form), session.caller.role);
      if ("location" in checked) return redirected(checked.location);
      return redirected(await authorization[decision === "approve" ? "approve" : "deny"](session.caller, checked));
    },
  };
};

/** What is asked, or where to say why it is not. Throws what only the person may be told. */
function soundOr(checked: Checked): AuthorizationRequest | { readonly location: string } {
  if (checked.outcome === "shown") throw checked.error;
  return checked.outcome === "returned" ? { location: checked.location } : checked.request;
}

const isAsking = (parameters: Parameters): boolean => parameters.some(([name]) => name === "client_id");

type Form = OutputOf<typeof authorizeOperations.showConsent, "query">;

const NAMES: readonly string[] = Object.keys(wireShape(AuthorizeQuery));

const parametersIn = (form: Form): Parameters =>
  Object.entries(writeShape(AuthorizeQuery, form) as Readonly<Record<string, string>>);

interface Consent {
  readonly emailAddress: string;
  /** The request as it came, to be asked again with the decision. */
  readonly parameters: Parameters;
}

function consentPage(
  { language, form }: Pick<PageRequest, "language" | "form">,
  { application, scopes, redirectUri }: AuthorizationRequest,
  { emailAddress, parameters }: Consent,
): PageContent {
  const texts = TEXTS[language].consent;
  // Only what a request is made of: another name could be one of the form's own.
  const known = parameters.filter(([name]) => NAMES.includes(name));
  const fields = html`
${known.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p>${texts.asks(application.name)}</p>
<ul>
${scopes.map((scope) => html`<li>${texts.scopes[scope]}</li>`)}
</ul>
<p>${texts.signedInAs} <strong>${emailAddress}</strong></p>
<p>${texts.goesTo} <code>${redirectUri.replace(/\?.*$/s, "")}</code></p>
<button name="decision" value="approve">${texts.approve}</button>
<button class="other" name="decision" value="deny">${texts.deny}</button>`;
  return { title: texts.title(application.name), main: form(fields), formTargets: [redirectUri] };
}
