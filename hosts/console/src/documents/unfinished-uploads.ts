import { type Html, type ReplyOf, sizeOf } from "@cartulary/http/pages";
import { chunkedUploadOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { form } from "../components/form.ts";
import { linkButton } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { ActionDefinition } from "../frame/definitions.ts";
import { colon, moment, numberText } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { homeLink } from "./resources.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";

const { listChunkedUploads, getChunkedUpload, cancelChunkedUpload } = chunkedUploadOperations;

type UnfinishedUpload = ReplyOf<typeof listChunkedUploads>["value"][number];

/** The operation of {@link unfinishedUploads}. */
export const UNFINISHED_OPERATIONS = [listChunkedUploads] as const;

/** Renders the person's own uploads in chunks that are not finished: all of them, since there are at most a hundred. */
export async function unfinishedUploads(visit: Visit): Promise<Html> {
  const { base, language, texts } = visit;
  const { uploads } = DOCUMENT_TEXTS[language];
  const { cancel } = texts.controls;
  const { value } = await visit.call(listChunkedUploads, { query: "per_page=100" });
  const isRunning = value.some(({ status }) => status === "processing");
  return html`<div id="unfinished" aria-live="polite"${isRunning ? html` data-live="3"` : ""}>${table<UnfinishedUpload>(
    {
      caption: uploads.unfinished,
      empty: uploads.noUnfinished,
      rows: value,
      columns: [
        { head: uploads.file, cell: ({ filename }) => filename },
        {
          head: uploads.progress,
          cell: ({ filename, progress }) =>
            html`<progress max="100" value="${progress}" aria-label="${uploads.progress}${colon(language)}${filename}"></progress> ${numberText(language, progress)} %`,
        },
        { head: uploads.received, cell: (upload) => receivedText(visit, upload) },
        { head: uploads.expires, cell: ({ expiresAt }) => moment(language, expiresAt) },
        {
          head: texts.actions,
          cell: ({ uploadId, filename }) =>
            linkButton(`${base}/uploads/${uploadId}/cancel`, cancel, `${cancel}${colon(language)}${filename}`),
        },
      ],
    },
  )}</div>`;
}

const receivedText = ({ language }: Visit, { uploadedBytes, fileSize }: UnfinishedUpload): string =>
  DOCUMENT_TEXTS[language].uploads.receivedOf(sizeOf(uploadedBytes, language), sizeOf(fileSize, language));

/** Cancels an upload, after a question that says what has arrived. */
const cancelUpload: ActionDefinition = {
  path: "/uploads/{id}/cancel",
  operations: [getChunkedUpload, cancelChunkedUpload],
  async form(visit, typed) {
    const { uploads } = DOCUMENT_TEXTS[visit.language];
    const { value } = await visit.call(getChunkedUpload, { params: { id: visit.param("id") } });
    const question = uploads.cancelQuestion(value.data.filename);
    const main = form(visit, typed, {
      before: html`<div class="passage"><p>${question}</p><p>${receivedText(visit, value.data)}</p></div>`,
      ...{ button: uploads.cancelUpload, isDangerous: true },
    });
    const trail = [homeLink(visit), { path: "/uploads", text: uploads.title }];
    return { title: uploads.cancelUpload, main, trail, where: visit.texts.sections.documents };
  },
  async perform(visit) {
    await visit.call(cancelChunkedUpload, { params: { id: visit.param("id") } });
    return { to: "/uploads" };
  },
};

export const unfinishedUploadActions: readonly ActionDefinition[] = [cancelUpload];
