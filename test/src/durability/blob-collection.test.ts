import * as nodeFiles from "node:fs/promises";
import { join, relative } from "node:path";
import { createFsBlobStore, type FileOperations } from "@cartulary/blobs-fs";
import type { DocumentStores } from "@cartulary/documents";
import {
  type BlobKey,
  type BlobStore,
  blobKey,
  type JobStores,
  millisecondsOf,
  type Transact,
} from "@cartulary/kernel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keyed } from "../../support/caller-with-key.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/cartulary-process.ts";
import { databases, type TestDatabase, usualDatabases } from "../../support/databases.ts";
import {
  ADMINISTRATOR,
  archives,
  BLOB_GRACE_SECONDS,
  type DocumentHouse,
  documentHouse,
  incoming,
  newWorld,
  sha256,
  textOf,
  type World,
} from "../../support/document-fixture.ts";

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const GRACE_MS = BLOB_GRACE_SECONDS * 1000;
const UNAVAILABLE = { kind: "unavailable", code: "storage_unavailable", retryAfterSeconds: 5 };

describe.each(databases)("On $name and files,", (engine) => {
  const { open } = engine.emptied();
  /** For what the files do, and what the contracts of the stores ask of each engine. */
  const usual = describe.each(usualDatabases.filter(({ name }) => name === engine.name).map(({ name }) => name));
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let world: World;
  let store: BlobStore;
  let house: DocumentHouse;

  beforeEach(async () => {
    database = await open();
    folder = await temporaryFolder();
    world = newWorld();
    store = createFsBlobStore({ directory: folder.path });
    house = houseOn(store);
  });
  afterEach(async () => {
    await database.close();
    await folder[Symbol.asyncDispose]();
  });

  /** Another process on the same database. */
  function houseOn(
    blobStore: BlobStore,
    transact: Transact<DocumentStores & JobStores> = database.transact,
  ): DocumentHouse {
    return documentHouse({ transact, blobStore, world });
  }

  const create = (text: string, by = house) => by.documents.create(ADMINISTRATOR, incoming({ name: text }, text));
  const replace = (id: Id, text: string, by = house) =>
    by.documents.replace(ADMINISTRATOR, { id, incoming: incoming({}, text) });
  async function addVersion(documentId: Id, text: string, expected: string, by = house) {
    const { caller, replays } = keyed(ADMINISTRATOR, "the-key", world.clock.now());
    const form = incoming({ expectedSha256: sha256(expected) }, text);
    const document = await by.versions.add(caller, { documentId, incoming: form });
    return { document, replayed: replays() > 0 };
  }

  async function restore(documentId: Id, versionNumber: number): Promise<void> {
    const page = { documentId, page: 1, perPage: 100 };
    const { items } = await house.versions.list(ADMINISTRATOR, page);
    const version = items.find((each) => each.versionNumber === versionNumber);
    if (!version) throw new Error(`There is no version ${versionNumber}`);
    await house.versions.restore(ADMINISTRATOR, { documentId, versionId: version.id });
  }

  async function files(): Promise<readonly string[]> {
    const entries = await nodeFiles.readdir(folder.path, { recursive: true, withFileTypes: true });
    const found = entries.filter((entry) => entry.isFile());
    return found.map(({ parentPath, name }) => relative(folder.path, join(parentPath, name)));
  }

  /** Contents, oldest first, the present one last. */
  async function history(documentId: Id): Promise<readonly string[]> {
    const archive = (await archives(house)).find(({ document }) => document.id === documentId);
    if (!archive) throw new Error("The document is gone");
    return Promise.all([...archive.versions, archive.document].map(({ blobKey: key }) => textOf(house, key)));
  }

  async function collectAfter(milliseconds: number, by = house): Promise<number> {
    world.clock.pass(milliseconds);
    return by.blobs.collectGarbage();
  }

  usual("bytes", () => {
    it("of a document that was removed stay for the grace period, then go", async () => {
      const { id } = await create("the lease");
      await house.documents.remove(ADMINISTRATOR, id);
      expect(await collectAfter(GRACE_MS - SECOND_MS)).toBe(0);
      expect(await files()).toHaveLength(1);
      expect(await collectAfter(SECOND_MS)).toBe(1);
      expect(await files()).toEqual([]);
    });

    it("of a content that was replaced likewise, and the new ones stay", async () => {
      const { id } = await create("the lease");
      await replace(id, "the lease, mended");
      expect(await collectAfter(GRACE_MS - SECOND_MS)).toBe(0);
      expect(await collectAfter(SECOND_MS)).toBe(1);
      expect(await history(id)).toEqual(["the lease, mended"]);
    });

    it("that a version and the present content share stay while one of them holds them", async () => {
      const { id } = await create("first");
      await addVersion(id, "second", "first");
      await restore(id, 1);
      await restore(id, 1);
      await replace(id, "third");
      expect(await collectAfter(2 * GRACE_MS)).toBe(0);
      expect(await history(id)).toEqual(["first", "second", "first", "third"]);

      await house.documents.remove(ADMINISTRATOR, id);
      expect(await collectAfter(GRACE_MS)).toBe(3);
      expect(await files()).toEqual([]);
    });

    it("of an upload that breaks off go at the next collection", async () => {
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield Buffer.from("the beginning of");
        throw new Error("the sender left");
      }
      const upload = house.documents.create(ADMINISTRATOR, incoming({}, broken()));
      await expect(upload).rejects.toThrow("the sender left");
      expect(await archives(house)).toEqual([]);
      expect(await collectAfter(0)).toBe(1);
      expect(await files()).toEqual([]);
    });

    it("that were refused after their arrival are removed at once", async () => {
      const { id } = await create("the lease");
      await expect(addVersion(id, "the lease, signed", "another lease")).rejects.toMatchObject({
        code: "version_precondition_failed",
      });
      expect(await collectAfter(0)).toBe(0);
      expect(await history(id)).toEqual(["the lease"]);
      expect(await files()).toHaveLength(1);
    });

    it("of a request that was answered before are removed at once", async () => {
      const { id } = await create("the lease");
      const first = await addVersion(id, "the lease, signed", "the lease");
      const again = await addVersion(id, "the lease, signed", "the lease");
      expect(again).toEqual({ document: first.document, replayed: true });
      expect(await collectAfter(0)).toBe(0);
      expect(await history(id)).toEqual(["the lease", "the lease, signed"]);
      expect(await files()).toHaveLength(2);
    });

    it("that nothing came to refer to go after a day", async () => {
      await house.blobs.stage(bytesOf("a process that was lost"));
      expect(await collectAfter(DAY_MS - SECOND_MS)).toBe(0);
      expect(await collectAfter(SECOND_MS)).toBe(1);
      expect(await files()).toEqual([]);
    });

    it("of an upload that lasts longer than a day are removed completely", async () => {
      async function* slow(): AsyncGenerator<Uint8Array> {
        yield Buffer.from("the beginning of");
        await collectAfter(DAY_MS);
        yield Buffer.from("a slow upload");
      }
      await expect(house.documents.create(ADMINISTRATOR, incoming({}, slow()))).rejects.toMatchObject(UNAVAILABLE);

      const late = {
        ...incoming({}, "that ends too late"),
        async readAll() {
          await collectAfter(DAY_MS);
          return {};
        },
      };
      await expect(house.documents.create(ADMINISTRATOR, late)).rejects.toMatchObject(UNAVAILABLE);
      await collectAfter(DAY_MS);
      expect(await archives(house)).toEqual([]);
      expect(await files()).toEqual([]);
    });

    it("without a record are removed when they are two days old, and no others", async () => {
      const { id } = await create("the lease");
      await house.blobs.stage(bytesOf("on its way"));
      const [old, young] = [blobKey("aa", "bb", "old"), blobKey("aa", "bb", "young")];
      for (const key of [old, young]) await store.put(key, bytesOf("nobody's"));
      for (const file of await files()) await age(file, 2 * DAY_MS + SECOND_MS);
      await age(young, 2 * DAY_MS - SECOND_MS);

      expect(await house.blobs.removeOrphans()).toBe(1);
      expect(await store.open(old)).toBeNull();
      expect(await files()).toHaveLength(3);
      expect(await history(id)).toEqual(["the lease"]);

      await age(young, 2 * DAY_MS + SECOND_MS);
      expect(await house.blobs.removeOrphans()).toBe(1);
      expect(await files()).toHaveLength(2);
    });

    async function age(file: string, milliseconds: number): Promise<void> {
      const stored = new Date(millisecondsOf(world.clock.now()) - milliseconds);
      await nodeFiles.utimes(join(folder.path, file), stored, stored);
    }
  });

  describe("collectors", () => {
    const GARBAGE = 250;

    async function litter(count: number): Promise<void> {
      for (let index = 0; index < count; index += 1) {
        const { blob } = await house.blobs.stage(bytesOf(`garbage ${index}`));
        await database.transact.write(({ blobs }) => blobs.discard(blob.key, world.clock.now()));
      }
    }

    it("that meet share the work: each blob is removed once", async () => {
      await litter(GARBAGE);
      const removed: BlobKey[] = [];
      const recording: BlobStore = {
        ...store,
        remove(key) {
          removed.push(key);
          return store.remove(key);
        },
      };
      const counts = await Promise.all([1, 2, 3].map(() => houseOn(recording).blobs.collectGarbage()));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(GARBAGE);
      expect(new Set(removed).size).toBe(removed.length);
      expect(await files()).toEqual([]);
    });

    it("that are lost after their claim are followed by others ten minutes later", async () => {
      await litter(3);
      const lost = houseOn({ ...store, remove: () => Promise.reject(new Error("lost")) });
      await expect(lost.blobs.collectGarbage()).rejects.toThrow("lost");
      expect(await collectAfter(599 * SECOND_MS)).toBe(0);
      expect(await collectAfter(SECOND_MS)).toBe(3);
      expect(await files()).toEqual([]);
    });

    it("are removed although one blob cannot be removed", async () => {
      await litter(5);
      const [stuck] = (await files()).toSorted();
      const remove: BlobStore["remove"] = (key) =>
        key === stuck ? Promise.reject(new Error("stuck")) : store.remove(key);
      await expect(houseOn({ ...store, remove }).blobs.collectGarbage()).rejects.toThrow("stuck");
      expect(await files()).toEqual([stuck]);
      expect(await collectAfter(600 * SECOND_MS)).toBe(1);
    });

    it("stay when the collection is cancelled, and are removed by the next one", async () => {
      await litter(3);
      await expect(house.blobs.collectGarbage({ aborted: true })).rejects.toThrow("The work was cancelled");
      expect(await files()).toHaveLength(3);
      expect(await collectAfter(600 * SECOND_MS)).toBe(3);
    });

    it("that meet an upload's last moment take its bytes or leave them, never half", async () => {
      const uploads = Array.from({ length: 20 }, async (_, index) => {
        const staged = await house.blobs.stage(bytesOf(`upload ${index}`));
        return staged.blob;
      });
      const blobs = await Promise.all(uploads);
      world.clock.pass(DAY_MS);
      const [locked] = await Promise.all([
        Promise.all(blobs.map((blob) => database.transact.write(({ blobs: records }) => records.attach(blob)))),
        house.blobs.collectGarbage(),
      ]);
      const stored = await files();
      expect(blobs.map(({ key }) => stored.includes(key))).toEqual(locked);
    });
  });

  usual("a store that", () => {
    it.each([
      ["refuses", () => Promise.reject(new Error("refused"))],
      ["breaks in the middle", breaksInTheMiddle],
    ])("%s answers 503 to an upload, and leaves the stored content unchanged", async (_, put) => {
      const { id } = await create("the lease");
      const before = await archives(house);
      const failing = houseOn({ ...store, put });
      await expect(create("another", failing)).rejects.toMatchObject(UNAVAILABLE);
      await expect(replace(id, "the lease, mended", failing)).rejects.toMatchObject(UNAVAILABLE);
      await expect(addVersion(id, "the lease, signed", "the lease", failing)).rejects.toMatchObject(UNAVAILABLE);
      expect(await archives(house)).toEqual(before);

      expect((await addVersion(id, "the lease, signed", "the lease")).replayed).toBe(false);
      expect(await collectAfter(0)).toBe(3);
      expect(await history(id)).toEqual(["the lease", "the lease, signed"]);
    });

    it.each(["ENOSPC", "EDQUOT"])("is full (%s) answers 507, and stores nothing of the upload", async (code) => {
      const { id } = await create("the lease");
      const before = await archives(house);
      const full = houseOn(createFsBlobStore({ directory: folder.path, files: fullDevice(code) }));
      const refusal = { kind: "insufficient_storage", code: "insufficient_storage" };
      await expect(create("another", full)).rejects.toMatchObject(refusal);
      await expect(replace(id, "the lease, mended", full)).rejects.toMatchObject(refusal);
      await expect(addVersion(id, "the lease, signed", "the lease", full)).rejects.toMatchObject(refusal);
      expect(await archives(house)).toEqual(before);
      expect(await files()).toHaveLength(1);
    });

    it("cannot read answers 503 to a download", async () => {
      const { blobKey: key } = await onlyDocument();
      const failing = houseOn({ ...store, open: () => Promise.reject(new Error("refused")) });
      await expect(failing.documents.open(key)).rejects.toMatchObject(UNAVAILABLE);
    });

    it("removes the bytes of a refused row at once, or at the next collection", async () => {
      const refusing = (): Transact<DocumentStores & JobStores> => {
        let writes = 0;
        return {
          ...database.transact,
          write: (work) => (++writes === 2 ? Promise.reject(new Error("no row")) : database.transact.write(work)),
        };
      };
      await expect(create("the lease", houseOn(store, refusing()))).rejects.toThrow("no row");
      expect(await archives(house)).toEqual([]);
      expect(await files()).toEqual([]);
      expect(await collectAfter(0)).toBe(0);

      const stuck = { ...store, remove: () => Promise.reject(new Error("stuck")) };
      await expect(create("the lease", houseOn(stuck, refusing()))).rejects.toThrow("no row");
      expect(await files()).toHaveLength(1);
      expect(await collectAfter(0)).toBe(1);
      expect(await files()).toEqual([]);
    });

    async function onlyDocument() {
      await create("the lease");
      const [archive] = await archives(house);
      if (!archive) throw new Error("The document is gone");
      return archive.document;
    }
  });
});

type Id = Parameters<DocumentHouse["documents"]["remove"]>[1];

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function breaksInTheMiddle(_: BlobKey, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _piece of bytes) throw new Error("broken");
}

/** A file system on which files can be made but nothing can be written. */
function fullDevice(code: string): FileOperations {
  return {
    ...nodeFiles,
    async open(path, flags) {
      const file = await nodeFiles.open(path, flags);
      return {
        read: (...words) => file.read(...words),
        write: () => Promise.reject(Object.assign(new Error(`${code}: write`), { code })),
        stat: () => file.stat(),
        sync: () => file.sync(),
        close: () => file.close(),
      };
    },
  };
}
