import { type Html, type ReplyOf, sizeOf } from "@cartulary/http/pages";
import { chunkedUploadOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { form } from "../components/form.ts";
import { linkButton } from "../components/notice.ts";
import { table } from "../components/table.ts";
import type { ActionDefinition, PageDefinition } from "../frame/definitions.ts";
import { UNTYPED } from "../frame/form-input.ts";
import { colon, moment, numberText } from "../frame/formats.ts";
import type { Visit } from "../frame/visit.ts";
import { transfers } from "./chunk-form.ts";
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
  const { cancel, resume } = texts.controls;
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
            html`${linkButton(`${base}/uploads/${uploadId}/resume`, resume, `${resume}${colon(language)}${filename}`)}
${linkButton(`${base}/uploads/${uploadId}/cancel`, cancel, `${cancel}${colon(language)}${filename}`)}`,
        },
      ],
    },
  )}</div>`;
}

const receivedText = ({ language }: Visit, { uploadedBytes, fileSize }: UnfinishedUpload): string =>
  DOCUMENT_TEXTS[language].uploads.receivedOf(sizeOf(uploadedBytes, language), sizeOf(fileSize, language));

/**
 * `/uploads/{id}/resume`: takes the same file again, of which the script sends the chunks that are missing. Administrators
 * see the uploads of others, which only their owners may resume.
 */
export const resumePage: PageDefinition = {
  path: "/uploads/{id}/resume",
  operations: [getChunkedUpload, listChunkedUploads],
  async show(visit) {
    const { base, texts, language } = visit;
    const { uploads, fields, uploadFailed } = DOCUMENT_TEXTS[language];
    const { value } = await visit.call(getChunkedUpload, { params: { id: visit.param("id") } });
    const upload = value.data;
    const own = await visit.call(listChunkedUploads, { query: "per_page=100" });
    const isOpen = own.value.some(({ uploadId }) => uploadId === upload.uploadId);
    const { filename } = upload;
    const data = {
      ...{ upload: upload.uploadId, name: filename.split(/[\\/]/).at(-1) ?? "", size: String(upload.fileSize) },
      ...{ uploads: `${base}/uploads`, failed: uploadFailed, mismatch: uploads.otherFile },
    };
    const main = html`<p class="passage">${filename}</p><p>${receivedText(visit, upload)}</p>
${
  isOpen
    ? html`<noscript><p>${uploads.needsScripts}</p></noscript>${form(visit, UNTYPED, {
        fields: [{ name: "file", label: fields.file, kind: "file", isRequired: true, hint: uploads.sameFile }],
        after: html`<p role="alert"></p>${transfers(visit)}`,
        ...{ button: texts.controls.resume, cancel: "/uploads", isHidden: true, data },
      })}`
    : html`<p>${uploads.notResumable}</p>`
}`;
    const trail = [homeLink(visit), { path: "/uploads", text: uploads.title }];
    return { title: uploads.resume, main, trail, where: texts.sections.documents };
  },
};

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
