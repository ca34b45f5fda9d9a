import type { ApplicationGrant, OpenSession } from "@cartulary/auth";
import type { Scope } from "@cartulary/kernel";
import { html } from "hono/html";
import type { Language } from "../transport/language.ts";
import { browserOf } from "./browser-words.ts";
import type { Html } from "./layout.ts";
import type { PageRequest } from "./page-handlers.ts";
import { type Row, wideTable } from "./tables.ts";
import { dayIn, momentIn } from "./times.ts";
import { TEXTS } from "./translations.ts";

type PageContext = Pick<PageRequest, "language" | "form">;

/** Renders the authorized applications, each with a form to revoke it. */
export function grantsTable({ language, form }: PageContext, grants: readonly ApplicationGrant[]): Html {
  const texts = TEXTS[language].tokens;
  if (grants.length === 0) return html`<p>${texts.noApplications}</p>`;
  const rows = grants.map(
    ({ applicationId, name, scopes, since, renewedAt }): Row => [
      name,
      scopeWords(language, scopes),
      dayIn(language, since),
      dayIn(language, renewedAt),
      form(
        html`<input type="hidden" name="revoke_application" value="${applicationId}"><button class="other" aria-label="${texts.revoke(name)}">${texts.revokeThis}</button>`,
      ),
    ],
  );
  return wideTable(texts.applications, [texts.name, texts.scopes, texts.since, texts.renewed, texts.action], rows);
}

/** Renders the user's sessions, each with a form to end it. */
export function sessionsTable({ language, form }: PageContext, sessions: readonly OpenSession[]): Html {
  const texts = TEXTS[language].tokens;
  const rows = sessions.map(
    ({ id, createdAt, authenticatedAt, address, userAgent, current }): Row => [
      html`${browserWords(language, userAgent)}${current ? html` <strong>${texts.thisSession}</strong>` : ""}`,
      address ?? texts.unknownAddress,
      momentIn(language, createdAt),
      momentIn(language, authenticatedAt),
      form(
        html`<input type="hidden" name="end_session" value="${id}"><button class="other">${texts.endSession}</button>`,
      ),
    ],
  );
  const heads = [texts.browser, texts.address, texts.signedIn, texts.proved, texts.action] as const;
  return wideTable(texts.sessions, [...heads], rows);
}

function browserWords(language: Language, userAgent: string | null): string {
  const { unknownBrowser, browserOn } = TEXTS[language].tokens;
  const { browser, system } = browserOf(userAgent);
  if (system === null) return browser ?? unknownBrowser;
  return browserOn(browser ?? unknownBrowser, system);
}

/** Returns short names of scopes for tables. */
export function scopeWords(language: Language, scopes: readonly Scope[]): string {
  return scopes.map((scope) => TEXTS[language].tokens.scopeNames[scope]).join(", ");
}
