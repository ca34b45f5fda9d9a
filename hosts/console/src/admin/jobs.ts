import {
  bulkUploadOperations,
  exportOperations,
  jobOperations,
  massCommunicationOperations,
  type ReplyValue,
} from "@cartulary/wire";
import { html } from "hono/html";
import { listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { linkButton } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { ActionDefinition, Html, PageDefinition } from "../frame/definitions.ts";
import { colon, moment, numberText } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { adminAction, adminPage, withAdminLinks } from "./admin-page.ts";
import { QUEUE_TEXTS } from "./queue-texts.ts";
import { ADMIN_TEXTS } from "./texts.ts";

const { getJob, listJobs, retryJob } = jobOperations;
const { listBulkUploads } = bulkUploadOperations;
const { listMassCommunications } = massCommunicationOperations;
const { createDocumentExport, getDocumentExport, listDocumentExports } = exportOperations;

/** What administrators look for first: what needs them, then what will be done. */
const STATUSES = ["failed", "waiting", "running"] as const;

type Status = (typeof STATUSES)[number];
type Overview = ReplyValue<(typeof listJobs)["replies"][200], never>;
type Job = Overview["jobs"][number];

/** Long work that people started, as the page shows it. */
interface StartedWork {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly progress: number;
  readonly failure: string | null;
}

const jobs = adminPage(
  "/admin/jobs",
  [listJobs, listDocumentExports, listBulkUploads, listMassCommunications],
  async (visit) => {
    const { headings, uploads, mailings, exports, jobsNote } = ADMIN_TEXTS[visit.language];
    const jobsWith = async (status: Status) => {
      const { value } = await visit.call(listJobs, { query: `status=${status}` });
      return queueTable(visit, status, value);
    };
    const [queues, bags, sent, written] = await Promise.all([
      Promise.all(STATUSES.map(jobsWith)),
      visit.call(listDocumentExports, { query: workQuery(visit, "exports") }),
      visit.call(listBulkUploads, { query: workQuery(visit, "uploads") }),
      visit.call(listMassCommunications, { query: workQuery(visit, "mailings") }),
    ]);
    const withoutFailure = <Row extends Omit<StartedWork, "failure">>(rows: readonly Row[]): readonly StartedWork[] =>
      rows.map((row) => ({ ...row, failure: null }));
    const main = html`<p>${jobsNote}</p>
<div id="jobs" data-live="5">${queues}
${workTable(visit, exports, bags.value)}${workLinks(visit, "exports", exports, bags)}
${workTable(visit, uploads, withoutFailure(sent.value))}${workLinks(visit, "uploads", uploads, sent)}
${workTable(visit, mailings, withoutFailure(written.value))}${workLinks(visit, "mailings", mailings, written)}</div>`;
    return withAdminLinks(visit, { title: headings.jobs, main, page: "jobs" });
  },
);

/** The lists of long work on the page. */
type WorkList = "exports" | "uploads" | "mailings";

/** Names the list whose page a query asks for; without it all lists have that page. */
const LIST = "list";

/** Returns the query of a list; the list parameters of the page are for all of them or for the one that is named. */
function workQuery(visit: Visit, list: WorkList): string {
  const defaults = { per_page: "25", sort: "created_at", direction: "desc" };
  const named = visit.queried(LIST) ?? list;
  return listQuery(named === list ? visit : { ...visit, query: [] }, { defaults });
}

const workLinks = (visit: Visit, list: WorkList, label: string, reply: { readonly page?: unknown }): Html =>
  pageLinks(visit, pageOfList(reply), { label, more: { [LIST]: list } });

const queueText = ({ language }: Visit, queue: string): Html | string =>
  QUEUE_TEXTS[language][queue] ?? html`<code>${queue}</code>`;

/** Renders the jobs of the host with one status. */
function queueTable(visit: Visit, status: Status, { jobs: rows, jobsTruncated }: Overview): Html {
  const { language, texts, base } = visit;
  const { fields, queues, firstJobs } = ADMIN_TEXTS[language];
  const { caption, empty } = queues[status];
  const { tryAgain } = texts.controls;
  const timeOf = ({ failedAt, dueAt }: Job) => moment(language, status === "failed" ? failedAt : dueAt);
  const attempts = ({ attempts: done, attemptsMax }: Job) =>
    `${numberText(language, done)} / ${numberText(language, attemptsMax)}`;
  return html`<section><h2>${caption}</h2>${table<Job>({
    ...{ caption, empty, rows },
    columns: [
      { head: fields.work, cell: ({ queue }) => queueText(visit, queue) },
      ...(status === "running" ? [] : [{ head: status === "failed" ? fields.failedAt : fields.dueAt, cell: timeOf }]),
      { head: fields.attempts, isNumber: true, cell: attempts },
      {
        head: fields.lastError,
        cell: ({ reason }) => (reason === null ? "–" : html`<code>${reason}</code>`),
      },
      ...(status === "failed"
        ? [
            {
              head: texts.actions,
              cell: ({ id, queue }: Job) =>
                linkButton(
                  `${base}/admin/jobs/${id}/retry`,
                  tryAgain,
                  `${tryAgain}${colon(language)}${QUEUE_TEXTS[language][queue] ?? queue}`,
                ),
            },
          ]
        : []),
    ],
  })}${jobsTruncated ? html`<p>${firstJobs(numberText(language, rows.length))}</p>` : ""}</section>`;
}

function workTable({ language, texts, base }: Visit, caption: string, rows: readonly StartedWork[]): Html {
  const { fields, jobStates, noWork } = ADMIN_TEXTS[language];
  const states: Readonly<Record<string, string>> = jobStates;
  const { tryAgain } = texts.controls;
  return html`<section><h2>${caption}</h2>${table({
    ...{ caption, empty: noWork, rows },
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

/** Gives a failed job one more attempt. */
const retry = adminAction({
  ...{ page: "jobs", path: "{id}/retry", operations: [getJob, retryJob] },
  button: ({ texts }) => texts.controls.tryAgain,
  before: async (visit) => {
    const { value } = await visit.call(getJob, { params: { id: visit.param("id") } });
    return `${QUEUE_TEXTS[visit.language][value.queue] ?? value.queue}. ${ADMIN_TEXTS[visit.language].retryQuestion}`;
  },
  perform: async (visit) => {
    await visit.call(retryJob, { params: { id: visit.param("id") } });
    return { to: "/admin/jobs" };
  },
});

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

export const jobActions: readonly ActionDefinition[] = [retry, retryExport];

export const jobPages: readonly PageDefinition[] = [jobs];
