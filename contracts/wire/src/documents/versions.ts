import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, integer, text, uuid } from "../fields.ts";
import { BYTES, DOCUMENTS_BASE, operations, PAGES } from "../operation.ts";
import { record } from "../record.ts";
import { DocumentRecord } from "./document-record.ts";
import { Person } from "./references.ts";

/** A content that a document once had. */
export const VersionRecord = record("Version", {
  id: uuid<"Version">(),
  documentId: uuid<"Document">(),
  /** 1 is the oldest content. */
  versionNumber: integer(),
  /** The name of the file that was sent. */
  name: text(),
  byteSize: integer(),
  contentType: text(),
  sha256: text(),
  /** Of the request that archived it. */
  comment: text().nullable(),
  createdBy: Person.nullable(),
  contentCreatedAt: instant(),
  createdAt: instant(),
});

const creationFields = {
  comment: text().nullable().exactOptional(),
  /** SHA-256 that the present content must have. */
  expectedSha256: text().exactOptional(),
};

/** What may be said of a version that is being made, beside its file. */
export const VersionCreation = record("VersionCreate", {
  ...creationFields,
  chunkedUploadId: uuid<"ChunkedUpload">().nullable().exactOptional(),
});

/** A version made of a finished chunked upload. */
export const VersionFromChunks = record("VersionCreateFromChunks", {
  ...creationFields,
  chunkedUploadId: uuid<"ChunkedUpload">(),
});

const OfDocument = snakeObject({ id: uuid<"Document">() });
const One = snakeObject({ id: uuid<"Document">(), versionId: uuid<"Version">() });

const PATH = `${DOCUMENTS_BASE}/documents/{id}/versions` as const;

/** What can be done with the versions of a document. */
export const versionOperations = operations({
  listVersions: {
    method: "get",
    path: PATH,
    tag: "versions",
    summary: "The contents that a document once had, newest first",
    scope: "read",
    params: OfDocument,
    list: PAGES,
    replies: { 200: z.array(VersionRecord) },
  },
  createVersion: {
    method: "post",
    path: PATH,
    tag: "versions",
    summary: "Archive the content and put a file in its place",
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
    summary: "The bytes of an archived content, or a range of them",
    scope: "read",
    params: One,
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
  restoreVersion: {
    method: "post",
    path: `${PATH}/{version_id}/restore`,
    tag: "versions",
    summary: "Make an archived content the present one; the present one is archived",
    scope: "write",
    params: One,
    headers: ["Idempotency-Key"],
    replies: { 201: DocumentRecord },
  },
});
