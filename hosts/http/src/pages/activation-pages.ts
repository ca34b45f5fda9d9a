import {
  type DeviceApproval,
  type DeviceGrant,
  grantableScopes,
  readUserCode,
  type Session,
  shownUserCode,
} from "@cartulary/auth";
import { DomainError } from "@cartulary/kernel";
import { activationOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { html } from "hono/html";
import type { PageContent } from "./layout.ts";
import {
  type PageAsked,
  type PageDependencies,
  type PageHandlers,
  type PageReply,
  redirected,
  servePages,
  shown,
} from "./serve-pages.ts";
import { TEXTS } from "./texts.ts";
import { momentIn } from "./times.ts";

/** What the page of the device flow needs. */
export interface ActivationPageDependencies extends PageDependencies {
  readonly deviceApproval: DeviceApproval;
}

const PATH = activationOperations.showActivation.path;

/** /cli/activation, to be mounted at the root (auth.md 1.7). */
export function activationPages(dependencies: ActivationPageDependencies): Hono {
  return servePages(activationOperations, activationHandlers(dependencies.deviceApproval), dependencies);
}

const activationHandlers = (deviceApproval: DeviceApproval): PageHandlers<typeof activationOperations> => {
  const look = async (asked: Asked, typed: string | undefined): Promise<PageReply> => {
    if (typed === undefined || typed.trim() === "") return shown(codePage(asked));
    try {
      return shown(grantPage(asked, await deviceApproval.find(asked.session, typed), shownCode(typed)));
    } catch (error) {
      return refusedCode(error, asked, typed);
    }
  };

  return {
    showActivation: async (asked) => look(asked, asked.query.userCode),

    decideActivation: async (asked) => {
      const { userCode = "", scope = "", decision } = asked.body;
      if (decision === undefined) return look(asked, userCode);
      try {
        await deviceApproval.decide(asked.session, { userCode, scope, decision });
      } catch (error) {
        return refusedCode(error, asked, userCode);
      }
      // What became of it is told by the grant itself, not by the address.
      return redirected(`${PATH}?user_code=${shownCode(userCode)}`);
    },
  };
};

/** A code that was found, as a program shows it. */
const shownCode = (typed: string) => shownUserCode(readUserCode(typed) ?? "");

interface Asked extends Pick<PageAsked, "language" | "form"> {
  readonly session: Session;
}

/** The page that asks for a code, with one sentence more; or, for what is no matter of codes, the page of errors. */
function refusedCode(error: unknown, asked: Asked, typed: string): PageReply {
  const { wrongCode, tooMany, tooManyTokens, wrongScope } = TEXTS[asked.language].activation;
  if (!(error instanceof DomainError)) throw error;
  if (error.kind === "rate_limited") {
    const seconds = error.retryAfterSeconds ?? 0;
    const problem = tooMany(Math.ceil(seconds / 60));
    return shown(codePage(asked, { typed, problem }), 429, { "Retry-After": String(seconds) });
  }
  if (error.kind !== "invalid") throw error;
  const problems = new Map([
    ["user_code_refused", wrongCode],
    ["too_many_tokens", tooManyTokens],
  ]);
  return shown(codePage(asked, { typed, problem: problems.get(error.code) ?? wrongScope }), 422);
}

interface Typed {
  readonly typed: string;
  readonly problem: string;
}

function codePage({ language, form }: Asked, said?: Typed): PageContent {
  const texts = TEXTS[language].activation;
  const described = said ? html` aria-describedby="problem" aria-invalid="true"` : "";
  const fields = html`
${said ? html`<p role="alert" id="problem">${said.problem}</p>` : ""}
<label for="user_code">${texts.code}</label>
<input id="user_code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" required value="${said?.typed ?? ""}"${described}>
<button>${texts.next}</button>`;
  return { title: texts.title, main: form(fields) };
}

function grantPage(asked: Asked, grant: DeviceGrant, userCode: string): PageContent {
  const texts = TEXTS[asked.language].activation;
  if (grant.state === "pending") return confirmationPage(asked, grant, userCode);
  const outcome = grant.state === "denied" ? texts.denied : texts.approved;
  return { title: texts.title, main: html`<p role="status">${outcome}</p>` };
}

function confirmationPage({ language, form, session }: Asked, grant: DeviceGrant, userCode: string): PageContent {
  const texts = TEXTS[language].activation;
  const { scopes } = TEXTS[language].consent;
  const choices = grantableScopes(grant.scopes, session.caller.role);
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
<button name="decision" value="approve">${texts.approve}</button>
<button class="other" name="decision" value="deny">${texts.deny}</button>`;
  return { title: texts.title, main: form(fields) };
}
