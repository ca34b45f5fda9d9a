import { interleave, runInside } from "../harness/concurrent-transactions.ts";
import { records } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** Contract of `lock`: concurrent updates of one record are serialized, so no update is lost. */
export function recordLockContract(name: string, { openDatabase, writesAtOnce }: DatabaseHarness): void {
  describe(`${name} locks records`, () => {
    it("shows the second lock of a document the first one's change", async () => {
      const place = await openDatabase();
      const document = records().document();
      await place.transact.write(({ documents }) => documents.insert(document));
      const [first, second] = await interleave(place, {
        first: ({ documents }) => documents.lock(document.id),
        second: ({ documents }) => documents.lock(document.id),
        afterwards: ({ documents }) => documents.update({ ...document, name: "Changed" }),
      });
      expect(first).toEqual(document);
      expect(second).toEqual({ ...document, name: "Changed" });
    });

    it("finds no document when the transaction that held its lock removed it", async () => {
      const place = await openDatabase();
      const document = records().document();
      await place.transact.write(({ documents }) => documents.insert(document));
      const [, second] = await interleave(place, {
        first: ({ documents }) => documents.lock(document.id),
        second: ({ documents }) => documents.lock(document.id),
        afterwards: async ({ documents }) => {
          await documents.remove(document.id);
        },
      });
      expect(second).toBeNull();
    });

    it("removes a locked document after that transaction ends, with the version that it added", async () => {
      const place = await openDatabase();
      const make = records();
      const folder = make.folder();
      const document = make.document({ documentsFolderId: folder.id });
      const version = make.version({ documentId: document.id });
      await place.transact.write(async ({ folders, documents }) => {
        await folders.insert(folder);
        await documents.insert(document);
      });
      const [, removed] = await interleave(place, {
        first: ({ documents }) => documents.lock(document.id),
        second: ({ folders }) => folders.removeSubtree(folder.id),
        afterwards: ({ versions }) => versions.insert(version),
      });
      expect([...removed.blobKeys].sort()).toEqual([document.blobKey, version.blobKey].sort());
    });

    it("shows the second lock of a folder the first one's change", async () => {
      const place = await openDatabase();
      const folder = records().folder();
      await place.transact.write(({ folders }) => folders.insert(folder));
      const [first, second] = await interleave(place, {
        first: ({ folders }) => folders.lock(folder.id),
        second: ({ folders }) => folders.lock(folder.id),
        afterwards: ({ folders }) => folders.update({ ...folder, name: "Changed" }),
      });
      expect(first).toEqual(folder);
      expect(second).toEqual({ ...folder, name: "Changed" });
    });

    it("shows the second lock of a workspace the first one's change, even after an earlier read", async () => {
      const place = await openDatabase();
      const workspace = records().workspace();
      await place.transact.write(({ workspaces }) => workspaces.insert(workspace));
      await interleave(place, {
        first: ({ workspaces }) => workspaces.lock(workspace.id),
        second: async ({ workspaces }) => {
          await workspaces.find(workspace.id);
          const locked = await workspaces.lock(workspace.id);
          if (locked) await workspaces.update({ ...locked, description: "Added" });
        },
        afterwards: ({ workspaces }) => workspaces.update({ ...workspace, label: "Changed" }),
      });
      const found = await place.transact.read(({ workspaces }) => workspaces.find(workspace.id));
      expect(found).toMatchObject({ label: "Changed", description: "Added" });
    });

    if (writesAtOnce) {
      it("leaves other records free", async () => {
        const place = await openDatabase();
        const make = records();
        const [folder, other] = [make.folder(), make.folder()] as const;
        await place.transact.write(async ({ folders }) => {
          await folders.insert(folder);
          await folders.insert(other);
        });
        const [, free] = await runInside(place, {
          first: ({ folders }) => folders.lock(folder.id),
          second: ({ folders }) => folders.lock(other.id),
        });
        expect(free).toEqual(other);
      });
    }
  });
}
