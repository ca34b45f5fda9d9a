import * as nodeFiles from "node:fs/promises";
import { createFsBlobStore } from "@cartulary/blobs-fs";
import { createS3BlobStore, createS3Client, parseS3Url } from "@cartulary/blobs-s3";
import { hasRadosgw, type S3Server, startFakeS3, startRadosgw } from "@cartulary/blobs-s3/testkit";
import type { BlobStore } from "@cartulary/kernel";
import { inject } from "vitest";
import { temporaryFolder } from "./cartulary-process.ts";
import { filesIn } from "./chunked-fixture.ts";
import { databases, openTwice, type TestDatabase } from "./databases.ts";
import { type Life, lifeOf, mortalFiles } from "./killed-process.ts";

/** The blob store of one process. */
interface ProcessStore {
  readonly blobStore: BlobStore;
  /** Releases the resources of a lost process, as the system does. */
  closeAll(): Promise<void>;
}

/** The shared stores of processes that take files: empty at first, removed on disposal. */
export interface UploadGround extends AsyncDisposable {
  /** The connections of two hosts; of one and the same where a database has only one host. */
  readonly databases: readonly [TestDatabase, TestDatabase];
  /** The store as a process sees it that is lost when its life is over; one that is never lost without one. */
  storeOf(life?: Life): ProcessStore;
  /** All stored objects of all processes, by key. */
  stored(): Promise<readonly string[]>;
}

/** A kind of ground. */
export interface UploadGroundKind {
  readonly name:
    | "SQLite and files"
    | "Postgres and S3, with two hosts,"
    | "Postgres and Ceph's radosgw, with two hosts,";
  open(): Promise<UploadGround>;
}

const ALWAYS = Number.MAX_SAFE_INTEGER;
const forEver = () => lifeOf(Number.POSITIVE_INFINITY);

const sqliteAndFiles: UploadGroundKind = {
  name: "SQLite and files",
  async open() {
    const folder = await temporaryFolder();
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is no SQLite");
    const database = await sqlite.open();
    return {
      databases: [database, database],
      storeOf(life = forEver()) {
        const files = mortalFiles(nodeFiles, life);
        return { blobStore: createFsBlobStore({ directory: folder.path, files }), closeAll: () => files.closeAll() };
      },
      stored: () => filesIn(folder.path),
      async [Symbol.asyncDispose]() {
        await database.close();
        await folder[Symbol.asyncDispose]();
      },
    };
  },
};

const postgresAndS3 = (
  url: string,
  name: UploadGroundKind["name"],
  start: () => Promise<S3Server | null>,
): UploadGroundKind => ({
  name,
  async open() {
    await using made = new AsyncDisposableStack();
    const s3 = await start();
    if (!s3) throw new Error("There is no S3 server");
    made.defer(() => s3.stop());
    const both = await openTwice(url);
    for (const database of both) made.defer(() => database.close());
    const location = parseS3Url(s3.url);
    const { accessKeyId, secretAccessKey } = s3;

    /** Kills a process before it sends a request, or after the server has run it and before the response arrives. */
    function storeOf(life: Life = forEver()): ProcessStore {
      const client = createS3Client(location, { credentials: { accessKeyId, secretAccessKey } });
      client.middlewareStack.add(
        (next) => async (words) => {
          life.step();
          const answer = await next(words);
          life.step();
          return answer;
        },
        { step: "finalizeRequest", priority: "low", name: "mortal" },
      );
      return { blobStore: createS3BlobStore({ ...location, client }), closeAll: async () => client.destroy() };
    }

    const own = storeOf();
    made.defer(() => own.closeAll());
    const copy = made.move();
    return {
      databases: both,
      storeOf,
      async stored() {
        const keys: string[] = [];
        for await (const key of own.blobStore.list("", ALWAYS)) keys.push(key);
        return keys.sort();
      },
      [Symbol.asyncDispose]: () => copy.disposeAsync(),
    };
  },
});

const postgresUrl = inject("postgresUrl");

const sharedBy = (url: string): readonly UploadGroundKind[] => [
  postgresAndS3(url, "Postgres and S3, with two hosts,", () => startFakeS3()),
  ...(process.env.CARTULARY_TEST_LONG && hasRadosgw()
    ? [postgresAndS3(url, "Postgres and Ceph's radosgw, with two hosts,", startRadosgw)]
    : []),
];

/** Every kind of ground of this machine: `describe.each(uploadGrounds)`. A long run includes Ceph's server, if any. */
export const uploadGrounds: readonly UploadGroundKind[] = [
  sqliteAndFiles,
  ...(postgresUrl === null ? [] : sharedBy(postgresUrl)),
];
