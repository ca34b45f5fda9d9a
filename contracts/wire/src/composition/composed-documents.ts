import { ASSEMBLY_MODES, COMPOSED_STATUSES, composedDocumentListing } from "@cartulary/composition";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { Person } from "../documents/references.ts";
import { freeForm, instant, integer, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

const TAG = "composed documents";
const PATH = `${DOCUMENTS_BASE}/composed_documents` as const;

const listedFields = {
  id: uuid<"ComposedDocument">(),
  name: text(),
  description: text().nullable(),
  status: z.enum(COMPOSED_STATUSES),
  templateId: uuid<"DocumentTemplate">().nullable(),
  templateKey: text().nullable(),
  variables: freeForm(),
  variablesSchema: freeForm(),
  pageSettings: freeForm(),
  assemblyMode: z.enum(ASSEMBLY_MODES),
  workspaceId: uuid<"Workspace">().nullable(),
  folderId: uuid<"Folder">().nullable(),
  pdfFileId: uuid<"Document">().nullable(),
  partsCount: integer(),
  metadataUser: freeForm(),
  exportedAt: instant().nullable(),
  createdBy: Person.nullable(),
  createdAt: instant(),
  updatedAt: instant(),
};

/** A composed document in lists, without its source. */
export const ListedComposedDocumentRecord = record("ListedComposedDocument", listedFields);

export const ComposedDocumentRecord = record("ComposedDocument", { ...listedFields, typstSource: text().nullable() });

const changeFields = {
  name: text().exactOptional(),
  description: text().nullable().exactOptional(),
  variables: freeForm().nullable().exactOptional(),
  pageSettings: freeForm().nullable().exactOptional(),
  typstSource: text().nullable().exactOptional(),
  /** Text, because an unknown mode has its own error. */
  assemblyMode: text().exactOptional(),
  metadataUser: freeForm().nullable().exactOptional(),
};

export const ComposedDocumentChange = record("ComposedDocumentInput", changeFields);

export const ComposedDocumentCreation = record("ComposedDocumentCreate", {
  templateKey: text(),
  workspaceId: uuid<"Workspace">().nullable().exactOptional(),
  folderId: uuid<"Folder">().nullable().exactOptional(),
  ...changeFields,
});

const one = { path: `${PATH}/{id}`, tag: TAG, params: snakeObject({ id: uuid<"ComposedDocument">() }) } as const;
const ENVELOPE = "composed_document";

export const composedDocumentOperations = operations({
  listComposedDocuments: {
    method: "get",
    path: PATH,
    tag: TAG,
    summary: "List readable composed documents, without their sources",
    scope: "read",
    query: snakeObject({
      workspaceId: uuid<"Workspace">().exactOptional(),
      folderId: uuid<"Folder">().exactOptional(),
      status: z.enum(COMPOSED_STATUSES).exactOptional(),
    }),
    list: composedDocumentListing,
    envelope: "composed_documents",
    endsEarly: true,
    replies: { 200: z.array(ListedComposedDocumentRecord) },
  },
  createComposedDocument: {
    method: "post",
    path: PATH,
    tag: TAG,
    summary: "Create a composed document from a template",
    scope: "write",
    body: ComposedDocumentCreation,
    headers: ["Idempotency-Key"],
    envelope: ENVELOPE,
    replies: { 201: ComposedDocumentRecord },
  },
  getComposedDocument: {
    ...one,
    method: "get",
    summary: "Get a composed document",
    scope: "read",
    envelope: ENVELOPE,
    replies: { 200: ComposedDocumentRecord },
  },
  updateComposedDocument: {
    ...one,
    method: "patch",
    summary: "Update a composed document",
    scope: "write",
    body: ComposedDocumentChange,
    envelope: ENVELOPE,
    replies: { 200: ComposedDocumentRecord },
  },
  deleteComposedDocument: {
    ...one,
    method: "delete",
    summary: "Delete a composed document and its parts; its PDF is kept",
    scope: "write",
    replies: { 204: null },
  },
});
