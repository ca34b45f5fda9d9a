import type { ChunkedUploadStatus } from "@cartulary/uploads";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { ErrorDetail } from "../error.ts";
import { flag, freeForm, instant, integer, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
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
  /** What a document names it by. */
  uploadId: uuid<"ChunkedUpload">(),
  status: z.enum(STATUSES),
  filename: text(),
  contentType: text(),
  fileSize: integer(),
  chunkSize: integer(),
  totalChunks: integer(),
  uploadedChunks: integer(),
  uploadedBytes: integer(),
  /** 0 to 100, two decimals. */
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

/** A large file on its way in. */
export const ChunkedUploadRecord = record("ChunkedUpload", sessionFields);

/** The same after a chunk, with what was received of it. */
export const ReceivedChunkRecord = record("ReceivedChunk", {
  ...sessionFields,
  chunkNumber: integer(),
  chunkSizeReceived: integer(),
  /** Base64. */
  chunkMd5: text(),
});

const success = z.literal(true);

/** What every answer about a session is wrapped in. */
export const ChunkedUploadEnvelope = record("ChunkedUploadEnvelope", { success, data: ChunkedUploadRecord });

/** The same after a chunk. */
export const ReceivedChunkEnvelope = record("ReceivedChunkEnvelope", { success, data: ReceivedChunkRecord });

/** What is said of a file before its first byte. */
export const ChunkedUploadCreation = record("ChunkedUploadCreate", {
  filename: text(),
  fileSize: integer(),
  contentType: text(),
  chunkSize: integer().exactOptional(),
  workspaceId: uuid<"Workspace">().nullable().exactOptional(),
  documentsFolderId: uuid<"Folder">().nullable().exactOptional(),
  metadata: freeForm().nullable().exactOptional(),
});

/** What may be said when all chunks are sent. */
export const ChunkedUploadCompletion = record("ChunkedUploadComplete", {
  /** MD5 of the whole file, in base64. */
  checksum: text().nullable().exactOptional(),
});

/** A refusal of anything that is asked of uploads: readers of either envelope find what they look for. */
export const ChunkedUploadErrorBody = record("ChunkedUploadError", {
  success: z.literal(false),
  error: text(),
  message: text(),
  details: z.union([listOf(ErrorDetail), z.record(z.string(), z.unknown())]),
  requestId: text(),
});

/** The digits of any whole number; those beyond what is exact are beyond every file's chunks too. */
const chunkNumber = z
  .codec(z.string().regex(/^-?\d+$/), z.int(), {
    decode: (digits) => (digits.length <= EXACT_DIGITS ? Number(digits) : Number.MAX_SAFE_INTEGER),
    encode: String,
  })
  .meta({ description: "From 1" });

const EXACT_DIGITS = 15;

const One = snakeObject({ id: uuid<"ChunkedUpload">() });
const Chunk = snakeObject({ id: uuid<"ChunkedUpload">(), chunkNumber });

/** Where sessions are found, and refused in their own envelope. */
export const CHUNKED_UPLOADS_PATH = `${DOCUMENTS_BASE}/chunked_uploads` as const;
const TAG = "chunked uploads";

/** What can be done with large files that come in chunks. */
export const chunkedUploadOperations = operations({
  createChunkedUpload: {
    method: "post",
    path: CHUNKED_UPLOADS_PATH,
    tag: TAG,
    summary: "Announce a large file, whose chunks may then come in any order, for a day",
    scope: "write",
    body: ChunkedUploadCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: ChunkedUploadEnvelope },
  },
  getChunkedUpload: {
    method: "get",
    path: `${CHUNKED_UPLOADS_PATH}/{id}`,
    tag: TAG,
    summary: "How far an upload is, and which chunks are missing",
    scope: "read",
    params: One,
    replies: { 200: ChunkedUploadEnvelope },
  },
  getChunkedUploadStatus: {
    method: "get",
    path: `${CHUNKED_UPLOADS_PATH}/{id}/status`,
    tag: TAG,
    summary: "The same",
    scope: "read",
    params: One,
    replies: { 200: ChunkedUploadEnvelope },
  },
  uploadChunk: {
    method: "patch",
    path: `${CHUNKED_UPLOADS_PATH}/{id}/chunks/{chunk_number}`,
    tag: TAG,
    summary: "Send one chunk, of exactly its length; sent again, it takes the place of what came before",
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
    summary: "Make one file of all chunks",
    scope: "write",
    params: One,
    body: ChunkedUploadCompletion,
    replies: { 200: ChunkedUploadEnvelope },
  },
  cancelChunkedUpload: {
    method: "delete",
    path: `${CHUNKED_UPLOADS_PATH}/{id}`,
    tag: TAG,
    summary: "Give an upload up and remove its chunks",
    scope: "write",
    params: One,
    replies: { 200: ChunkedUploadEnvelope },
  },
});
