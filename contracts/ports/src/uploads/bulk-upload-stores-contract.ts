import { type BlobKey, type ListQuery, secondsAfter, type Transact } from "@cartulary/kernel";
import type { BulkUpload, BulkUploadField, BulkUploadId, BulkUploadStores, StagedSource } from "@cartulary/uploads";
import { interleave } from "../harness/concurrent-transactions.ts";
import { digestOf, EPOCH, idOf, later } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** The stores that the suite asks for nothing else but. */
type Stores = Pick<BulkUploadStores, "bulkUploads" | "stagedSources">;

const OWNER = idOf<"User">(1);
const EVERYTHING: ListQuery<BulkUploadField> = {
  page: 1,
  perPage: 100,
  sort: "createdAt",
  direction: "asc",
  conditions: [],
};

/** Contract of bulk upload stores. An adapter's whole test is a call to this. */
export function bulkUploadStoresContract(name: string, { openDatabase }: DatabaseHarness<Stores>): void {
  describe(`${name} keeps bulk uploads`, () => {
    it("gives back every field as it was given, also after a change", async () => {
      const { transact } = await openDatabase();
      const whole = bulkOf(1, {
        ...{ source: "Numérisation « 3 »", totalFiles: 7, autoClassify: true, mergeToPdf: true, isLone: true },
        ...{ mergedFileName: "État.pdf", reservedDocumentId: idOf(7), mergedDocumentId: idOf(7) },
        ...{ receivedFiles: 5, successfulFiles: 3, failedFiles: 1, stagedBytes: 268_435_456, status: "in_progress" },
        ...{ documentsFolderId: idOf(5), workspaceId: idOf(6), startedAt: later(1), completedAt: later(2) },
      });
      await insert(transact, bulkOf(1));
      expect(await find(transact, idOf(1))).toEqual(bulkOf(1));
      await transact.write(({ bulkUploads }) => bulkUploads.update(whole));
      expect(await find(transact, idOf(1))).toEqual(whole);
      expect(await transact.write(({ bulkUploads }) => bulkUploads.lock(idOf(1)))).toEqual(whole);
      expect(await find(transact, idOf(9))).toBeNull();
      expect(await transact.write(({ bulkUploads }) => bulkUploads.lock(idOf(9)))).toBeNull();
    });

    it("lists one person's or everybody's, with those of single documents or without", async () => {
      const { transact } = await openDatabase();
      const all = [bulkOf(1), bulkOf(2, { isLone: true }), bulkOf(3, { userId: idOf(2) })];
      await insert(transact, ...all);
      const listed = (userId: BulkUpload["userId"] | null, lone: boolean, more: Partial<typeof EVERYTHING> = {}) =>
        transact.read(async ({ bulkUploads }) => {
          const { items, total } = await bulkUploads.list({ ...EVERYTHING, ...more }, { userId, includeSingle: lone });
          expect(total).toBe(items.length);
          return items.map(({ id }) => all.findIndex((each) => each.id === id) + 1);
        });
      expect(await listed(OWNER, false)).toEqual([1]);
      expect(await listed(OWNER, true)).toEqual([1, 2]);
      expect(await listed(null, false)).toEqual([1, 3]);
      expect(await listed(null, true, { direction: "desc" })).toEqual([3, 2, 1]);
      const processed = { fields: ["processedFiles"], join: "or", predicate: "eq", values: [1] } as const;
      await transact.write(({ bulkUploads }) => bulkUploads.update(bulkOf(3, { receivedFiles: 1, failedFiles: 1 })));
      expect(await listed(null, false, { conditions: [processed] })).toEqual([3]);
    });

    it("finds those to which nothing has happened for long enough, the longest first", async () => {
      const { transact } = await openDatabase();
      const days = [1, 2, 3].map((count) => bulkOf(count, { abandonedAt: later(-count) }));
      await insert(transact, ...days, bulkOf(4, { status: "completed", updatedAt: later(-9), abandonedAt: null }));
      const due = (seconds: number, limit = 10) =>
        transact.read(({ bulkUploads }) => bulkUploads.abandoned(secondsAfter(EPOCH, seconds), limit));
      expect(await due(-3.001)).toEqual([]);
      expect(await due(-2)).toEqual([idOf(3), idOf(2)]);
      expect(await due(0)).toEqual([idOf(3), idOf(2), idOf(1)]);
      expect(await due(0, 1)).toEqual([idOf(3)]);
      await insert(transact, bulkOf(5, { isLone: true }));
      expect(await transact.read(({ bulkUploads }) => bulkUploads.countOpen())).toBe(3);
    });

    it("lets a second lock of an upload wait, and then shows the change", async () => {
      const place = await openDatabase();
      await insert(place.transact, bulkOf(1));
      const counted = bulkOf(1, { receivedFiles: 1 });
      const [, seen] = await interleave(place, {
        first: ({ bulkUploads }) => bulkUploads.lock(idOf(1)),
        afterwards: ({ bulkUploads }) => bulkUploads.update(counted),
        second: ({ bulkUploads }) => bulkUploads.lock(idOf(1)),
      });
      expect(seen).toEqual(counted);
    });

    it("keeps sources by position, gives their bytes back once, and knows who holds which", async () => {
      const { transact } = await openDatabase();
      await insert(transact, bulkOf(1), bulkOf(2));
      const sources = [2_147_483_647, 0, 7].map((position) => sourceOf(1, position));
      await transact.write(async ({ stagedSources }) => {
        for (const source of [...sources, sourceOf(2, 0, "shared")]) await stagedSources.insert(source);
        const byPosition = sources.toSorted((one, other) => one.position - other.position);
        expect(await stagedSources.findAll(idOf(1))).toEqual(byPosition);
        expect(await stagedSources.find(idOf(1), 7)).toEqual(sources[2]);
        expect(await stagedSources.find(idOf(1), 1)).toBeNull();
        const held = await stagedSources.blobHolders("" as BlobKey, "z" as BlobKey);
        expect([...held.values()]).toEqual([1, 1, 1, 1]);
        const released = await stagedSources.release(idOf(1));
        expect([...released].sort()).toEqual(sources.map(({ blobKey }) => blobKey).sort());
        expect(await stagedSources.release(idOf(1))).toEqual([]);
        expect(await stagedSources.findAll(idOf(1))).toEqual(byPosition.map((each) => ({ ...each, blobKey: null })));
        expect((await stagedSources.blobHolders("" as BlobKey, "z" as BlobKey)).size).toBe(1);
      });
      await expect(transact.write(({ stagedSources }) => stagedSources.insert(sourceOf(1, 7)))).rejects.toThrow(
        /unique|duplicate/i,
      );
    });
  });
}

function bulkOf(count: number, more: Partial<BulkUpload> = {}): BulkUpload {
  return {
    id: idOf(count),
    userId: OWNER,
    status: "pending",
    source: "personal_access_token",
    totalFiles: 1,
    receivedFiles: 0,
    successfulFiles: 0,
    failedFiles: 0,
    autoClassify: false,
    mergeToPdf: false,
    mergedFileName: null,
    reservedDocumentId: null,
    mergedDocumentId: null,
    stagedBytes: 0,
    documentsFolderId: null,
    workspaceId: null,
    isLone: false,
    startedAt: null,
    completedAt: null,
    createdAt: later(count),
    updatedAt: EPOCH,
    abandonedAt: later(count),
    failure: null,
    ...more,
  };
}

const sourceOf = (count: number, position: number, key = `${count}-${position}`): StagedSource => ({
  bulkUploadId: idOf(count),
  position,
  sha256: digestOf(position),
  byteSize: position,
  blobKey: `blobs/${key}` as BlobKey,
  createdAt: EPOCH,
});

const insert = (transact: Transact<Stores>, ...bulks: readonly BulkUpload[]) =>
  transact.write(async ({ bulkUploads }) => {
    for (const bulk of bulks) await bulkUploads.insert(bulk);
  });

const find = (transact: Transact<Stores>, id: BulkUploadId) => transact.read(({ bulkUploads }) => bulkUploads.find(id));
