import { type Mutant, mutantsOf } from "./mutant.ts";

const HTTP = "http/chunked-uploads";
const ORDERS = "invariants/chunked-uploads.property";
const CRASHES = "durability/chunked-crash-points";
const LEASES = "durability/chunked-leases";
const SESSIONS = "core/uploads/src/chunked";
const STORES = "adapters/sqlite/test/contracts";

/** Bugs of large files in chunks: lost, mixed up, never removed, assembled twice, or open to other users. */
export const chunkedUploadMutants: readonly Mutant[] = mutantsOf({
  [`${SESSIONS}/receive-chunk.ts`]: [
    [
      "a chunk may be longer than it has to be",
      "if (byteSize > expected) throw invalidChunkSize(number, expected);",
      "",
      HTTP,
    ],
    [
      "a chunk may break off early",
      "    if (byteSize < expected) throw invalidChunkSize(number, expected);\n  }",
      "  }",
      HTTP,
    ],
    ["a chunk is not held to its MD5", "(md5 === null || md5 === chunk.md5)", "true", HTTP],
    ["a chunk is not held to its SHA-256", "(sha256 === null || sha256 === blob.sha256)", "true", HTTP],
    [
      "the bytes of a replaced chunk are never removed",
      "if (present) await releaseBlobs(stores, [present.blobKey], now);",
      "",
      HTTP,
    ],
    [
      "a repeated chunk has its first bytes",
      "const isNew = present?.md5 !== chunk.md5;",
      "const isNew = present === null;",
      HTTP,
    ],
    ["bytes that were there already wait for a day", "if (!isNew) await blobs.discard(blob);", "", HTTP],
    [
      "a chunk is judged before it comes and not when it is there",
      'await lockForRequest(stores, caller, chunk.uploadId, "chunk", now);',
      "requireOwner(await stores.chunkedUploads.lock(chunk.uploadId), caller);",
      ORDERS,
      LEASES,
    ],
  ],
  [`${SESSIONS}/access-checks.ts`]: [
    [
      "every user sees an upload",
      "if (found.userId !== caller.userId && !isAdministrator(caller)) throw notFound();",
      "",
      HTTP,
    ],
    [
      "administrators send chunks",
      "if (found.userId === caller.userId) return found;",
      "if (found) return found;",
      HTTP,
    ],
    [
      "a claim that has lapsed may still complete what came after it",
      "if (upload.status !== stored.status) await chunkedUploads.update(upload);",
      "",
      LEASES,
    ],
  ],
  [`${SESSIONS}/chunked-upload-status.ts`]: [
    [
      "a chunk is taken while the file is put together",
      'processing: "upload_processing",\n    completed: "upload_not_open",\n    failed: "upload_not_open",\n    cancelled: "upload_not_open",\n    expired: "upload_expired",\n  },\n  complete:',
      'processing: "proceeds",\n    completed: "upload_not_open",\n    failed: "upload_not_open",\n    cancelled: "upload_not_open",\n    expired: "upload_expired",\n  },\n  complete:',
      "core/uploads/test/chunked-upload",
    ],
    ["what is completed can be cancelled", 'completed: "already_completed"', 'completed: "proceeds"', HTTP],
    [
      "what was cancelled can be completed",
      'completed: "repeats",\n    failed: "upload_not_open",\n    cancelled: "upload_not_open"',
      'completed: "repeats",\n    failed: "upload_not_open",\n    cancelled: "proceeds"',
      HTTP,
    ],
  ],
  [`${SESSIONS}/chunked-upload.ts`]: [
    [
      "a session expires a millisecond late",
      "if (millisecondsOf(dueAt(upload)) > millisecondsOf(now)) return upload;",
      "if (millisecondsOf(dueAt(upload)) >= millisecondsOf(now)) return upload;",
      "core/uploads/test/chunked-upload",
    ],
    [
      "what a document was made of expires",
      'return status === "completed" && documentId === null;',
      'return status === "completed";',
      HTTP,
      "core/uploads/test/chunked-upload",
    ],
  ],
  [`${SESSIONS}/assembly.ts`]: [
    ["chunks that are missing are left out", "  requireAll(upload, chunks);\n", "", HTTP],
    ["a wrong checksum completes", "requireChecksum(checksum, assembled.md5);\n        return", "return", HTTP],
    [
      "a repeated completion is not held to its checksum",
      "if (upload.assembled) requireChecksum(checksum, upload.assembled.md5);",
      "",
      HTTP,
    ],
    ["a file with a wrong checksum is stored", "await blobs.discard(assembled.stored.blob);", "", HTTP, CRASHES],
    [
      "a host that lost its claim completes the upload",
      'if (upload?.status !== "processing" || upload.claimId !== claimId) throw uploadProcessing();',
      "if (!upload) throw uploadProcessing();",
      LEASES,
    ],
    ["the claim is not renewed", "let cancel = timer.after(RENEW_MS, renew);", "let cancel = () => {};", LEASES],
    [
      "a failed attempt keeps the session for the rest of its lease",
      'else await stores.chunkedUploads.update(transition(upload, "pending", clock.now()));',
      "",
      HTTP,
      ORDERS,
    ],
    [
      "a chunk that is gone can be completed again and again",
      'if (error instanceof LostChunkError) await endUpload(stores, upload, "failed", clock.now());\n        else await',
      "await",
      HTTP,
    ],
    [
      "a chunk that was cut short goes unnoticed",
      "if (byteSize !== chunk.byteSize) throw",
      "if (byteSize < 0) throw",
      HTTP,
    ],
    [
      "a device that cannot be read takes chunks for gone",
      "throw error instanceof DomainError ? error : storageUnavailable(error);",
      'throw new LostChunkError(chunk, "is gone");',
      HTTP,
    ],
    [
      "chunks of a completed file are never removed",
      "      chunks.map(({ blobKey }) => blobKey),\n",
      "      [],\n",
      HTTP,
    ],
    ["any 24 characters are an MD5", "BASE64_MD5.test(checksum)", "checksum.length === 24", HTTP],
  ],
  [`${SESSIONS}/end-upload.ts`]: [
    [
      "an unused file outlives its session",
      "isUnused(upload) && upload.assembled ? [upload.assembled.blobKey] : []",
      "[] as BlobKey[]",
      HTTP,
      ORDERS,
    ],
    [
      "chunks of a cancelled upload are never removed",
      "await releaseBlobs(stores, [...keys, ...assembled], now);",
      "await releaseBlobs(stores, assembled, now);",
      HTTP,
    ],
    ["released blobs are not collected at once", "await jobs.enqueue(COLLECT_NOW_JOB);", "", LEASES],
  ],
  [`${SESSIONS}/consume-upload.ts`]: [
    ["every user creates documents from an upload", "if (upload?.userId !== caller.userId) {", "if (!upload) {", HTTP],
    ["a session makes two documents", "if (documentId !== null) {", "if (false) {", HTTP],
    [
      "a session is not marked as used",
      "    const reply = await insert(stores, caller, filledIn(input, upload), contentOf(upload), reason);\n    await markUsed(stores, upload, reply.id, clock);\n",
      "    const reply = await insert(stores, caller, filledIn(input, upload), contentOf(upload), reason);\n",
      HTTP,
    ],
    [
      "what a request says counts less than its session",
      "    ...(workspaceId && !input.documentsFolderId && { workspaceId }),\n    ...input,\n",
      "    ...input,\n    ...(metadata && { metadataUser: metadata }),\n",
      HTTP,
    ],
  ],
  [`${SESSIONS}/chunked-uploads.ts`]: [
    [
      "a session is opened where its owner may not write",
      "await destination(stores, visibility, caller, input);",
      "",
      HTTP,
    ],
    [
      "one person has a hundred and one under way",
      "< OPEN_SESSIONS_MAX) return;",
      "<= OPEN_SESSIONS_MAX) return;",
      HTTP,
    ],
  ],
  [`${SESSIONS}/chunk-rules.ts`]: [
    [
      "progress says 100 before the end",
      "Math.floor((10_000 * uploadedBytes) / fileSize) / 100",
      "Math.round((10_000 * uploadedBytes) / fileSize) / 100",
      "core/uploads/test/chunk-rules",
    ],
  ],
  "adapters/sql/src/uploads/chunked-upload-store.ts": [
    ["any claim renews the lease", '.where("claim_id", "=", claimId)', "", STORES],
    [
      "expired sessions count as under way",
      'and([eb("status", "=", "pending"), eb("expires_at", ">", now)])',
      'eb("status", "=", "pending")',
      STORES,
    ],
    ["bytes that a document took over are counted twice", "where document_id is null`", "`", STORES],
  ],
  "hosts/http/src/transport/bytes-body.ts": [
    ["an encoded chunk is stored as it is", 'if (encoding !== "identity")', "if (!encoding)", HTTP],
    ["a chunk of JSON is stored", 'type !== "application/octet-stream"', "type.length === 0", HTTP],
  ],
  "hosts/http/src/transport/digests.ts": [
    ["the first of two digests counts", ".findLast(", ".find(", HTTP],
    [
      "a malformed digest is none",
      'if (digest === undefined) throw malformed("The sha-256 of Content-Digest is not :base64: of 32 bytes");',
      "if (digest === undefined) return null;",
      HTTP,
    ],
  ],
});
