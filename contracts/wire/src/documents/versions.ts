import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, integer, text, uuid } from "../fields.ts";
import { BYTES, DOCUMENTS_BASE, operations, PAGES } from "../operation.ts";
import { record } from "../record.ts";
import { DocumentRecord } from "./document-record.ts";
import { Person } from "./references.ts";

/** A previous content of a document. */
export const VersionRecord = record("Version", {
  id: uuid<"Version">(),
  documentId: uuid<"Document">(),
  /** 1 is the oldest content. */
  versionNumber: integer(),
  /** The name of the uploaded file. */
  name: text(),
  byteSize: integer(),
  contentType: text(),
  sha256: text(),
  /** Comment of the request that archived it. */
  comment: text().nullable(),
  createdBy: Person.nullable(),
  contentCreatedAt: instant(),
  createdAt: instant(),
});

const creationFields = {
  comment: text().nullable().exactOptional(),
  /** SHA-256 that the current content must have. */
  expectedSha256: text().exactOptional(),
};

/** The form fields for a new version, in addition to its file. */
export const VersionCreation = record("VersionCreate", {
  ...creationFields,
  chunkedUploadId: uuid<"ChunkedUpload">().nullable().exactOptional(),
});

/** A version from a completed chunked upload. */
export const VersionFromChunks = record("VersionCreateFromChunks", {
  ...creationFields,
  chunkedUploadId: uuid<"ChunkedUpload">(),
});

const OfDocument = snakeObject({ id: uuid<"Document">() });
const One = snakeObject({ id: uuid<"Document">(), versionId: uuid<"Version">() });

const PATH = `${DOCUMENTS_BASE}/documents/{id}/versions` as const;

export const versionOperations = operations({
  listVersions: {
    method: "get",
    path: PATH,
    tag: "versions",
    summary: "List previous contents of a document, newest first",
    scope: "read",
    params: OfDocument,
    list: PAGES,
    replies: { 200: z.array(VersionRecord) },
  },
  createVersion: {
    method: "post",
    path: PATH,
    tag: "versions",
    summary: "Archive the content and replace it by a file",
    scope: "write",
    params: OfDocument,
    body: VersionCreation,
    jsonBody: VersionFromChunks,
    encodings: ["multipart", "json"],
    file: "uploaded_file",
    headers: ["Idempotency-Key"],
    replies: { 201: DocumentRecord },
  },
  getVersionContent: {
    method: "get",
    path: `${PATH}/{version_id}/content`,
    tag: "versions",
    summary: "Download a previous content or a range of it",
    scope: "read",
    params: One,
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
  restoreVersion: {
    method: "post",
    path: `${PATH}/{version_id}/restore`,
    tag: "versions",
    summary: "Restore a previous content; the current one is archived",
    scope: "write",
    params: One,
    headers: ["Idempotency-Key"],
    replies: { 201: DocumentRecord },
  },
});
