import * as nodeFiles from "node:fs/promises";
import { join, relative } from "node:path";
import { createBlobs } from "@cartulary/blobs";
import { createContentTypes } from "@cartulary/content-types";
import { createDigests } from "@cartulary/crypto";
import type { NewDocument, StreamedRequest } from "@cartulary/documents";
import { type BlobStore, type Caller, secondsAfter, type Timer, type Transact } from "@cartulary/kernel";
import {
  type ChunkedUpload,
  type ChunkedUploadId,
  type ChunkedUploads,
  createUploads,
  SESSION_SECONDS,
  type UploadedDocuments,
  type UploadStores,
} from "@cartulary/uploads";

import { BLOB_GRACE_SECONDS, type World } from "./document-fixture.ts";

/** Bytes of a chunk here: no request could ask for so few, but all that follows from sizes is the same. */
export const SMALL = 4;

/** The user who uploads in these tests. */
export const UPLOADER: Caller = {
  userId: "01900000-0000-7000-8000-00000000beef" as Caller["userId"],
  role: "user",
  scopes: ["read", "write"],
  groupIds: [],
};

/** A process that takes large files in. */
export interface ChunkedHouse {
  readonly chunkedUploads: ChunkedUploads;
  readonly documents: UploadedDocuments;
  /** Opens a session for a file of so many bytes, in chunks of {@link SMALL}. */
  open(fileSize: number): Promise<ChunkedUploadId>;
  send(id: ChunkedUploadId, number: number, text: string): Promise<unknown>;
  /** Makes a document of a finished session. */
  make(id: ChunkedUploadId): Promise<{ readonly id: string }>;
  /** Runs the recurring job that expires uploads. */
  sweep(): Promise<void>;
  collect(): Promise<number>;
}

export interface ChunkedGround {
  readonly transact: Transact<UploadStores>;
  readonly blobStore: BlobStore;
  readonly world: World;
  /** Never rings when absent: nothing here takes as long as a lease. */
  readonly timer?: Timer;
}

const SILENT: Timer = { after: () => () => {} };

export function chunkedHouse({ transact, blobStore, world, timer = SILENT }: ChunkedGround): ChunkedHouse {
  const { clock, newId, secrets } = world;
  const digests = createDigests();
  const blobs = createBlobs({ transact, blobStore, digests, secrets, clock });
  const tree = { clock, newId, blobGraceSeconds: BLOB_GRACE_SECONDS, treeListeners: [], extraReadRules: [] };
  const contents = { transact, blobs, contentTypes: createContentTypes(), digests, timer, ...tree };
  const { chunkedUploads, documents, jobs } = createUploads(contents);
  const [expire] = jobs;
  return {
    chunkedUploads,
    documents,
    collect: () => blobs.collectGarbage(),
    async open(fileSize) {
      const now = clock.now();
      const upload: ChunkedUpload = {
        ...BLANK,
        id: newId(),
        userId: UPLOADER.userId,
        fileSize,
        createdAt: now,
        changedAt: now,
        expiresAt: secondsAfter(now, SESSION_SECONDS),
      };
      await transact.write(({ chunkedUploads: sessions }) => sessions.insert(upload));
      return upload.id;
    },
    send: (uploadId, number, text) =>
      chunkedUploads.receive(UPLOADER, {
        ...{ uploadId, number, byteSize: null, md5: null, sha256: null },
        bytes: inPieces(text),
      }),
    make: (chunkedUploadId) => documents.create(UPLOADER, fromSession(chunkedUploadId)),
    async sweep() {
      await expire?.handle(
        { id: newId(), queue: "", payload: {}, turn: 0, attempt: 1, attemptsMax: 1 },
        { aborted: false },
      );
    },
  };
}

const BLANK = {
  status: "pending",
  filename: "large.bin",
  declaredContentType: "application/octet-stream",
  chunkSize: SMALL,
  documentsFolderId: null,
  workspaceId: null,
  metadata: null,
  claimId: null,
  leaseUntil: null,
  assembled: null,
  completedAt: null,
  documentId: null,
} as const;

const fromSession = (chunkedUploadId: ChunkedUploadId): StreamedRequest<NewDocument> => ({
  fieldsBeforeFile: { chunkedUploadId },
  file: null,
  readAll: async () => ({ chunkedUploadId }),
});

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.byteLength; at += 3) yield bytes.subarray(at, at + 3);
}

/** Every file below a directory, by its path from there. */
export async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await nodeFiles.readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(directory, join(parentPath, name))).sort();
}

/** The bytes at a key, as text. */
export async function storedText(store: BlobStore, key: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  const bytes = await store.open(key as Parameters<BlobStore["open"]>[0]);
  if (!bytes) throw new Error(`Nothing is stored at ${key}`);
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
