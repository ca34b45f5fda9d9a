import {
  type ApplicationGrant,
  type ApplicationGrants,
  type CreatedPersonalToken,
  type OpenSession,
  PERSONAL_TOKEN_DAYS,
  PERSONAL_TOKENS_MAX,
  type PersonalAccessToken,
  type PersonalTokenInput,
  type PersonalTokens,
  type Session,
  TOKEN_NAME_MAX,
} from "@cartulary/auth";
import { DomainError, roleAllows, SCOPES, type Scope } from "@cartulary/kernel";
import { type OutputOf, tokenPageOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { html } from "hono/html";
import { grantsTable, scopeWords, sessionsTable } from "./access-tables.ts";
import { type FormProblem, problemAttributes, problemSummary, problemsAt } from "./form-problems.ts";
import type { Html, PageContent } from "./layout.ts";
import {
  type PageDependencies,
  type PageHandlers,
  type PageRequest,
  pageReply,
  redirectReply,
} from "./page-handlers.ts";
import { servePages } from "./serve-pages.ts";
import { type Row, wideTable } from "./tables.ts";
import { dayIn } from "./times.ts";
import { TEXTS } from "./translations.ts";

export interface TokenPageDependencies extends PageDependencies {
  readonly personalTokens: PersonalTokens;
  readonly applicationGrants: ApplicationGrants;
}

const PATH = tokenPageOperations.showTokens.path;

/** /settings/tokens, to be mounted at the root (auth.md 1.8). */
export function tokenPages(dependencies: TokenPageDependencies): Hono {
  return servePages(tokenPageOperations, tokenHandlers(dependencies), dependencies);
}

type Form = OutputOf<typeof tokenPageOperations.changeTokens, "body">;

const tokenHandlers = ({
  personalTokens,
  applicationGrants,
  sessions,
}: TokenPageDependencies): PageHandlers<typeof tokenPageOperations> => {
  const page = async (request: PageContext, notices: Notices = {}): Promise<PageContent> => {
    const { session } = request;
    const { items } = await personalTokens.list(session.caller, EVERYTHING);
    const access = {
      items,
      grants: await applicationGrants.list(session.caller, undefined),
      open: await sessions.list(session),
    };
    return tokensPage(request, access, { ...notices, isFresh: sessions.isFresh(session) });
  };

  /** Revokes what the form names; false if it names nothing. */
  const ended = async ({ session, body }: PageContext & Posted): Promise<boolean> => {
    const { revoke, revokeApplication, endSession } = body;
    if (revoke !== undefined) await personalTokens.revoke(session.caller, revoke);
    else if (revokeApplication !== undefined) await applicationGrants.end(session.caller, revokeApplication);
    else if (endSession !== undefined) await sessions.end(session, endSession);
    else return false;
    return true;
  };

  return {
    showTokens: async (request) => pageReply(await page(request)),

    changeTokens: async (request) => {
      const { body } = request;
      if (await ended(request)) return redirectReply(PATH);
      try {
        const fresh = await proved(request);
        const made = await personalTokens.create(fresh, inputOf(body));
        return pageReply(await page({ ...request, session: fresh }, { made }));
      } catch (error) {
        const { status, headers = {}, problems } = refusalOf(error, request);
        return pageReply(await page(request, { problems, typed: body }), status, headers);
      }
    },
  };

  /** Confirms the session with the password, if there is one. */
  async function proved({ session, body: { password = "" }, requestSource }: PageContext & Posted): Promise<Session> {
    return password === "" ? session : sessions.confirm(session, { password, requestSource });
  }
};

interface PageContext extends Pick<PageRequest, "language" | "form"> {
  readonly session: Session;
}

interface Posted extends Pick<PageRequest, "requestSource"> {
  readonly body: Form;
}

/** All tokens of a user fit on one page. */
const EVERYTHING = {
  page: 1,
  perPage: PERSONAL_TOKENS_MAX,
  sort: "createdAt",
  direction: "desc",
  conditions: [],
} as const;

/** Accepts separate check boxes or one line; an unknown scope makes the list empty, which is rejected, as are no days. */
function inputOf({ name = "", scopes, days: typedDays = String(PERSONAL_TOKEN_DAYS.usual) }: Form): PersonalTokenInput {
  const days = WHOLE_NUMBER.test(typedDays) ? Number(typedDays) : 0;
  if (!scopes) return { name, days };
  const named = scopes.flatMap((each) => each.split(" ")).filter((each) => each !== "");
  return { name, days, scopes: named.every(isScope) ? named : [] };
}

const WHOLE_NUMBER = /^\d{1,9}$/;

const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);

interface Refusal {
  readonly status: number;
  readonly problems: readonly FormProblem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the error messages for the page. */
function refusalOf(error: unknown, { language }: PageContext): Refusal {
  const texts = TEXTS[language].tokens;
  if (!(error instanceof DomainError)) throw error;
  const { kind, code, details, retryAfterSeconds } = error;
  const at = (message: string, ...fields: readonly string[]): FormProblem => ({ message, fields });
  if (kind === "rate_limited") {
    const seconds = retryAfterSeconds ?? 0;
    const headers = { "Retry-After": String(seconds) };
    return { status: 429, problems: [at(texts.tooMany(Math.ceil(seconds / 60)))], headers };
  }
  if (kind === "forbidden") return { status: 403, problems: [at(texts.needsPassword, "password")] };
  if (code === "sign_in_refused") return { status: 422, problems: [at(texts.wrongPassword, "password")] };
  if (code === "too_many_tokens") return { status: 422, problems: [at(texts.tooManyTokens)] };
  if (kind !== "invalid") throw error;
  const fields = new Set(Array.isArray(details) ? details.map(({ field }) => field) : []);
  const problems = [at(texts.wrongName, "name"), at(texts.wrongScopes, "scopes"), at(texts.wrongDays, "days")];
  return { status: 422, problems: problems.filter((problem) => problem.fields.some((field) => fields.has(field))) };
}

interface Notices {
  readonly made?: CreatedPersonalToken;
  readonly problems?: readonly FormProblem[];
  readonly typed?: Form;
}

/** The tokens, applications and sessions of a user. */
interface Access {
  readonly items: readonly PersonalAccessToken[];
  readonly grants: readonly ApplicationGrant[];
  readonly open: readonly OpenSession[];
}

function tokensPage(
  { language, form, session }: PageContext,
  { items, grants, open }: Access,
  { made, problems = [], typed = {}, isFresh }: Notices & { readonly isFresh: boolean },
): PageContent {
  const texts = TEXTS[language].tokens;
  const { scopes: meaning } = TEXTS[language].consent;
  const chosen = typed.scopes ?? ["read"];
  const offered = SCOPES.filter((scope) => roleAllows(session.caller.role, [scope]));
  const fields = html`
<label for="name">${texts.name}</label>${problemsAt(problems, "name")}
<input id="name" name="name" required maxlength="${TOKEN_NAME_MAX}" autocomplete="off" value="${typed.name ?? ""}"${problemAttributes(problems, "name")}>
<fieldset id="scopes"${problemAttributes(problems, "scopes")}>
<legend>${texts.scopes}</legend>${problemsAt(problems, "scopes")}
${offered.map(
  (scope) =>
    html`<label><input type="checkbox" name="scopes" value="${scope}"${chosen.includes(scope) ? html` checked` : ""}> ${meaning[scope]}</label>`,
)}
</fieldset>
<label for="days">${texts.days}</label>${problemsAt(problems, "days")}
<input id="days" name="days" type="number" min="${PERSONAL_TOKEN_DAYS.min}" max="${PERSONAL_TOKEN_DAYS.max}" required value="${typed.days ?? PERSONAL_TOKEN_DAYS.usual}"${problemAttributes(problems, "days")}>
${
  isFresh
    ? ""
    : html`<label for="password">${texts.password}</label>${problemsAt(problems, "password")}
<input id="password" name="password" type="password" autocomplete="current-password" required${problemAttributes(problems, "password")}>`
}
<button>${texts.create}</button>`;
  const main = html`
${made ? html`<section role="status" aria-labelledby="made"><h2 id="made">${texts.made}</h2><p>${texts.shownOnce}</p><p><code>${made.token}</code></p></section>` : ""}
<h2>${texts.existing}</h2>
${items.length === 0 ? html`<p>${texts.none}</p>` : table({ language, form }, items)}
<h2>${texts.applications}</h2>
${grantsTable({ language, form }, grants)}
<h2>${texts.sessions}</h2>
${sessionsTable({ language, form }, open)}
<h2>${texts.another}</h2>
${problemSummary(problems)}${form(fields)}`;
  return { title: texts.title, main, hasErrors: problems.length > 0 };
}

function table(
  { language, form }: Pick<PageContext, "language" | "form">,
  items: readonly PersonalAccessToken[],
): Html {
  const texts = TEXTS[language].tokens;
  const rows = items.map(
    ({ id, name, scopes, expiresAt, lastUsedAt }): Row => [
      name,
      scopeWords(language, scopes),
      dayIn(language, expiresAt),
      lastUsedAt === null ? texts.never : dayIn(language, lastUsedAt),
      form(
        html`<input type="hidden" name="revoke" value="${id}"><button class="other" aria-label="${texts.revoke(name)}">${texts.revokeThis}</button>`,
      ),
    ],
  );
  return wideTable(texts.existing, [texts.name, texts.scopes, texts.expires, texts.lastUsed, texts.action], rows);
}
