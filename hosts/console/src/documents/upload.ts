import { documentOperations, type Operation, versionOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { form } from "../components/form.ts";
import type { PageResult, StreamDefinition } from "../frame/definitions.ts";
import type { Typed } from "../frame/form-input.ts";
import { NO_FILE, uploadedFiles } from "../frame/incoming-files.ts";
import type { Visit } from "../frame/visit.ts";
import { chunkedForm, holderField } from "./chunk-form.ts";
import { requireWrite } from "./folder-pages.ts";
import { levelOn, type Noun, RESOURCE_OPERATIONS, resourceOf, trailBelow } from "./resources.ts";
import { DOCUMENT_TEXTS } from "./texts.ts";

interface UploadForm {
  readonly noun: Noun;
  readonly title: string;
  readonly isMultiple: boolean;
}

async function uploadPage(visit: Visit, typed: Typed, { noun, title, isMultiple }: UploadForm): Promise<PageResult> {
  const resource = await resourceOf(visit, noun);
  requireWrite(await levelOn(visit, noun, resource.id));
  const { fields, dropHere, uploadFailed } = DOCUMENT_TEXTS[visit.language];
  const main = html`${form(visit, typed, {
    fields: [
      ...(isMultiple ? [] : [{ name: "comment", label: fields.comment }]),
      {
        ...{ name: "uploaded_file", label: isMultiple ? fields.files : fields.file, kind: "file", isRequired: true },
        ...{ isMultiple, hint: dropHere },
      } as const,
    ],
    button: title,
    cancel: resource.path,
    isMultipart: true,
    dropFailed: uploadFailed,
    ...(isMultiple && { ...chunkedForm(visit, noun, resource.id) }),
  })}`;
  return { title, main, trail: trailBelow(resource), where: resource.name };
}

/** Upload of any number of files to a workspace or a folder. */
const upload = (noun: "workspaces" | "folders"): StreamDefinition => ({
  path: `/${noun}/{id}/upload`,
  operations: [documentOperations.createDocument, ...RESOURCE_OPERATIONS[noun]],
  form: (visit, typed) => uploadPage(visit, typed, { noun, title: visit.texts.controls.upload, isMultiple: true }),
  async receive(visit, incoming) {
    const holder = holderField(noun);
    const names: string[] = [];
    for await (const file of uploadedFiles(incoming)) {
      const fields = { [holder]: visit.param("id") };
      const { value } = await visit.call(documentOperations.createDocument, {
        stream: file.asForm("uploaded_file", fields),
      });
      if ("id" in value) names.push(value.name);
    }
    if (names.length === 0) throw NO_FILE;
    return { to: `/${noun}/${visit.param("id")}`, done: DOCUMENT_TEXTS[visit.language].uploaded(names) };
  },
});

/** A new version of a document, from one file. */
const newVersion: StreamDefinition = {
  path: "/documents/{id}/versions",
  operations: [versionOperations.createVersion, ...RESOURCE_OPERATIONS.documents],
  form: (visit, typed) =>
    uploadPage(visit, typed, { noun: "documents", title: visit.texts.controls.newVersion, isMultiple: false }),
  async receive(visit, incoming) {
    const params = { id: visit.param("id") };
    for await (const file of uploadedFiles(incoming)) {
      const comment = file.fields.get("comment") ?? "";
      const stream = file.asForm("uploaded_file", comment === "" ? {} : { comment });
      await visit.call(versionOperations.createVersion as Operation, { params, stream });
      return { to: `/documents/${params.id}` };
    }
    throw NO_FILE;
  },
};

/** With the address that it had before. */
const newVersions = [newVersion, { ...newVersion, path: "/documents/{id}/version" }];

export const uploadStreams: readonly StreamDefinition[] = [upload("workspaces"), upload("folders"), ...newVersions];
