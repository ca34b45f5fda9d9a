import type { ListQuery } from "@cartulary/kernel";
import { ADMINISTRATOR, callerOf, idOf, records } from "../harness/document-records.ts";
import type { DocumentStoresHarness, DocumentStoresUnderTest } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

const EVERYTHING: ListQuery<"name"> = { page: 1, perPage: 100, sort: "name", direction: "asc", conditions: [] };

/** Contract of tag stores. `accessContract` covers visibility, `documentListsContract` filters and pages. */
export function tagStoreContract(name: string, { create }: DocumentStoresHarness): void {
  describe(`${name} tells tags`, () => {
    const tagsSeen = async ({ tags }: DocumentStoresUnderTest, caller = ADMINISTRATOR) => {
      const { items, total } = await tags.list(caller, EVERYTHING);
      expect(total).toBe(items.length);
      return items.map((tag) => tag.name);
    };

    it("of folders and documents once each, business tags apart", async () => {
      const transact = await create();
      const make = records();
      await transact.write(async ({ workspaces, folders, documents }) => {
        await workspaces.insert(make.workspace({ businessTags: ["business"] }));
        await folders.insert(make.folder({ tags: ["b", "a"] }));
        await folders.insert(make.folder({ tags: [] }));
        await documents.insert(make.document({ tags: ["c", "b"] }));
      });
      expect(await transact.read(tagsSeen)).toEqual(["a", "b", "c"]);
    });

    it("that differ only in case as one, by the first spelling that the caller may read", async () => {
      const transact = await create();
      const make = records();
      const shown = make.document({ tags: ["\u00e9cole"] });
      await transact.write(async ({ folders, documents, grants }) => {
        await folders.insert(make.folder({ tags: ["\u00c9COLE", "zoo"] }));
        await documents.insert(make.document({ tags: ["\u00c9cole"] }));
        await documents.insert(shown);
        await grants.insert(make.grant({ to: idOf(1), on: ["document", shown.id] }));
      });
      expect(await transact.read(tagsSeen)).toEqual(["zoo", "\u00c9COLE"]);
      expect(await transact.read((stores) => tagsSeen(stores, callerOf(idOf(1))))).toEqual(["\u00e9cole"]);
    });

    it("as they are by now", async () => {
      const transact = await create();
      const make = records();
      const [folder, document] = [make.folder({ tags: ["old"] }), make.document({ tags: ["gone"] })];
      await transact.write(async ({ folders, documents }) => {
        await folders.insert(folder);
        await documents.insert(document);
        await folders.update({ ...folder, tags: ["New", '"'] });
        await documents.remove(document.id);
      });
      expect(await transact.read(tagsSeen)).toEqual(['"', "New"]);
    });
  });
}
