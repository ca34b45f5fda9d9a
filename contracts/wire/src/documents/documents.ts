import { documentListing } from "@cartulary/documents";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, freeForm, integer, listOf, text, uuid } from "../fields.ts";
import { BYTES, DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { StagedFileRecord } from "./bulk-uploads.ts";
import { CreatedDocument, DocumentRecord } from "./document-record.ts";
import { LegalHoldInput, retentionChange, retentionInput, Within } from "./references.ts";

const inputFields = {
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
  ...inputFields,
  ...retentionInput,
  bulkUploadId: uuid<"BulkUpload">().nullable().exactOptional(),
  /** Its position in a merge. */
  position: integer().exactOptional(),
  /** Reserved. */
  pages: text().nullable().exactOptional(),
};

export const DocumentChange = record("DocumentInput", { ...inputFields, ...retentionChange });

/** The form fields for a new document, in addition to its file. */
export const DocumentCreation = record("DocumentCreate", {
  ...creationFields,
  chunkedUploadId: uuid<"ChunkedUpload">().nullable().exactOptional(),
});

/** A document from a completed chunked upload. */
export const DocumentFromChunks = record("DocumentCreateFromChunks", {
  ...creationFields,
  chunkedUploadId: uuid<"ChunkedUpload">(),
});

const One = snakeObject({ id: uuid<"Document">() });

const PATH = `${DOCUMENTS_BASE}/documents` as const;

export const documentOperations = operations({
  listDocuments: {
    method: "get",
    path: PATH,
    tag: "documents",
    summary: "List visible documents",
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
    summary: "Create a document from a file, or stage the file for a merge",
    scope: "write",
    body: DocumentCreation,
    jsonBody: DocumentFromChunks,
    encodings: ["multipart", "json"],
    file: "uploaded_file",
    headers: ["Idempotency-Key"],
    stagingField: "bulkUploadId",
    replies: { 201: CreatedDocument, 202: StagedFileRecord },
  },
  getDocument: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "documents",
    summary: "Get a document",
    scope: "read",
    params: One,
    replies: { 200: DocumentRecord },
  },
  updateDocument: {
    method: "patch",
    path: `${PATH}/{id}`,
    tag: "documents",
    summary: "Update or move a document, or replace its content",
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
    summary: "Delete a document and its versions",
    scope: "write",
    params: One,
    replies: { 204: null },
  },
  getDocumentContent: {
    method: "get",
    path: `${PATH}/{id}/content`,
    tag: "documents",
    summary: "Download a document or a range of it",
    scope: "read",
    params: One,
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
  holdDocument: {
    method: "post",
    path: `${PATH}/{id}/legal_hold`,
    tag: "documents",
    summary: "Set a legal hold on a document, or replace its reason",
    scope: "write",
    role: "admin",
    params: One,
    body: LegalHoldInput,
    replies: { 200: DocumentRecord },
  },
  releaseDocument: {
    method: "delete",
    path: `${PATH}/{id}/legal_hold`,
    tag: "documents",
    summary: "Release the legal hold on a document",
    scope: "write",
    role: "admin",
    params: One,
    body: LegalHoldInput,
    replies: { 200: DocumentRecord },
  },
});
