import type { Version, VersionView } from "@cartulary/documents";
import { EPOCH, later, records } from "../harness/document-records.ts";
import type { DocumentStoresHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** Contract of version stores. */
export function versionStoreContract(name: string, { create }: DocumentStoresHarness): void {
  describe(`${name} is a version store`, () => {
    it("gives back a whole version as it was given, with who archived it", async () => {
      const transact = await create();
      const make = records();
      const user = make.user({ displayName: "Ada Lovelace" });
      const document = make.document();
      const version: Version = {
        ...make.version({ documentId: document.id }),
        versionNumber: 12,
        byteSize: 9_007_199_254_740_991,
        fileName: "été — « 2 ».pdf",
        comment: "Signé\npar tous",
        createdBy: user.id,
        contentCreatedAt: later(-1.5),
        createdAt: EPOCH,
      };
      await transact.write(async ({ users, documents, versions }) => {
        await users.insert(user);
        await documents.insert(document);
        await versions.insert(version);
      });
      const shown: VersionView = { ...version, createdBy: { id: user.id, displayName: "Ada Lovelace" } };
      await transact.read(async ({ versions }) => {
        expect(await versions.find(document.id, version.id)).toEqual(shown);
        expect((await versions.list(document.id, { page: 1, perPage: 20 })).items).toEqual([shown]);
      });

      await transact.write(({ users }) => users.remove(user.id));
      const found = await transact.read(({ versions }) => versions.find(document.id, version.id));
      expect(found).toEqual({ ...version, createdBy: null });
    });

    it("finds a version in its own document only", async () => {
      const transact = await create();
      const make = records();
      const [document, other] = [make.document(), make.document()] as const;
      const version = make.version({ documentId: document.id });
      await transact.write(async ({ documents, versions }) => {
        for (const each of [document, other]) await documents.insert(each);
        await versions.insert(version);
      });
      await transact.read(async ({ versions }) => {
        expect(await versions.find(document.id, version.id)).toMatchObject({ id: version.id });
        expect(await versions.find(other.id, version.id)).toBeNull();
        expect(await versions.find(document.id, make.id())).toBeNull();
      });
    });

    it("lists the newest first, by number and not by id or date, page by page", async () => {
      const transact = await create();
      const make = records();
      const [document, other] = [make.document({ versionsCount: 11 }), make.document({ versionsCount: 1 })] as const;
      const numbers = [3, 11, 1, 2, 10, 4, 9, 5, 8, 6, 7];
      await transact.write(async ({ documents, versions }) => {
        for (const each of [document, other]) await documents.insert(each);
        await versions.insert(make.version({ documentId: other.id }));
        for (const versionNumber of numbers) {
          await versions.insert(make.version({ documentId: document.id, versionNumber }));
        }
      });
      const page = (number: number) =>
        transact.read(async ({ versions }) => {
          const { items, ...counts } = await versions.list(document.id, { page: number, perPage: 5 });
          return [items.map(({ versionNumber }) => versionNumber), counts];
        });
      expect(await page(1)).toEqual([[11, 10, 9, 8, 7], { total: 11, page: 1, perPage: 5 }]);
      expect(await page(3)).toEqual([[1], { total: 11, page: 3, perPage: 5 }]);
      expect(await page(4)).toEqual([[], { total: 11, page: 4, perPage: 5 }]);
    });

    it("has no versions of a document whose content was never archived", async () => {
      const transact = await create();
      const document = records().document();
      await transact.write(({ documents }) => documents.insert(document));
      const listed = await transact.read(({ versions }) => versions.list(document.id, { page: 1, perPage: 20 }));
      expect(listed).toEqual({ items: [], total: 0, page: 1, perPage: 20 });
    });
  });
}
