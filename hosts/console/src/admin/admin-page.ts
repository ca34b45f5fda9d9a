import type { Operation } from "@cartulary/wire";
import { html } from "hono/html";
import { type Field, form } from "../components/form.ts";
import type { FieldTexts } from "../components/operation-form.ts";
import type { ActionDefinition, Html, PageDefinition, PageResult, PageView } from "../frame/definitions.ts";
import type { Typed } from "../frame/form-input.ts";
import type { Visit } from "../frame/visit.ts";
import { ADMIN_TEXTS, type AdminTexts } from "./texts.ts";

/** A page of administration by the name of its heading, which is its path, too. */
export type AdminHeading = keyof AdminTexts["headings"];

const HEADINGS = ["users", "groups", "agencies", "applications", "connectors", "audit", "jobs", "health"] as const;

/** Declares a page for administrators. */
export function adminPage(
  path: string,
  operations: readonly Operation[],
  show: (visit: Visit) => Promise<PageResult>,
): PageDefinition {
  return { path, audience: "administrator", operations, show };
}

/** Renders a page of administration below links to its other pages. */
export function withAdminLinks(visit: Visit, { title, main, page }: AdminContent): PageView {
  const { headings } = ADMIN_TEXTS[visit.language];
  const { administration } = visit.texts.sections;
  const links = HEADINGS.map(
    (name) =>
      html`<li><a href="${visit.base}/admin/${name}"${visit.path === `/admin/${name}` ? html` aria-current="page"` : ""}>${headings[name]}</a></li>`,
  );
  const isBelow = visit.path !== `/admin/${page}`;
  return {
    title,
    main,
    sections: html`<nav class="sections" aria-label="${administration}"><ul>${links}</ul></nav>`,
    where: administration,
    ...(isBelow && { trail: [{ path: `/admin/${page}`, text: headings[page] }] }),
  };
}

interface AdminContent {
  readonly title: string;
  readonly main: Html;
  /** The page that it is, or is below. */
  readonly page: AdminHeading;
}

/** An action of administration: a form or a question on a page of its own. */
interface AdminAction {
  readonly page: AdminHeading;
  /** Its path below that page. */
  readonly path: string;
  readonly operations: readonly Operation[];
  readonly button: (visit: Visit) => string;
  readonly before?: (visit: Visit) => Promise<string> | string;
  readonly fields?: (visit: Visit) => Promise<readonly Field[]> | readonly Field[];
  readonly isDangerous?: boolean;
  /** Calls the operation and returns where to go, or what to show once. */
  readonly perform: (visit: Visit, typed: Typed) => Promise<PageResult>;
}

/** Declares an action for administrators. */
export function adminAction({
  page,
  path,
  operations,
  button,
  before,
  fields,
  isDangerous,
  perform,
}: AdminAction): ActionDefinition {
  return {
    ...{ path: `/admin/${page}/${path}`, audience: "administrator", operations, perform },
    form: async (visit, typed) => {
      const text = button(visit);
      const question = await before?.(visit);
      const main = form(visit, typed, {
        ...{ button: text, cancel: `/admin/${page}`, fields: (await fields?.(visit)) ?? [] },
        ...(question !== undefined && { before: html`<p>${question}</p>` }),
        ...(isDangerous !== undefined && { isDangerous }),
      });
      return withAdminLinks(visit, { title: `${text} – ${ADMIN_TEXTS[visit.language].headings[page]}`, main, page });
    },
  };
}

/** Returns the names of fields and choices for forms made from operations. */
export function adminFieldTexts({ language }: Visit): FieldTexts {
  const { fields, roles, areas } = ADMIN_TEXTS[language];
  const names: Readonly<Record<string, string>> = fields;
  const choices: Readonly<Record<string, string>> = { ...roles, ...areas };
  return { label: (name) => names[name] ?? name, choice: (value) => choices[value] ?? value };
}

/** Renders secrets that are shown once, each with a button that copies it. */
export function secretsPage(
  visit: Visit,
  page: AdminHeading,
  secrets: readonly (readonly [string, string])[],
): PageView {
  const { shownOnce, copied, headings } = ADMIN_TEXTS[visit.language];
  const lines = secrets.map(
    ([name, value], index) =>
      html`<dt>${name}</dt><dd><code>${value}</code> <button class="other" type="button" hidden data-copy="${value}" data-copied="${copied}" aria-describedby="copied-${index}">${visit.texts.controls.copy} ${name}</button> <span id="copied-${index}" role="status"></span></dd>`,
  );
  const main = html`<div class="notice warn">${shownOnce}</div><dl class="facts">${lines}</dl>
<p><a href="${visit.base}/admin/${page}">${headings[page]}</a></p>`;
  return { ...withAdminLinks(visit, { title: headings[page], main, page }), headers: { "Cache-Control": "no-store" } };
}
