import type { ChunkedUploadStatus } from "@cartulary/uploads";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { ErrorDetail } from "../error.ts";
import { flag, freeForm, instant, integer, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations, PAGES } from "../operation.ts";
import { record } from "../record.ts";

const STATUSES = [
  "pending",
  "processing",
  "completed",
  "failed",
  "cancelled",
  "expired",
] as const satisfies readonly ChunkedUploadStatus[];

const sessionFields = {
  /** The upload id to reference in a document. */
  uploadId: uuid<"ChunkedUpload">(),
  status: z.enum(STATUSES),
  filename: text(),
  contentType: text(),
  fileSize: integer(),
  chunkSize: integer(),
  totalChunks: integer(),
  uploadedChunks: integer(),
  uploadedBytes: integer(),
  /** 0 to 100, with two decimals. */
  progress: z.number(),
  /** The first hundred. */
  missingChunks: listOf(integer()),
  expiresAt: instant(),
  expired: flag(),
  objectKey: text().nullable(),
  documentId: uuid<"Document">().nullable(),
  createdAt: instant(),
  completedAt: instant().nullable(),
};

/** The upload of a large file in chunks. */
export const ChunkedUploadRecord = record("ChunkedUpload", sessionFields);

/** The upload and the received chunk. */
export const ReceivedChunkRecord = record("ReceivedChunk", {
  ...sessionFields,
  chunkNumber: integer(),
  chunkSizeReceived: integer(),
  /** Base64. */
  chunkMd5: text(),
});

const success = z.literal(true);

/** The envelope of every reply about an upload. */
export const ChunkedUploadEnvelope = record("ChunkedUploadEnvelope", { success, data: ChunkedUploadRecord });

/** The envelope of a received chunk. */
export const ReceivedChunkEnvelope = record("ReceivedChunkEnvelope", { success, data: ReceivedChunkRecord });

/** The description of a file before its first chunk. */
export const ChunkedUploadCreation = record("ChunkedUploadCreate", {
  filename: text(),
  fileSize: integer(),
  contentType: text(),
  chunkSize: integer().exactOptional(),
  workspaceId: uuid<"Workspace">().nullable().exactOptional(),
  documentsFolderId: uuid<"Folder">().nullable().exactOptional(),
  metadata: freeForm().nullable().exactOptional(),
});

export const ChunkedUploadCompletion = record("ChunkedUploadComplete", {
  /** MD5 of the whole file, in base64. */
  checksum: text().nullable().exactOptional(),
});

/** An error reply with the fields of both envelopes, so that clients of either can read it. */
export const ChunkedUploadErrorBody = record("ChunkedUploadError", {
  success: z.literal(false),
  error: text(),
  message: text(),
  details: z.union([listOf(ErrorDetail), z.record(z.string(), z.unknown())]),
  requestId: text(),
});

/** The digits of a whole number; larger numbers than are exact exceed every chunk count. */
const chunkNumber = z
  .codec(z.string().regex(/^-?\d+$/), z.int(), {
    decode: (digits) => (digits.length <= EXACT_DIGITS ? Number(digits) : Number.MAX_SAFE_INTEGER),
    encode: String,
  })
  .meta({ description: "From 1" });

const EXACT_DIGITS = 15;

const One = snakeObject({ id: uuid<"ChunkedUpload">() });
const Chunk = snakeObject({ id: uuid<"ChunkedUpload">(), chunkNumber });

/** The base path of chunked uploads, whose errors have their own envelope. */
export const CHUNKED_UPLOADS_PATH = `${DOCUMENTS_BASE}/chunked_uploads` as const;
const TAG = "chunked uploads";

export const chunkedUploadOperations = operations({
  listChunkedUploads: {
    method: "get",
    path: CHUNKED_UPLOADS_PATH,
    tag: TAG,
    summary: "List your own uploads that are not finished, newest first",
    scope: "read",
    list: PAGES,
    replies: { 200: z.array(ChunkedUploadRecord) },
  },
  createChunkedUpload: {
    method: "post",
    path: CHUNKED_UPLOADS_PATH,
    tag: TAG,
    summary: "Start the upload of a large file, whose chunks may follow in any order for a day",
    scope: "write",
    body: ChunkedUploadCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: ChunkedUploadEnvelope },
  },
  getChunkedUpload: {
    method: "get",
    path: `${CHUNKED_UPLOADS_PATH}/{id}`,
    tag: TAG,
    summary: "Get the progress and the missing chunks of an upload",
    scope: "read",
    params: One,
    replies: { 200: ChunkedUploadEnvelope },
  },
  getChunkedUploadStatus: {
    method: "get",
    path: `${CHUNKED_UPLOADS_PATH}/{id}/status`,
    tag: TAG,
    summary: "Get the progress of an upload (alias)",
    scope: "read",
    params: One,
    replies: { 200: ChunkedUploadEnvelope },
  },
  uploadChunk: {
    method: "patch",
    path: `${CHUNKED_UPLOADS_PATH}/{id}/chunks/{chunk_number}`,
    tag: TAG,
    summary: "Send a chunk of exactly the expected length; a repeated chunk replaces the previous one",
    scope: "write",
    params: Chunk,
    encodings: ["bytes"],
    headers: ["Content-MD5", "Content-Digest"],
    replies: { 200: ReceivedChunkEnvelope },
  },
  completeChunkedUpload: {
    method: "post",
    path: `${CHUNKED_UPLOADS_PATH}/{id}/complete`,
    tag: TAG,
    summary: "Complete an upload",
    scope: "write",
    params: One,
    body: ChunkedUploadCompletion,
    replies: { 200: ChunkedUploadEnvelope },
  },
  cancelChunkedUpload: {
    method: "delete",
    path: `${CHUNKED_UPLOADS_PATH}/{id}`,
    tag: TAG,
    summary: "Cancel an upload and remove its chunks",
    scope: "write",
    params: One,
    replies: { 200: ChunkedUploadEnvelope },
  },
});
