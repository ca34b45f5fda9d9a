import { documentListing } from "@cartulary/documents";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, freeForm, integer, listOf, text, uuid } from "../fields.ts";
import { BYTES, DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { StagedFileRecord } from "./bulk-uploads.ts";
import { CreatedDocument, DocumentRecord } from "./document-record.ts";
import { Within } from "./references.ts";

const changeFields = {
  name: text().exactOptional(),
  description: text().nullable().exactOptional(),
  documentsFolderId: uuid<"Folder">().nullable().exactOptional(),
  workspaceId: uuid<"Workspace">().nullable().exactOptional(),
  domainId: uuid<"Domain">().nullable().exactOptional(),
  documentTypeId: uuid<"DocumentType">().nullable().exactOptional(),
  classificationCode: text().nullable().exactOptional(),
  metadataUser: freeForm().nullable().exactOptional(),
  tagList: listOf(text()).nullable().exactOptional(),
  autoClassify: flag().exactOptional(),
};

const creationFields = {
  ...changeFields,
  bulkUploadId: uuid<"BulkUpload">().nullable().exactOptional(),
  /** Where it stands in a merge. */
  position: integer().exactOptional(),
  /** Reserved. */
  pages: text().nullable().exactOptional(),
};

/** What may be said of a document. */
export const DocumentChange = record("DocumentInput", changeFields);

/** What may be said of a document that is being made, beside its file. */
export const DocumentCreation = record("DocumentCreate", {
  ...creationFields,
  chunkedUploadId: uuid<"ChunkedUpload">().nullable().exactOptional(),
});

/** A document made of a finished chunked upload. */
export const DocumentFromChunks = record("DocumentCreateFromChunks", {
  ...creationFields,
  chunkedUploadId: uuid<"ChunkedUpload">(),
});

const One = snakeObject({ id: uuid<"Document">() });

const PATH = `${DOCUMENTS_BASE}/documents` as const;

/** What can be done with documents. */
export const documentOperations = operations({
  listDocuments: {
    method: "get",
    path: PATH,
    tag: "documents",
    summary: "The documents that permissions show you",
    scope: "read",
    query: Within,
    list: documentListing,
    endsEarly: true,
    replies: { 200: z.array(DocumentRecord) },
  },
  createDocument: {
    method: "post",
    path: PATH,
    tag: "documents",
    summary: "Make a document of a file, or stage the file to be merged with others",
    scope: "write",
    body: DocumentCreation,
    jsonBody: DocumentFromChunks,
    encodings: ["multipart", "json"],
    file: "uploaded_file",
    headers: ["Idempotency-Key"],
    stagedBy: "bulkUploadId",
    replies: { 201: CreatedDocument, 202: StagedFileRecord },
  },
  getDocument: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "documents",
    summary: "One document",
    scope: "read",
    params: One,
    replies: { 200: DocumentRecord },
  },
  updateDocument: {
    method: "patch",
    path: `${PATH}/{id}`,
    tag: "documents",
    summary: "Change what is given of a document, move it, or put another file in the place of its content",
    scope: "write",
    params: One,
    body: DocumentChange,
    encodings: ["json", "multipart"],
    file: "uploaded_file",
    fileOptional: true,
    replies: { 200: DocumentRecord },
  },
  deleteDocument: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "documents",
    summary: "Delete a document with its versions",
    scope: "write",
    params: One,
    replies: { 204: null },
  },
  getDocumentContent: {
    method: "get",
    path: `${PATH}/{id}/content`,
    tag: "documents",
    summary: "The bytes of a document, or a range of them",
    scope: "read",
    params: One,
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});
