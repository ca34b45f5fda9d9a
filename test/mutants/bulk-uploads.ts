import { type Mutant, mutantsOf } from "./mutant.ts";

const BULK = "core/uploads/src/bulk";
const HTTP = "http/bulk-uploads";
const POOLS = "http/fair-pools";
const UNIT = "core/uploads/test/bulk-upload";
const CRASHES = "durability/merge-crash-points";

/** Bugs of bulk uploads: a file that counts twice or not, a merge that is lost, made twice or in another order. */
export const bulkUploadMutants: readonly Mutant[] = mutantsOf({
  [`${BULK}/bulk-upload.ts`]: [
    ["a file more than announced is taken", "receivedFiles >= totalFiles;", "receivedFiles > totalFiles;", UNIT],
    ["files come in after the end", "if (!isOpen(bulk.status)) throw", "if (false) throw", UNIT],
    ["a document does not count as made", "successfulFiles: received.successfulFiles + 1 }", "}", UNIT],
    [
      "a bulk upload ends with its last file but one",
      "processed(bulk) < bulk.totalFiles ? bulk",
      "processed(bulk) < bulk.totalFiles - 1 ? bulk",
      UNIT,
    ],
    [
      "a megabyte more is merged",
      "export const MERGE_SOURCES_BYTES_MAX = 268_435_456;",
      "export const MERGE_SOURCES_BYTES_MAX = 269_484_032;",
      UNIT,
    ],
    [
      "what was staged of a failed merge is not lost",
      "bulk.mergeToPdf ? bulk.receivedFiles : bulk.failedFiles;",
      "bulk.failedFiles;",
      HTTP,
    ],
    [
      "a day is twelve hours",
      "export const BULK_IDLE_SECONDS = 86_400;",
      "export const BULK_IDLE_SECONDS = 43_200;",
      HTTP,
    ],
    ["progress is a fraction", "(processedFiles / bulk.totalFiles) * 100,", "processedFiles / bulk.totalFiles,", HTTP],
  ],
  [`${BULK}/bulk-input.ts`]: [
    [
      "a merged document keeps its path",
      "const name = normalizeLine(withoutPath(sent));",
      "const name = normalizeLine(sent);",
      HTTP,
    ],
    ["a second .pdf is added", "/\\.pdf$/i.test(name)", "/\\.pdf$/.test(name)", HTTP],
    [
      "a merge needs no name",
      "{ max: NAME_LENGTH_MAX, required: true }",
      "{ max: NAME_LENGTH_MAX, required: false }",
      HTTP,
    ],
  ],
  [`${BULK}/bulk-uploads.ts`]: [
    [
      "others' bulk uploads are seen",
      "bulk.userId === caller.userId || isAdministrator(caller) ? bulk : null",
      "bulk",
      HTTP,
    ],
    [
      "lone documents fill the list",
      'query.conditions.some(({ fields }) => fields.includes("totalFiles"))',
      "true",
      HTTP,
    ],
  ],
  [`${BULK}/new-bulk-upload.ts`]: [
    [
      "the program is not known",
      'normalizeLine(input.source ?? "") || client',
      'normalizeLine(input.source ?? "") || SOURCE_UNKNOWN',
      HTTP,
    ],
  ],
  [`${BULK}/single-document-bulk.ts`]: [
    [
      "lone documents come by no program",
      "clientName: source = SOURCE_UNKNOWN }",
      "clientName: _, source = SOURCE_UNKNOWN }",
      HTTP,
    ],
    ["lone documents wait for more files", "abandonedAt: null }", "abandonedAt: now }", HTTP],
    [
      "a session is taken for a file",
      "Boolean(input.bulkUploadId || input.chunkedUploadId)",
      "Boolean(input.bulkUploadId)",
      "http/chunked-uploads",
    ],
  ],
  [`${BULK}/add-file.ts`]: [
    [
      "what ran out of time is no PDF",
      'if (error.reason !== "timeout") throw unprocessable',
      "if (error.reason) throw unprocessable",
      POOLS,
    ],
    [
      "files come into others' bulk uploads",
      "if (bulk?.userId === userId) return bulk;",
      "if (bulk) return bulk;",
      HTTP,
    ],
    ["a position is taken twice", "if (existing && existing.sha256 !== sha256) {", "if (false) {", HTTP],
    ["a repeated source counts again", "return existing !== null;", "return false;", HTTP, CRASHES],
    ["a merge is not sent for", "if (isFull(counted)) await", "if (false) await", HTTP],
    [
      "anything is merged",
      'if (byteSize === 0) throw unprocessable("unsupported_format", message);\n  try {',
      "return;\n  try {",
      HTTP,
    ],
    ["a source's key is stored", "isIdempotent: false,", "isIdempotent: true,", HTTP],
    [
      "a file does not lie where its bulk upload says",
      "documentsFolderId = bulk.documentsFolderId,",
      "documentsFolderId = null,",
      HTTP,
    ],
    ["a bulk upload files nothing", "autoClassify = bulk.autoClassify }", "autoClassify = false }", HTTP],
    [
      "a document is not counted",
      "await stores.bulkUploads.update(counted);\n    return { ...document",
      "return { ...document",
      HTTP,
    ],
  ],
  [`${BULK}/merge-bulk-upload.ts`]: [
    [
      "the reason of a failed merge is lost",
      "const failure = failureOf(error);",
      'const failure = "internal_error";',
      POOLS,
    ],
    ["a merge is made again", "if (!bulk || !isMergeable(bulk)) return false;", "if (!bulk) return false;", CRASHES],
    ["what another merge made stays", "if (!isCreated) await blobs.discard(staged.blob);", "", CRASHES],
    [
      "a merged document gets an id of its own",
      "...(reservedDocumentId && { id: reservedDocumentId }),",
      "",
      CRASHES,
      HTTP,
    ],
    ["a hopeless merge is tried for ever", "return PERMANENT_KINDS.includes(error.kind);", "return false;", HTTP],
    ["a merged document is not filed", "bulk.autoClassify ? await", "false ? await", HTTP],
  ],
  [`${BULK}/end-bulk-upload.ts`]: [
    ["sources stay for ever", "await stores.blobs.release(keys, bulk.updatedAt);", "", CRASHES],
  ],
  "adapters/sql/src/uploads/staged-source-store.ts": [
    [
      "pages stand as they came",
      '.orderBy("position").execute()',
      '.orderBy("sha256", "desc").execute()',
      CRASHES,
      HTTP,
    ],
  ],
  "adapters/sql/src/uploads/bulk-upload-store.ts": [
    [
      "a user sees the bulk uploads of all users",
      'userId === null ? all : all.where("user_id", "=", userId)',
      "all",
      HTTP,
    ],
  ],
  "core/documents/src/classification/keyword-classifier.ts": [
    [
      "keywords stand within words",
      "keywords.has(passage) && !IN_A_WORD.test(charactersAround(text, end))",
      "keywords.has(passage)",
      "core/documents/test/keyword-classifier",
    ],
    [
      "of equal entries the last is taken",
      "matched.length > (best?.score ?? 0)",
      "matched.length >= (best?.score ?? 1)",
      "core/documents/test/keyword-classifier",
    ],
  ],
  "core/documents/src/documents/create-document.ts": [
    [
      "a repeated request is checked against the current state",
      "if (idempotency && (await hasReplay(stores, userId, SCOPE, idempotency))) return null;",
      "",
      HTTP,
    ],
  ],
  "adapters/sql/src/documents/access.ts": [
    [
      "duplicates name unreadable documents",
      '${isGranted(caller, sql.ref("documents.id"))} or ${isGranted(caller, sql.ref("documents.workspace_id"))}',
      "1 = 1",
      "http/documents",
    ],
  ],
});
