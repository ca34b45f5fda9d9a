import { type BlobKey, blobKey, type Transact } from "@cartulary/kernel";
import type {
  AssembledFile,
  AssemblyClaimId,
  Chunk,
  ChunkedUpload,
  ChunkedUploadId,
  ChunkedUploadStores,
} from "@cartulary/uploads";
import { interleave } from "../harness/concurrent-transactions.ts";
import { digestOf, EPOCH, idOf, later } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** The stores that the suite asks for nothing else but. */
type Stores = Pick<ChunkedUploadStores, "chunkedUploads" | "chunks">;

const OWNER = idOf<"User">(1);
const CLAIM = idOf<"AssemblyClaim">(0xc1);
const DAY_SECONDS = 86_400;
const LAST_KEY = "z" as BlobKey;
const FIRST_KEY = "" as BlobKey;

/** Contract of chunked upload stores. An adapter's whole test is a call to this. */
export function chunkedUploadStoresContract(name: string, { openDatabase }: DatabaseHarness<Stores>): void {
  describe(`${name} keeps chunked uploads`, () => {
    it("gives back every field as it was given, also after a change", async () => {
      const { transact } = await openDatabase();
      const upload = pending(1, {
        filename: "a\u0001/b\\é.pdf",
        metadata: { b: 1, a: { deep: [null, "é"] } },
        documentsFolderId: idOf(5),
        workspaceId: idOf(6),
      });
      await inserted(transact, upload);
      expect(await found(transact, upload.id)).toEqual(upload);
      for (const changed of [
        processing(upload),
        completed(upload),
        completed(upload, { documentId: idOf(7) }),
        upload,
      ]) {
        await transact.write(({ chunkedUploads }) => chunkedUploads.update(changed));
        expect(await found(transact, upload.id)).toEqual(changed);
        expect(await transact.write(({ chunkedUploads }) => chunkedUploads.lock(upload.id))).toEqual(changed);
      }
    });

    it("finds nothing where nothing is, and nothing that was removed", async () => {
      const { transact } = await openDatabase();
      expect(await found(transact, idOf(9))).toBeNull();
      expect(await transact.write(({ chunkedUploads }) => chunkedUploads.lock(idOf(9)))).toBeNull();
      await inserted(transact, pending(1), pending(2));
      await transact.write(({ chunkedUploads }) => chunkedUploads.remove(idOf(1)));
      expect(await found(transact, idOf(1))).toBeNull();
      expect(await found(transact, idOf(2))).toEqual(pending(2));
    });

    it("lets a second lock of a session wait, and then shows the change", async () => {
      const place = await openDatabase();
      const upload = pending(1);
      await inserted(place.transact, upload);
      const [, seen] = await interleave(place, {
        first: ({ chunkedUploads }) => chunkedUploads.lock(upload.id),
        second: ({ chunkedUploads }) => chunkedUploads.lock(upload.id),
        afterwards: ({ chunkedUploads }) => chunkedUploads.update(processing(upload)),
      });
      expect(seen).toEqual(processing(upload));
    });

    it("renews the lease of the claim that holds it, and of no other", async () => {
      const { transact } = await openDatabase();
      const upload = processing(pending(1));
      await inserted(transact, upload, completed(pending(2), { claimId: CLAIM }));
      const renewed = (id: ChunkedUploadId, claim: AssemblyClaimId) =>
        transact.write(({ chunkedUploads }) => chunkedUploads.renew(id, claim, later(500)));
      expect(await renewed(upload.id, idOf(0xc2))).toBe(false);
      expect(await renewed(idOf(2), CLAIM)).toBe(false);
      expect(await renewed(idOf(9), CLAIM)).toBe(false);
      expect(await found(transact, upload.id)).toEqual(upload);
      expect(await renewed(upload.id, CLAIM)).toBe(true);
      expect(await found(transact, upload.id)).toEqual({ ...upload, leaseUntil: later(500) });
      expect(await due(transact, later(499))).toEqual([]);
      expect(await due(transact, later(500))).toEqual([upload.id]);
    });

    it("counts the open sessions of a user, and of all users", async () => {
      const { transact } = await openDatabase();
      await inserted(
        transact,
        pending(1),
        processing(pending(2)),
        completed(pending(3)),
        { ...pending(4), status: "cancelled" },
        { ...pending(5), status: "failed" },
        { ...pending(6), status: "expired" },
        pending(7, { userId: idOf(2) }),
      );
      const count = (seconds: number) =>
        transact.write(({ chunkedUploads }) => chunkedUploads.countOpen(OWNER, later(seconds)));
      expect(await count(0)).toBe(2);
      expect(await count(DAY_SECONDS - 0.001)).toBe(2);
      expect(await count(DAY_SECONDS)).toBe(1);
      expect(await transact.write(({ chunkedUploads }) => chunkedUploads.countOpen(idOf(3), EPOCH))).toBe(0);
      const ofAll = (seconds: number) =>
        transact.read(({ chunkedUploads }) => chunkedUploads.countAllOpen(later(seconds)));
      expect([await ofAll(0), await ofAll(DAY_SECONDS)]).toEqual([3, 1]);
    });

    it("lets a second count of a user's sessions wait for the transaction of the first", async () => {
      const place = await openDatabase();
      const [before, after] = await interleave(place, {
        first: ({ chunkedUploads }) => chunkedUploads.countOpen(OWNER, EPOCH),
        second: ({ chunkedUploads }) => chunkedUploads.countOpen(OWNER, EPOCH),
        afterwards: ({ chunkedUploads }) => chunkedUploads.insert(pending(1)),
      });
      expect([before, after]).toEqual([0, 1]);
    });

    it("returns the open sessions of a user, newest first, `limit` at most", async () => {
      const { transact } = await openDatabase();
      const [first, second] = [pending(1, { createdAt: later(2) }), processing(pending(2, { createdAt: later(1) }))];
      await inserted(
        transact,
        second,
        first,
        completed(pending(3)),
        { ...pending(4), status: "cancelled" },
        { ...pending(5), status: "failed" },
        { ...pending(6), status: "expired" },
        pending(7, { userId: idOf(2) }),
        pending(8),
        pending(9),
      );
      const open = (seconds: number, limit = 100) =>
        transact.read(({ chunkedUploads }) => chunkedUploads.findOpen(OWNER, later(seconds), limit));
      expect(await open(0)).toEqual([first, second, pending(9), pending(8)]);
      expect(await open(0, 2)).toEqual([first, second]);
      expect(await open(DAY_SECONDS)).toEqual([]);
      const leased = { ...second, leaseUntil: later(DAY_SECONDS + 1) };
      await transact.write(({ chunkedUploads }) => chunkedUploads.update(leased));
      expect(await open(DAY_SECONDS)).toEqual([leased]);
      expect(await open(DAY_SECONDS + 1)).toEqual([]);
      expect(await transact.read(({ chunkedUploads }) => chunkedUploads.findOpen(idOf(3), EPOCH, 100))).toEqual([]);
    });

    it("returns at most `limit` due sessions, the longest due first", async () => {
      const { transact } = await openDatabase();
      await inserted(
        transact,
        pending(1, { expiresAt: later(30) }),
        { ...processing(pending(2, { expiresAt: later(1) })), leaseUntil: later(20) },
        completed(pending(3), { expiresAt: later(10) }),
        completed(pending(4), { expiresAt: later(5), documentId: idOf(7) }),
        { ...pending(5, { expiresAt: later(5) }), status: "cancelled" },
      );
      expect(await due(transact, later(9.999))).toEqual([]);
      expect(await due(transact, later(30))).toEqual([3, 2, 1].map((count) => idOf(count)));
      expect(await due(transact, later(30), 2)).toEqual([3, 2].map((count) => idOf(count)));
      expect(await due(transact, later(30 * DAY_SECONDS))).toEqual([3, 2, 1, 4, 5].map((count) => idOf(count)));
    });

    it("returns the assembled files that only sessions refer to", async () => {
      const { transact } = await openDatabase();
      const file = (key: string): Partial<ChunkedUpload> => ({ assembled: { ...ASSEMBLED, blobKey: blobKey(key) } });
      await inserted(
        transact,
        pending(1),
        completed(pending(2), file("b")),
        completed(pending(3), file("d")),
        completed(pending(4), { ...file("c"), documentId: idOf(7) }),
      );
      const holders = (from: BlobKey, through: BlobKey) =>
        transact.read(({ chunkedUploads }) => chunkedUploads.blobHolders(from, through));
      expect(await holders(FIRST_KEY, LAST_KEY)).toEqual(
        new Map([
          ["b", 1],
          ["d", 1],
        ]),
      );
      expect(await holders(blobKey("b"), blobKey("c"))).toEqual(new Map([["b", 1]]));
    });
  });

  describe(`${name} keeps the chunks of uploads`, () => {
    it("returns the last chunk of each number", async () => {
      const { transact } = await openDatabase();
      await inserted(transact, pending(1), pending(2));
      await put(transact, chunk(1, 3), chunk(1, 1), chunk(2, 1), { ...chunk(1, 3), blobKey: blobKey("new"), md5: "n" });
      const one = (number: number) => transact.read(({ chunks }) => chunks.find(idOf(1), number));
      expect(await one(3)).toEqual({ ...chunk(1, 3), blobKey: "new", md5: "n" });
      expect(await one(2)).toBeNull();
      expect(await transact.read(({ chunks }) => chunks.findAll(idOf(1)))).toEqual([
        chunk(1, 1),
        { ...chunk(1, 3), blobKey: "new", md5: "n" },
      ]);
    });

    it("tells which numbers there are, in their order and not in that of digits", async () => {
      const { transact } = await openDatabase();
      await inserted(transact, pending(1), pending(2), pending(3));
      await put(transact, ...[10, 9, 1, 100, 5120, 2].map((number) => chunk(1, number)), chunk(2, 7));
      const numbers = (count: number) => transact.read(({ chunks }) => chunks.numbers(idOf(count)));
      expect(await numbers(1)).toEqual([1, 2, 9, 10, 100, 5120]);
      expect(await numbers(2)).toEqual([7]);
      expect(await numbers(3)).toEqual([]);
      const ofAll = (...counts: readonly number[]) =>
        transact.read(({ chunks }) => chunks.numbersByUpload(counts.map((count) => idOf(count))));
      expect(await ofAll(1, 2, 3)).toEqual(
        new Map([
          [idOf(1), [1, 2, 9, 10, 100, 5120]],
          [idOf(2), [7]],
        ]),
      );
      expect(await ofAll(3)).toEqual(new Map());
      expect(await ofAll()).toEqual(new Map());
    });

    it("removes the chunks of one session and returns their blobs", async () => {
      const { transact } = await openDatabase();
      await inserted(transact, pending(1), pending(2));
      await put(transact, chunk(1, 1), chunk(1, 2), chunk(2, 1));
      const removed = () => transact.write(({ chunks }) => chunks.removeAll(idOf(1)));
      expect([...(await removed())].sort()).toEqual(["chunk-1-1", "chunk-1-2"]);
      expect(await removed()).toEqual([]);
      expect(await transact.read(({ chunks }) => chunks.findAll(idOf(2)))).toEqual([chunk(2, 1)]);
    });

    it("tells which blobs they hold", async () => {
      const { transact } = await openDatabase();
      await inserted(transact, pending(1));
      await put(transact, ...[1, 2, 3].map((number) => chunk(1, number)));
      const holders = await transact.read(({ chunks }) =>
        chunks.blobHolders(blobKey("chunk-1-2"), blobKey("chunk-1-3")),
      );
      expect(holders).toEqual(
        new Map([
          ["chunk-1-2", 1],
          ["chunk-1-3", 1],
        ]),
      );
    });
  });
}

const ASSEMBLED: AssembledFile = {
  blobKey: blobKey("whole"),
  sha256: digestOf(1),
  md5: "1B2M2Y8AsgTpgAmY7PhCfg==",
  contentType: "text/plain",
  charset: "utf-8",
};

function pending(count: number, overrides: Partial<ChunkedUpload> = {}): ChunkedUpload {
  return {
    id: idOf(count),
    userId: OWNER,
    status: "pending",
    filename: "scan.pdf",
    declaredContentType: "application/pdf",
    fileSize: 5_368_709_120,
    chunkSize: 1_048_576,
    documentsFolderId: null,
    workspaceId: null,
    metadata: null,
    createdAt: EPOCH,
    expiresAt: later(DAY_SECONDS),
    claimId: null,
    leaseUntil: null,
    assembled: null,
    completedAt: null,
    documentId: null,
    changedAt: EPOCH,
    ...overrides,
  };
}

const processing = (upload: ChunkedUpload): ChunkedUpload => ({
  ...upload,
  status: "processing",
  claimId: CLAIM,
  leaseUntil: later(60),
});

const completed = (upload: ChunkedUpload, overrides: Partial<ChunkedUpload> = {}): ChunkedUpload => ({
  ...upload,
  status: "completed",
  assembled: ASSEMBLED,
  completedAt: EPOCH,
  ...overrides,
});

const chunk = (upload: number, number: number): Chunk => ({
  uploadId: idOf(upload),
  number,
  byteSize: 1_048_576,
  md5: "1B2M2Y8AsgTpgAmY7PhCfg==",
  blobKey: blobKey(`chunk-${upload}-${number}`),
});

async function inserted(transact: Transact<Stores>, ...uploads: readonly ChunkedUpload[]): Promise<void> {
  await transact.write(async ({ chunkedUploads }) => {
    for (const upload of uploads) await chunkedUploads.insert(upload);
  });
}

async function put(transact: Transact<Stores>, ...all: readonly Chunk[]): Promise<void> {
  await transact.write(async ({ chunks }) => {
    for (const each of all) await chunks.put(each);
  });
}

const found = (transact: Transact<Stores>, id: ChunkedUploadId) =>
  transact.read(({ chunkedUploads }) => chunkedUploads.find(id));

const due = (transact: Transact<Stores>, now: ReturnType<typeof later>, limit = 100) =>
  transact.read(({ chunkedUploads }) => chunkedUploads.findDue(now, limit));
