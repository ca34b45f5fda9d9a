import {
  type DeviceApproval,
  type DeviceGrant,
  formatUserCode,
  grantableScopes,
  readUserCode,
  type Session,
} from "@cartulary/auth";
import { DomainError } from "@cartulary/kernel";
import { activationOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { html } from "hono/html";
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
import { momentIn } from "./times.ts";
import { TEXTS } from "./translations.ts";

export interface ActivationPageDependencies extends PageDependencies {
  readonly deviceApproval: DeviceApproval;
}

const PATH = activationOperations.showActivation.path;

/** /cli/activation, to be mounted at the root (auth.md 1.7). */
export function activationPages(dependencies: ActivationPageDependencies): Hono {
  return servePages(activationOperations, activationHandlers(dependencies), dependencies);
}

const activationHandlers = ({
  deviceApproval,
  sessions,
}: ActivationPageDependencies): PageHandlers<typeof activationOperations> => {
  const look = async (request: PageContext, typed: string | undefined): Promise<PageReply> => {
    if (typed === undefined || typed.trim() === "") return pageReply(codePage(request));
    try {
      return pageReply(grantPage(request, await found(request, typed)));
    } catch (error) {
      return refusedCode(error, request, typed);
    }
  };

  const found = async ({ session }: PageContext, typed: string): Promise<Found> => ({
    grant: await deviceApproval.find(session, typed),
    userCode: shownCode(typed),
    isFresh: sessions.isFresh(session),
  });

  /** Renders the same form with an error about the password. */
  const repeatedForm = async (request: PageContext, typed: string, { status, problem, headers }: PasswordProblem) => {
    try {
      return pageReply(grantPage(request, await found(request, typed), problem), status, headers);
    } catch (error) {
      return refusedCode(error, request, typed);
    }
  };

  return {
    showActivation: async (request) => look(request, request.query.userCode),

    decideActivation: async (request) => {
      const { userCode = "", scope = "", password = "", decision } = request.body;
      if (decision === undefined) return look(request, userCode);
      let { session } = request;
      try {
        if (decision === "approve" && password !== "") {
          session = await sessions.confirm(session, { password, requestSource: request.requestSource });
        }
      } catch (error) {
        return repeatedForm(request, userCode, passwordProblem(error, request));
      }
      try {
        await deviceApproval.decide(session, { userCode, scope, decision });
      } catch (error) {
        if (!isForbidden(error)) return refusedCode(error, { ...request, session }, userCode);
        return repeatedForm(request, userCode, passwordProblem(error, request));
      }
      // The outcome is read from the grant, not from the URL.
      return redirectReply(`${PATH}?user_code=${shownCode(userCode)}`);
    },
  };
};

/** Formats a valid code as the program displays it. */
const shownCode = (typed: string) => formatUserCode(readUserCode(typed) ?? "");

interface PageContext extends Pick<PageRequest, "language" | "form"> {
  readonly session: Session;
}

/** A waiting program for its page. */
interface Found {
  readonly grant: DeviceGrant;
  readonly userCode: string;
  /** True if the password was entered recently. */
  readonly isFresh: boolean;
}

interface PasswordProblem {
  readonly status: number;
  readonly problem: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const isForbidden = (error: unknown) => error instanceof DomainError && error.kind === "forbidden";

/** Returns the error for a wrong or missing password. */
function passwordProblem(error: unknown, { language }: PageContext): PasswordProblem {
  const { wrongPassword, tooMany } = TEXTS[language].tokens;
  if (!(error instanceof DomainError)) throw error;
  if (error.kind === "forbidden") return { status: 403, problem: TEXTS[language].activation.needsPassword };
  if (error.code === "sign_in_refused") return { status: 422, problem: wrongPassword };
  if (error.kind !== "rate_limited") throw error;
  const seconds = error.retryAfterSeconds ?? 0;
  return { status: 429, problem: tooMany(Math.ceil(seconds / 60)), headers: { "Retry-After": String(seconds) } };
}

/** Renders the code form with an error; rethrows errors that do not concern codes. */
function refusedCode(error: unknown, request: PageContext, typed: string): PageReply {
  const { wrongCode, tooMany, tooManyTokens, wrongScope } = TEXTS[request.language].activation;
  if (!(error instanceof DomainError)) throw error;
  if (error.kind === "rate_limited") {
    const seconds = error.retryAfterSeconds ?? 0;
    const problem = tooMany(Math.ceil(seconds / 60));
    return pageReply(codePage(request, { typed, problem }), 429, { "Retry-After": String(seconds) });
  }
  if (error.kind !== "invalid") throw error;
  const problems = new Map([
    ["user_code_refused", wrongCode],
    ["too_many_tokens", tooManyTokens],
  ]);
  return pageReply(codePage(request, { typed, problem: problems.get(error.code) ?? wrongScope }), 422);
}

interface Typed {
  readonly typed: string;
  readonly problem: string;
}

function codePage({ language, form }: PageContext, typed?: Typed): PageContent {
  const texts = TEXTS[language].activation;
  const problems = typed ? [{ message: typed.problem, fields: ["user_code"] }] : [];
  const fields = html`
<label for="user_code">${texts.code}</label>${problemsAt(problems, "user_code")}
<input id="user_code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" required value="${typed?.typed ?? ""}"${problemAttributes(problems, "user_code")}>
<button>${texts.next}</button>`;
  return { title: texts.title, main: html`${problemSummary(problems)}${form(fields)}`, hasErrors: problems.length > 0 };
}

function grantPage(request: PageContext, found: Found, problem?: string): PageContent {
  const { grant } = found;
  const texts = TEXTS[request.language].activation;
  if (grant.state === "pending") return confirmationPage(request, found, problem);
  const outcome = grant.state === "denied" ? texts.denied : texts.approved;
  return { title: texts.title, main: html`<p role="status">${outcome}</p>` };
}

function confirmationPage(
  { language, form, session }: PageContext,
  { grant, userCode, isFresh }: Found,
  problem?: string,
): PageContent {
  const texts = TEXTS[language].activation;
  const { scopes } = TEXTS[language].consent;
  const choices = grantableScopes(grant.scopes, session.caller.role);
  const problems: readonly FormProblem[] =
    problem === undefined ? [] : [{ message: problem, fields: isFresh ? [] : ["password"] }];
  const fields = html`
<input type="hidden" name="user_code" value="${userCode}">
<dl>
<dt>${texts.code}</dt><dd><code>${userCode}</code></dd>
<dt>${texts.program}</dt><dd>${grant.clientName ?? texts.unnamed}</dd>
<dt>${texts.address}</dt><dd>${grant.address}</dd>
<dt>${texts.time}</dt><dd>${momentIn(language, grant.createdAt)}</dd>
</dl>
<fieldset>
<legend>${texts.mayDo}</legend>
${choices.map((choice, index) => {
  const value = choice.join(" ");
  return html`<label><input type="radio" name="scope" value="${value}"${index === 0 ? html` checked` : ""}> ${scopes[choice.at(-1) ?? "read"]}</label>`;
})}
</fieldset>
<p>${texts.onlyOwn}</p>
${
  isFresh
    ? ""
    : html`<label for="password">${TEXTS[language].tokens.password}</label>${problemsAt(problems, "password")}
<input id="password" name="password" type="password" autocomplete="current-password" required${problemAttributes(problems, "password")}>`
}
<button name="decision" value="approve">${texts.approve}</button>
<button class="other" name="decision" value="deny" formnovalidate>${texts.deny}</button>`;
  return { title: texts.title, main: html`${problemSummary(problems)}${form(fields)}`, hasErrors: problems.length > 0 };
}
