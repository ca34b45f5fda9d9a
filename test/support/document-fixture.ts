import { type Blobs, createBlobs } from "@cartulary/blobs";
import { createContentTypes } from "@cartulary/content-types";
import { createDigests } from "@cartulary/crypto";
import {
  createDocuments,
  createFolders,
  createTrash,
  createVersions,
  type DocumentStores,
  type Documents,
  type DocumentView,
  type Folders,
  type StreamedRequest,
  type Trash,
  trashJobs,
  type Versions,
  type VersionView,
} from "@cartulary/documents";
import type { BlobKey, BlobStore, Caller, Job, JobStores, NewId, Secrets, Transact } from "@cartulary/kernel";
import { type SteadyClock, seededIds, seededSecrets, steadyClock } from "./fixed-clock.ts";

/** The grace period of removed bytes: a week, the default. */
export const BLOB_GRACE_SECONDS = 604_800;

/** The caller of these tests. */
export const ADMINISTRATOR: Caller = {
  userId: "01900000-0000-7000-8000-00000000ad00" as Caller["userId"],
  role: "admin",
  scopes: ["read", "write", "admin"],
  groupIds: [],
};

const digests = createDigests();

/** The state that outlives a process: the time, and the ids and keys issued so far. The same in every run. */
export interface World {
  readonly clock: SteadyClock;
  readonly newId: NewId;
  readonly secrets: Secrets;
}

export function newWorld(seed = "world"): World {
  return { clock: steadyClock(), newId: seededIds(seed), secrets: seededSecrets(seed) };
}

/** The services that take bytes in and give them out. */
export interface DocumentHouse {
  readonly blobs: Blobs;
  readonly folders: Folders;
  readonly documents: Documents;
  readonly versions: Versions;
  readonly trash: Trash;
  /** Ends the entries of the trash whose time is over, as the job does. */
  endTrash(): Promise<void>;
}

/** The stores and the world of a house. */
export interface Ground {
  readonly transact: Transact<DocumentStores & JobStores>;
  readonly blobStore: BlobStore;
  readonly world: World;
  /** By default, deleted records are removed at once. */
  readonly trashSeconds?: number;
}

export function documentHouse({ transact, blobStore, world, trashSeconds = 0 }: Ground): DocumentHouse {
  const { clock, newId, secrets } = world;
  const blobs = createBlobs({ transact, blobStore, digests, secrets, clock });
  const tree = {
    ...{ clock, newId, blobGraceSeconds: BLOB_GRACE_SECONDS, trashSeconds },
    ...{ treeListeners: [], extraReadRules: [] },
  };
  const content = { transact, blobs, contentTypes: createContentTypes(), digests, ...tree };
  return {
    blobs,
    folders: createFolders({ transact, ...tree }),
    documents: createDocuments(content),
    versions: createVersions(content),
    trash: createTrash({ transact, ...tree }),
    async endTrash() {
      for (const { handle } of trashJobs({ transact, ...tree })) await handle({} as Job, { aborted: false });
    },
  };
}

/** A request with a file that comes in some pieces. */
export function incoming<Fields>(
  fields: Fields,
  bytes: string | AsyncIterable<Uint8Array>,
  fileName = "letter.txt",
): StreamedRequest<Fields> {
  return {
    fieldsBeforeFile: fields as Partial<Fields>,
    file: { fileName, contentType: "text/plain", bytes: typeof bytes === "string" ? inPieces(bytes) : bytes },
    readAll: async () => fields,
  };
}

const PIECE_BYTES = 16;

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
}

/** SHA-256 of a text, lower-case hexadecimal. */
export function sha256(text: string): string {
  return digests.sha256(text);
}

/** A document with everything it ever held. */
export interface Archive {
  readonly document: DocumentView;
  /** Oldest first. */
  readonly versions: readonly VersionView[];
}

/** Every document that is listed, with its versions. */
export async function archives({
  documents,
  versions,
}: {
  readonly documents: Pick<Documents, "list" | "get">;
  readonly versions: Pick<Versions, "list">;
}): Promise<readonly Archive[]> {
  const query = { page: 1, perPage: 100, sort: "name", direction: "asc", conditions: [] } as const;
  const { items } = await documents.list(ADMINISTRATOR, { query, within: {} });
  return Promise.all(
    items.map(async ({ id }) => {
      const document = await documents.get(ADMINISTRATOR, id);
      const { items: newestFirst } = await versions.list(ADMINISTRATOR, { documentId: id, page: 1, perPage: 100 });
      return { document, versions: newestFirst.toReversed() };
    }),
  );
}

/** The bytes at a key, as text. */
export async function textOf(house: DocumentHouse, key: BlobKey): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await house.documents.open(key)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
