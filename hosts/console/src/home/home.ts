import type { Html } from "@cartulary/http/pages";
import { isRoleAtLeast } from "@cartulary/kernel";
import { workspaceOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { bar, linkButton } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { Area, PageDefinition, PageView } from "../frame/definitions.ts";
import { moment } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { HOME_TEXTS } from "./texts.ts";

/** `/`: the workspaces of who is signed in, otherwise a welcome. */
const home: PageDefinition = {
  path: "/",
  audience: "anyone",
  operations: [workspaceOperations.listWorkspaces],
  show: async (visit) => (visit.caller === null ? welcome(visit) : workspacesPage(visit)),
};

export const homeArea: Area = { pages: [home], actions: [] };

function welcome({ base, texts, language, signInPath }: Visit): PageView {
  const { welcome: title, what, reference } = HOME_TEXTS[language];
  const signIn = SIGN_IN[language];
  const main = html`<p>${what}</p>
<p><a class="button" href="${base}${signInPath}">${signIn}</a></p>
<p><a href="${base}/docs">${reference}</a></p>`;
  return { title, main, where: texts.sections.documents };
}

const SIGN_IN = { en: "Sign in", fr: "Se connecter" } as const;

async function workspacesPage(visit: Visit): Promise<PageView> {
  const { base, texts, language, caller } = visit;
  const own = HOME_TEXTS[language];
  const query = listQuery(visit, { defaults: { page: "1" } });
  const reply = await visit.call(workspaceOperations.listWorkspaces, { query });
  const mayCreate = caller !== null && isRoleAtLeast(caller.role, "manager");
  const main = html`${bar(mayCreate ? [linkButton(`${base}/workspaces/create`, texts.controls.newWorkspace)] : [])}
${filters(visit, {
  fields: [{ name: "q[label_cont]", label: own.nameContains }],
  sorts: [
    { value: "label", text: own.name },
    { value: "updated_at", text: own.changed },
  ],
})}
${table({
  caption: own.workspaces,
  empty: visit.isFiltered ? texts.nothing : own.noWorkspaces,
  rows: reply.value,
  columns: [
    { head: own.name, cell: ({ id, label }) => html`<a href="${base}/workspaces/${id}">${label}</a>` },
    { head: own.description, cell: ({ description }) => description ?? "" },
    { head: own.type, cell: ({ workspaceTypeName }) => workspaceTypeName ?? "" },
    { head: own.changed, cell: ({ updatedAt }) => moment(language, updatedAt) },
  ],
})}
${pageLinks(visit, pageOfList(reply))}
${morePages(visit)}`;
  return { title: own.workspaces, main, where: texts.sections.documents };
}

function morePages({ base, language }: Visit): Html {
  const { more, moreLabel } = HOME_TEXTS[language];
  const links = ["templates", "compositions", "uploads", "trash"] as const;
  return html`<nav class="bar" aria-label="${moreLabel}"><ul>${links.map(
    (name) => html`<li><a href="${base}/${name}">${more[name]}</a></li>`,
  )}</ul></nav>`;
}
