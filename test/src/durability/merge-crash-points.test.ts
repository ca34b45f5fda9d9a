import { createBlobs } from "@cartulary/blobs";
import { createContentTypes } from "@cartulary/content-types";
import { createDigests } from "@cartulary/crypto";
import { type BlobStore, insufficientStorage, type Transact } from "@cartulary/kernel";
import { type BulkUploadId, createUploads, type PdfMerger, type UploadStores } from "@cartulary/uploads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedText, UPLOADER } from "../../support/chunked-fixture.ts";
import { ADMINISTRATOR, archives, BLOB_GRACE_SECONDS, incoming, newWorld } from "../../support/document-fixture.ts";
import { lifeOf, mortalTransact } from "../../support/killed-process.ts";
import { runs } from "../../support/runs.ts";
import { type UploadGround, uploadGrounds } from "../../support/upload-fixtures.ts";

const DAY_MS = 86_400_000;

/** `npm test` takes some of the moments only: on Postgres, the statements being the same, fewer still. */
const everyNth = (ground: string) =>
  ground === "SQLite and files" ? runs({ sparing: 13, usual: 3, long: 1 }) : runs({ sparing: 29, usual: 7, long: 1 });

/** Binds texts one behind the other, so that it is seen which pages stand where. */
const binder: PdfMerger = {
  inspect: async () => ({ format: "pdf", pages: 1 }),
  async *merge(sources) {
    for (const source of sources) yield* await source.open();
  },
};

describe.each(uploadGrounds)("A merge on $name", ({ name, open }) => {
  let ground: UploadGround;
  const world = newWorld("merging");
  beforeAll(async () => {
    ground = await open();
    const now = world.clock.now();
    const names = { firstName: null, lastName: null, displayName: "u", initials: "U", emailAddress: "u@example.org" };
    const dates = { createdAt: now, updatedAt: now };
    const user = { ...names, ...dates, id: UPLOADER.userId, role: "user", active: true, externalId: null } as const;
    await ground.databases[0].transact.write(({ users }) => users.insert(user));
  });
  afterAll(async () => {
    await ground[Symbol.asyncDispose]();
  });

  /** A process that is not lost: by turns one of the one host, and one of the other. */
  const survivor = () => {
    others += 1;
    return house(ground.databases[others % 2 === 0 ? 0 : 1].transact, ground.storeOf().blobStore);
  };
  let others = 0;

  /** A process that takes files in and merges them. */
  function house(transact: Transact<UploadStores>, blobStore: BlobStore) {
    const { clock, newId, secrets } = world;
    const digests = createDigests();
    const blobs = createBlobs({ transact, blobStore, digests, secrets, clock });
    const tree = { clock, newId, blobGraceSeconds: BLOB_GRACE_SECONDS, treeListeners: [], extraReadRules: [] };
    const parts = { transact, blobs, contentTypes: createContentTypes(), digests, timer: { after: () => () => {} } };
    const { bulkUploads, documents, versions, jobs } = createUploads({ ...parts, ...tree, pdfMerger: binder });
    const [merging] = jobs.filter(({ queue }) => queue === "uploads/merge");
    return {
      ...{ blobs, bulkUploads, documents, versions },
      announce: () => bulkUploads.create(UPLOADER, { totalFiles: 3, mergeToPdf: true, mergedFileName: "whole" }),
      stage: (bulkUploadId: BulkUploadId, position: number) =>
        documents.create(UPLOADER, incoming({ bulkUploadId, position }, `page ${position};`)),
      async merge(id: BulkUploadId) {
        const job = {
          id: newId(),
          queue: "uploads/merge",
          payload: { bulk_upload_id: id },
          turn: 0,
          attempt: 1,
          attemptsMax: 9,
        };
        await merging?.handle(job, { aborted: false });
      },
    };
  }

  /** One document of all pages in their order, every file counted, and no bytes but the document's. */
  async function expectMerged(id: BulkUploadId): Promise<void> {
    const after = survivor();
    const bulk = await after.bulkUploads.get(UPLOADER, id);
    expect(bulk).toMatchObject({ status: "completed", receivedFiles: 3, successfulFiles: 3, failedFiles: 0 });
    const all = await archives(after);
    expect(all.map(({ document }) => [document.id, document.name])).toEqual([[bulk.mergedDocumentId, "whole.pdf"]]);
    const { blobStore } = ground.storeOf();
    const key = all[0]?.document.blobKey ?? "";
    expect(await storedText(blobStore, key)).toBe("page 0;page 1;page 2;");
    world.clock.pass(2 * DAY_MS);
    await after.blobs.collectGarbage();
    expect(await ground.stored()).toEqual([key]);
    await after.documents.remove(ADMINISTRATOR, all[0]?.document.id as never);
    world.clock.pass(BLOB_GRACE_SECONDS * 1000 + 1);
    await after.blobs.collectGarbage();
    expect(await ground.stored()).toEqual([]);
  }

  it("makes one document, wherever a process dies and the next one continues [B-3, B-5]", async () => {
    let steps = 0;
    for (let isLost = true; isLost; steps += everyNth(name)) {
      const before = survivor();
      const { id } = await before.announce();
      await before.stage(id, 2);
      await before.stage(id, 0);
      const life = lifeOf(steps);
      const { closeAll, blobStore } = ground.storeOf(life);
      const mortal = house(mortalTransact(ground.databases[0].transact, life), blobStore);
      const lived = mortal.stage(id, 1).then(() => mortal.merge(id));
      await lived.catch((error: unknown) => {
        if (!life.isOver) throw error;
      });
      await closeAll();
      isLost = life.isOver;
      const next = survivor();
      await next.stage(id, 1);
      for (const _ of ["once", "and again"]) await next.merge(id);
      await expectMerged(id);
    }
    expect(steps).toBeGreaterThan(20);
  }, 600_000);

  it.each([
    ["full", () => insufficientStorage(new Error("no space")), "insufficient_storage"],
    ["down", () => new Error("no answer"), "storage_unavailable"],
  ])("loses nothing where the store is %s, and is made once it works", async (_what, failure, code) => {
    const { blobStore: working } = ground.storeOf();
    let isBroken = true;
    const put: BlobStore["put"] = async (key, bytes) => {
      if (!isBroken) return working.put(key, bytes);
      for await (const _ of bytes) throw failure();
    };
    const one = house(ground.databases[0].transact, { ...working, put });
    const { id } = await one.announce();
    await expect(one.stage(id, 0)).rejects.toMatchObject({ code });
    expect(await one.bulkUploads.get(UPLOADER, id)).toMatchObject({ receivedFiles: 0, failedFiles: 0 });
    isBroken = false;
    for (const position of [1, 0, 2]) await one.stage(id, position);
    isBroken = true;
    await expect(one.merge(id)).rejects.toMatchObject({ code });
    expect(await survivor().bulkUploads.get(UPLOADER, id)).toMatchObject({ status: "in_progress", failedFiles: 0 });
    isBroken = false;
    await one.merge(id);
    await expectMerged(id);
  });

  it("makes one document where several processes merge at the same time [B-5]", async () => {
    const houses = [survivor(), survivor(), survivor()];
    const { id } = await survivor().announce();
    for (const [position, each] of houses.entries()) await each.stage(id, position);
    await Promise.all(houses.map((each) => each.merge(id)));
    // What the slower ones made is gone at once, not only when it has been unused for a day.
    await survivor().blobs.collectGarbage();
    expect(await ground.stored()).toHaveLength(1);
    await expectMerged(id);
  });

  it("counts each of several sources that come at the same position once", async () => {
    const { id } = await survivor().announce();
    const again = await Promise.all(Array.from({ length: 5 }, () => survivor().stage(id, 1)));
    expect(new Set(again.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect((await survivor().bulkUploads.get(UPLOADER, id)).receivedFiles).toBe(1);
    for (const position of [0, 2]) await survivor().stage(id, position);
    await survivor().merge(id);
    await expectMerged(id);
  });
});
