import type { ReplyOf } from "@cartulary/http/pages";
import { bulkUploadOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { listQuery, pageLinks, pageOfList } from "../components/list.ts";
import { table } from "../components/table.ts";
import type { PageDefinition } from "../frame/definitions.ts";
import { moment, numberText } from "../frame/formats.ts";
import { homeLink } from "./resources.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";
import { UNFINISHED_OPERATIONS, unfinishedUploads } from "./unfinished-uploads.ts";

type BulkUpload = ReplyOf<typeof bulkUploadOperations.listBulkUploads>["value"][number];

/** `/uploads`: files that have not arrived yet, uploads of several files, and how far they are. */
export const uploadsPage: PageDefinition = {
  path: "/uploads",
  operations: [bulkUploadOperations.listBulkUploads, ...UNFINISHED_OPERATIONS],
  async show(visit) {
    const { base, language, texts } = visit;
    const { uploads } = DOCUMENT_TEXTS[language];
    const reply = await visit.call(bulkUploadOperations.listBulkUploads, { query: listQuery(visit) });
    const isRunning = reply.value.some(({ status }) => status === "pending" || status === "in_progress");
    const main = html`${await unfinishedUploads(visit)}
<div id="uploads" aria-live="polite"${isRunning ? html` data-live="3"` : ""}>${table<BulkUpload>({
      caption: uploads.together,
      empty: uploads.none,
      rows: reply.value,
      columns: [
        { head: uploads.source, cell: ({ source }) => source },
        { head: uploads.status, cell: ({ status }) => uploads.statuses[status] ?? status },
        {
          head: uploads.progress,
          cell: ({ progress }) =>
            html`<progress max="100" value="${progress}" aria-label="${uploads.progress}"></progress> ${numberText(language, progress)} %`,
        },
        {
          ...{ head: uploads.files, isNumber: true },
          cell: ({ receivedFiles, totalFiles }) =>
            `${numberText(language, receivedFiles)} / ${numberText(language, totalFiles)}`,
        },
        { head: uploads.started, cell: ({ createdAt }) => moment(language, createdAt) },
        {
          head: uploads.merged,
          cell: ({ mergedDocumentId, mergedFileName }) =>
            mergedDocumentId === null
              ? (mergedFileName ?? "")
              : html`<a href="${base}/documents/${mergedDocumentId}">${mergedFileName ?? mergedDocumentId}</a>`,
        },
      ],
    })}</div>
${pageLinks(visit, pageOfList(reply))}`;
    return { title: uploads.title, main, trail: [homeLink(visit)], where: texts.sections.documents };
  },
};
