import {
  auditOperations,
  bulkUploadOperations,
  exportOperations,
  hostOperations,
  massCommunicationOperations,
} from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import { filters, listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { linkButton } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { ActionDefinition, Html, PageDefinition } from "../frame/definitions.ts";
import { colon, moment, numberText } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { adminAction, adminPage, withAdminLinks } from "./admin-page.ts";
import { ADMIN_TEXTS } from "./texts.ts";

const { listAuditEvents } = auditOperations;
const { listBulkUploads } = bulkUploadOperations;
const { listMassCommunications } = massCommunicationOperations;
const { createDocumentExport, getDocumentExport, listDocumentExports } = exportOperations;
const { getReadiness } = hostOperations;

const audit = adminPage("/admin/audit", [listAuditEvents], async (visit) => {
  const { language, texts } = visit;
  const { headings, fields } = ADMIN_TEXTS[language];
  const reply = await visit.call(listAuditEvents, { query: listQuery(visit, { defaults: { page: "1" } }) });
  const main = html`${filters(visit, {
    fields: [
      { name: "q[action_cont]", label: fields.action },
      { name: "q[actor_id_eq]", label: fields.actor },
      { name: "q[resource_type_eq]", label: fields.resourceType },
      { name: "q[resource_id_eq]", label: fields.resourceId },
      { name: "q[at_gteq]", label: fields.from, kind: "date" },
      { name: "q[at_lteq]", label: fields.to, kind: "date" },
    ],
  })}
${table({
  ...{ caption: headings.audit, empty: texts.nothing, rows: reply.value },
  columns: [
    { head: fields.at, cell: ({ at }) => moment(language, at) },
    { head: fields.action, cell: ({ action }) => action },
    { head: fields.actor, cell: ({ actorId }) => actorId ?? "–" },
    {
      head: fields.resourceType,
      cell: ({ resourceType, resourceId }) => `${resourceType ?? "–"} ${resourceId ?? ""}`,
    },
    { head: fields.address, cell: ({ address }) => address ?? "–" },
    { head: fields.requestId, cell: ({ requestId }) => requestId ?? "–" },
    { head: fields.detail, cell: ({ detail }) => html`<code>${JSON.stringify(detail)}</code>` },
  ],
})}
${pageLinks(visit, pageOfList(reply))}`;
  return withAdminLinks(visit, { title: headings.audit, main, page: "audit" });
});

/** A job as the page shows it. */
interface Job {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly progress: number;
  readonly failure: string | null;
}

/** No operation lists the host's own queues; these are the jobs that operations answer, exports those of everybody. */
const jobs = adminPage("/admin/jobs", [listDocumentExports, listBulkUploads, listMassCommunications], async (visit) => {
  const { headings, uploads, mailings, exports, jobsNote } = ADMIN_TEXTS[visit.language];
  const query = "per_page=25&sort=created_at&direction=desc";
  const [{ value: bags }, { value: sent }, { value: written }] = await Promise.all([
    visit.call(listDocumentExports, { query }),
    visit.call(listBulkUploads, { query }),
    visit.call(listMassCommunications, { query }),
  ]);
  const withoutFailure = <Row extends Omit<Job, "failure">>(rows: readonly Row[]): readonly Job[] =>
    rows.map((row) => ({ ...row, failure: null }));
  const main = html`<p>${jobsNote}</p>
<div id="jobs" data-live="5">${jobTable(visit, exports, bags)}${jobTable(visit, uploads, withoutFailure(sent))}${jobTable(visit, mailings, withoutFailure(written))}</div>`;
  return withAdminLinks(visit, { title: headings.jobs, main, page: "jobs" });
});

function jobTable({ language, texts, base }: Visit, caption: string, rows: readonly Job[]): Html {
  const { fields, jobStates } = ADMIN_TEXTS[language];
  const states: Readonly<Record<string, string>> = jobStates;
  const { tryAgain } = texts.controls;
  return html`<section><h2>${caption}</h2>${table({
    ...{ caption, empty: texts.nothing, rows },
    columns: [
      { head: fields.createdAt, cell: ({ createdAt }) => moment(language, createdAt) },
      { head: fields.status, cell: ({ status }) => states[status] ?? status },
      { head: fields.progress, isNumber: true, cell: ({ progress }) => `${numberText(language, progress)} %` },
      {
        head: texts.actions,
        cell: ({ id, failure }) =>
          failure === null
            ? "–"
            : html`${failure} ${linkButton(`${base}/admin/jobs/exports/${id}/create`, tryAgain, `${tryAgain}${colon(language)}${failure}`)}`,
      },
    ],
  })}</section>`;
}

const exportOf = async (visit: Visit) =>
  (await visit.call(getDocumentExport, { params: { id: visit.param("id") } })).value;

/** Starts an export that failed again. */
const retryExport = adminAction({
  ...{ page: "jobs", path: "exports/{id}/create", operations: [getDocumentExport, createDocumentExport] },
  button: ({ texts }) => texts.controls.tryAgain,
  before: async (visit) => (await exportOf(visit)).failure ?? "",
  perform: async (visit) => {
    const { workspaceId, folderId, versions, public: isPublic, date } = await exportOf(visit);
    const body = { workspace_id: workspaceId, folder_id: folderId, versions, public: isPublic, date };
    await visit.call(createDocumentExport, { body });
    return { to: "/admin/jobs" };
  },
});

const health = adminPage("/admin/health", [getReadiness], async (visit) => {
  const { headings, health: words } = ADMIN_TEXTS[visit.language];
  const { value } = await visit.call(getReadiness);
  const main = facts([
    [words.database, words[value.checks.database]],
    [words.blobs, words[value.checks.blobs]],
  ]);
  return withAdminLinks(visit, { title: headings.health, main, page: "health" });
});

export const operationActions: readonly ActionDefinition[] = [retryExport];

export const operationPages: readonly PageDefinition[] = [audit, jobs, health];
