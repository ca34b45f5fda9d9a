import type { ApplicationGrant, OpenSession } from "@cartulary/auth";
import { html } from "hono/html";
import type { Html } from "./layout.ts";
import type { PageRequest } from "./page-handlers.ts";
import { wideTable } from "./tables.ts";
import { TEXTS } from "./texts.ts";
import { dayIn, momentIn } from "./times.ts";

type PageContext = Pick<PageRequest, "language" | "form">;

/** The applications that act in somebody's name, each with a form that keeps it out. */
export function grantsTable({ language, form }: PageContext, grants: readonly ApplicationGrant[]): Html {
  const texts = TEXTS[language].tokens;
  if (grants.length === 0) return html`<p>${texts.noApplications}</p>`;
  const rows = grants.map(
    ({ applicationId, name, scopes, since, renewedAt }) => html`
<th scope="row">${name}</th>
<td>${scopes.join(" ")}</td>
<td>${dayIn(language, since)}</td>
<td>${dayIn(language, renewedAt)}</td>
<td>${form(html`<input type="hidden" name="revoke_application" value="${applicationId}"><button class="other" aria-label="${texts.revoke(name)}">${texts.revokeThis}</button>`)}</td>`,
  );
  return wideTable(texts.applications, [texts.name, texts.scopes, texts.since, texts.renewed, texts.action], rows);
}

/** Where somebody is signed in, each with a form that signs out there. */
export function sessionsTable({ language, form }: PageContext, sessions: readonly OpenSession[]): Html {
  const texts = TEXTS[language].tokens;
  const rows = sessions.map(
    ({ id, createdAt, authenticatedAt, current }) => html`
<th scope="row">${momentIn(language, createdAt)}${current ? html` <strong>${texts.thisSession}</strong>` : ""}</th>
<td>${momentIn(language, authenticatedAt)}</td>
<td>${form(html`<input type="hidden" name="end_session" value="${id}"><button class="other">${texts.endSession}</button>`)}</td>`,
  );
  return wideTable(texts.sessions, [texts.signedIn, texts.proved, texts.action], rows);
}
