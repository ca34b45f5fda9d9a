import type {
  AccountUsers,
  Authorization,
  AuthorizationCheck,
  AuthorizationRequest,
  Parameters,
} from "@cartulary/auth";
import type { Role } from "@cartulary/kernel";
import { AuthorizeQuery, authorizeOperations, type OutputOf, wireShape, writeShape } from "@cartulary/wire";
import type { Hono } from "hono";
import { html } from "hono/html";
import { queryOf } from "../transport/query.ts";
import type { PageContent } from "./layout.ts";
import {
  type PageDependencies,
  type PageHandlers,
  type PageRequest,
  pageReply,
  redirectReply,
  validateBeforeSession,
} from "./page-handlers.ts";
import { servePages } from "./serve-pages.ts";
import { TEXTS } from "./translations.ts";

export interface AuthorizePageDependencies extends PageDependencies {
  readonly authorization: Authorization;
  readonly users: AccountUsers;
}

/** /oauth/authorize, to be mounted at the root (auth.md 1.1). */
export function authorizePages(dependencies: AuthorizePageDependencies): Hono {
  return servePages(authorizeOperations, authorizeHandlers(dependencies), dependencies, {
    // Otherwise a repeated parameter would show our error page; the application must receive the error.
    readsOwnQuery: true,
  });
}

const authorizeHandlers = ({
  authorization,
  users,
}: AuthorizePageDependencies): PageHandlers<typeof authorizeOperations> => {
  const check = async (parameters: Parameters, role: Role | null) =>
    validOrRedirect(await authorization.check(parameters, role));

  return {
    showConsent: validateBeforeSession(
      async ({ request }) => {
        const checked = await check(queryOf(request.url), null);
        return "location" in checked ? redirectReply(checked.location) : undefined;
      },
      async (input) => {
        const { session, request } = input;
        const checked = await check(queryOf(request.url), session.caller.role);
        if ("location" in checked) return redirectReply(checked.location);
        // HEAD must not create a code.
        if (checked.application.trusted && request.method !== "HEAD") {
          return redirectReply(await authorization.approve(session.caller, checked));
        }
        const { emailAddress } = await users.me(session.caller);
        return pageReply(consentPage(input, checked, { emailAddress, parameters: queryOf(request.url) }));
      },
    ),

    decideConsent: async ({ session, request, body: { csrf, decision, ...form } }) => {
      const inQuery = queryOf(request.url);
      const checked = await check(isAsking(inQuery) ? inQuery : parametersIn(form), session.caller.role);
      if ("location" in checked) return redirectReply(checked.location);
      return redirectReply(await authorization[decision === "approve" ? "approve" : "deny"](session.caller, checked));
    },
  };
};

/** Returns a valid request or the redirect with its error. Throws errors that only the user may see. */
function validOrRedirect(checked: AuthorizationCheck): AuthorizationRequest | { readonly location: string } {
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
  /** The parameters of the request, repeated with the decision. */
  readonly parameters: Parameters;
}

function consentPage(
  { language, form }: Pick<PageRequest, "language" | "form">,
  { application, scopes, redirectUri }: AuthorizationRequest,
  { emailAddress, parameters }: Consent,
): PageContent {
  const texts = TEXTS[language].consent;
  // Only known parameters, because others could override fields of the form.
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
