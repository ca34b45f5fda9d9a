import { createFsBlobStore } from "@cartulary/blobs-fs";
import type { BlobStore, Timer } from "@cartulary/kernel";
import type { ChunkedUploadId } from "@cartulary/uploads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TemporaryFolder, temporaryFolder } from "../../support/cartulary-process.ts";
import { type ChunkedHouse, chunkedHouse, filesIn, storedText, UPLOADER } from "../../support/chunked-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { newWorld, type World } from "../../support/document-fixture.ts";

const LEASE_MS = 60_000;
const PROCESSING = { kind: "conflict", code: "upload_processing", retryAfterSeconds: 2 };

describe.each(usualDatabases)("A host that puts a file together, on $name,", ({ open }) => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let world: World;
  let store: BlobStore;
  /** Signals the waiting side. */
  let bells: (() => void)[];
  /** Opens when the store may answer the slow host. */
  let gate: PromiseWithResolvers<void>;
  /** Opens when the slow host has begun to read. */
  let reached: PromiseWithResolvers<void>;
  let slow: ChunkedHouse;
  let quick: ChunkedHouse;
  let id: ChunkedUploadId;

  beforeEach(async () => {
    database = await open();
    folder = await temporaryFolder();
    world = newWorld();
    store = createFsBlobStore({ directory: folder.path });
    [bells, gate, reached] = [[], Promise.withResolvers(), Promise.withResolvers()];
    const timer: Timer = {
      after(_milliseconds, work) {
        bells.push(work);
        return () => {
          bells = bells.filter((bell) => bell !== work);
        };
      },
    };
    const gated: BlobStore = {
      ...store,
      async open(key, range) {
        reached.resolve();
        await gate.promise;
        return store.open(key, range);
      },
    };
    slow = chunkedHouse({ transact: database.transact, blobStore: gated, world, timer });
    quick = chunkedHouse({ transact: database.transact, blobStore: store, world });
    id = await quick.open(5);
    await quick.send(id, 1, "abcd");
    await quick.send(id, 2, "e");
  });
  afterEach(async () => {
    await database.close();
    await folder[Symbol.asyncDispose]();
  });

  const complete = (house: ChunkedHouse) => house.chunkedUploads.complete(UPLOADER, { id });
  const statusOf = async () => (await quick.chunkedUploads.get(UPLOADER, id)).status;
  it("keeps its claim as long as it renews it", async () => {
    const reply = complete(slow);
    await reached.promise;
    for (let turn = 0; turn < 5; turn += 1) {
      world.clock.pass(LEASE_MS - 1_000);
      const waiting = bells;
      bells = [];
      for (const bell of waiting) bell();
      await untilTrue(() => bells.length > 0);
      await quick.sweep();
      expect(await statusOf()).toBe("processing");
    }
    await expect(complete(quick)).rejects.toMatchObject(PROCESSING);
    await expect(quick.send(id, 1, "wxyz")).rejects.toMatchObject(PROCESSING);
    await expect(quick.chunkedUploads.cancel(UPLOADER, id)).rejects.toMatchObject(PROCESSING);
    gate.resolve();
    expect((await reply).status).toBe("completed");
    expect(bells).toEqual([]);
  });

  it("loses its claim with its lease, and completes no later upload", async () => {
    const reply = complete(slow);
    await reached.promise;
    world.clock.pass(LEASE_MS);
    await quick.send(id, 1, "wxyz");
    expect(await statusOf()).toBe("pending");
    gate.resolve();
    await expect(reply).rejects.toMatchObject(PROCESSING);
    const { objectKey } = await complete(quick);
    expect(await storedText(store, objectKey ?? "")).toBe("wxyze");
    await quick.collect();
    expect(await filesIn(folder.path)).toEqual([objectKey]);
  });

  it("ends when another process has taken its claim over", async () => {
    const reply = complete(slow);
    await reached.promise;
    world.clock.pass(LEASE_MS);
    const { objectKey } = await complete(quick);
    gate.resolve();
    await expect(reply).rejects.toMatchObject(PROCESSING);
    expect(await storedText(store, objectKey ?? "")).toBe("abcde");
    await quick.collect();
    expect(await filesIn(folder.path)).toEqual([objectKey]);
  });

  it("is released by a sweep when it is lost, and the upload expires if its time has passed", async () => {
    void complete(slow).catch(() => {});
    await reached.promise;
    world.clock.pass(LEASE_MS);
    await quick.sweep();
    expect(await statusOf()).toBe("pending");
    expect(await database.transact.read(({ chunkedUploads }) => chunkedUploads.find(id))).toMatchObject({
      status: "pending",
      claimId: null,
      leaseUntil: null,
    });
    gate.resolve();
  });

  it("requests a collection as soon as it releases chunks", async () => {
    await complete(quick);
    const job = await database.transact.write(({ leases }) => leases.claim(["blobs/collect"]));
    expect(job).toMatchObject({ queue: "blobs/collect", attempt: 1 });
  });
});

/** Looks again whenever something else had its turn. */
async function untilTrue(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
