import type { Document, Folder, FolderItems, WorkspaceId } from "@cartulary/documents";
import type { Day } from "@cartulary/kernel";
import fc from "fast-check";
import { ADMINISTRATOR, callerOf, EPOCH, later, type Records, records } from "../harness/document-records.ts";
import type { DocumentStoresHarness, DocumentStoresUnderTest } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { below, inRolledBackTransaction, insertTree, type SampleTree, sampleTrees } from "./sample-trees.ts";

const everything = { page: 1, perPage: 100, sort: "name", direction: "asc", conditions: [] } as const;

/** Contract of folder stores. {@link accessContract} covers lists and levels by grants. */
export function folderStoreContract(name: string, { create }: DocumentStoresHarness): void {
  describe(`${name} is a folder store`, () => {
    it("round-trips a folder with its parent and workspace", async () => {
      const transact = await create();
      const make = records();
      const workspace = make.workspace({ label: "Immeuble", classificationPlanId: make.id() });
      const top = make.folder({ name: "Haut", workspaceId: workspace.id });
      const parent = make.folder({ name: "Parent", workspaceId: workspace.id, documentsFolderId: top.id });
      const folder: Folder = {
        id: make.id(),
        name: "Baux 2026 — « été »",
        description: "Lignes\nde texte",
        color: "#A1b2C3",
        icon: "Folder",
        documentsFolderId: parent.id,
        workspaceId: workspace.id,
        externalId: "EXT/1",
        tags: ["b", "a", "É"],
        retainUntil: "2036-12-31" as Day,
        legalHold: { reason: "Réclamation", setAt: EPOCH, setBy: { id: make.id(), displayName: "Ada" } },
        legalHoldSetAt: EPOCH,
        placedSeq: 9_007_199_254_740_991,
        createdBy: make.id(),
        createdAt: EPOCH,
        updatedAt: later(0.001),
      };
      await transact.write(async ({ workspaces, folders }) => {
        await workspaces.insert(workspace);
        for (const each of [top, parent, folder]) await folders.insert(each);
      });
      const found = await transact.read(({ folders }) => folders.find(ADMINISTRATOR, folder.id));
      expect(found).toEqual({
        record: {
          ...folder,
          classificationPlanId: workspace.classificationPlanId,
          workspace: { id: workspace.id, label: "Immeuble" },
          parent: { id: parent.id, name: "Parent", documentsFolderId: top.id },
          retained: { until: "2036-12-31", legalHold: true, by: { type: "folder", id: folder.id, name: folder.name } },
        },
        level: "manage",
        grantedOn: "workspace",
      });
      expect(await transact.write(({ folders }) => folders.lock(folder.id))).toEqual(folder);
    });

    it("round-trips a folder without container and optional fields", async () => {
      const transact = await create();
      const folder = records().folder();
      await transact.write(({ folders }) => folders.insert(folder));
      const found = await transact.read(({ folders }) => folders.find(callerOf(records().id()), folder.id));
      const bare = { classificationPlanId: null, workspace: null, parent: null, retained: null };
      expect(found).toEqual({ record: { ...folder, ...bare }, level: null, grantedOn: null });
    });

    it("has nothing under an id never written, not even for an administrator", async () => {
      const transact = await create();
      const id = records().id<"Folder">();
      expect(await transact.read(({ folders }) => folders.find(ADMINISTRATOR, id))).toBeNull();
      expect(await transact.write(({ folders }) => folders.lock(id))).toBeNull();
    });

    it("returns the highest level of containers, groups and the folder itself", async () => {
      const transact = await create();
      const make = records();
      const [userId, groupId] = [make.id<"User">(), make.id<"Group">()];
      const workspace = make.workspace();
      const parent = make.folder({ workspaceId: workspace.id });
      const folder = make.folder({ workspaceId: workspace.id, documentsFolderId: parent.id });
      const caller = callerOf(userId, groupId);
      const level = async () => (await transact.read(({ folders }) => folders.find(caller, folder.id)))?.level;
      const grant = (overrides: Parameters<Records["grant"]>[0]) =>
        transact.write(({ grants }) => grants.insert(make.grant(overrides)));
      await transact.write(async ({ workspaces, folders }) => {
        await workspaces.insert(workspace);
        await folders.insert(parent);
        await folders.insert(folder);
      });

      expect(await level()).toBeNull();
      await grant({ to: userId, on: ["folder", folder.id], level: "read" });
      expect(await level()).toBe("read");
      await grant({ to: groupId, subjectType: "group", on: ["workspace", workspace.id], level: "write" });
      expect(await level()).toBe("write");
      await grant({ to: userId, on: ["folder", parent.id], level: "manage" });
      expect(await level()).toBe("manage");
      await grant({ to: userId, on: ["workspace", workspace.id], level: "read" });
      expect(await level()).toBe("manage");
    });

    it("follows a folder that moves: its new ancestors decide", async () => {
      const transact = await create();
      const make = records();
      const userId = make.id<"User">();
      const [open, closed] = [make.folder(), make.folder()];
      const folder = make.folder({ documentsFolderId: open.id });
      await transact.write(async ({ folders, grants }) => {
        for (const each of [open, closed, folder]) await folders.insert(each);
        await grants.insert(make.grant({ to: userId, on: ["folder", open.id], level: "write" }));
        await folders.update({ ...folder, documentsFolderId: closed.id });
      });
      await transact.read(async ({ folders }) => {
        expect((await folders.find(callerOf(userId), folder.id))?.level).toBeNull();
        const listed = await folders.list(callerOf(userId), everything, {});
        expect(listed.items.map(({ id }) => id)).toEqual([open.id]);
      });
    });

    it("returns the same record in lists, among items and by id", async () => {
      const { transact, folders } = await settled(create, (make) => {
        const workspace = make.workspace({ classificationPlanId: make.id() });
        const parent = make.folder({ name: "A", workspaceId: workspace.id, tags: ["x"] });
        const folder = make.folder({ name: "B", workspaceId: workspace.id, documentsFolderId: parent.id, icon: "i" });
        return { workspaces: [workspace], folders: [parent, folder] };
      });
      const [parent, folder] = folders as [Folder, Folder];
      await transact.read(async (stores) => {
        const byId = [await record(stores, parent), await record(stores, folder)];
        expect((await stores.folders.list(ADMINISTRATOR, everything, {})).items).toEqual(byId);
        expect((await stores.folders.items(parent.id, 10)).folders).toEqual([byId[1]]);
      });
    });

    it("replaces the whole record and no other", async () => {
      const transact = await create();
      const make = records();
      const parent = make.folder();
      const other = make.folder();
      const before = make.folder({ description: "gone", color: "#000000", documentsFolderId: parent.id, tags: ["t"] });
      const after: Folder = {
        ...before,
        name: "After",
        description: null,
        color: null,
        documentsFolderId: null,
        tags: [],
        placedSeq: 7,
        updatedAt: later(1),
      };
      await transact.write(async ({ folders }) => {
        for (const each of [parent, other, before]) await folders.insert(each);
        await folders.update(after);
        expect(await folders.lock(before.id)).toEqual(after);
        expect(await folders.lock(other.id)).toEqual(other);
      });
    });

    it("searches and sorts by the current name", async () => {
      const transact = await create();
      const make = records();
      const [changed, other] = [make.folder({ name: "Zulu" }), make.folder({ name: "Mike" })] as const;
      await transact.write(async ({ folders }) => {
        for (const each of [changed, other]) await folders.insert(each);
        await folders.update({ ...changed, name: "ÀLPHA" });
        const found = async (text: string) => {
          const condition = { fields: ["name"], join: "or", predicate: "cont", values: [text] } as const;
          const query = { ...everything, conditions: [condition] };
          return (await folders.list(ADMINISTRATOR, query, {})).items.map(({ id }) => id);
        };
        expect(await found("àlph")).toEqual([changed.id]);
        expect(await found("zulu")).toEqual([]);
        expect(await found("")).toEqual([other.id, changed.id]);
      });
    });

    it("has as items the direct content alone: folders first, then by folded name and id", async () => {
      const transact = await create();
      const make = records();
      const parent = make.folder();
      const inside = { documentsFolderId: parent.id };
      const folder = (name: string) => make.folder({ name, ...inside });
      const [upper, lower, second, twin] = [folder("Zoé"), folder("abc"), folder("ABD"), folder("abc")] as const;
      const document = (name: string) => make.document({ name, ...inside });
      const [late, early] = [document("École"), document("Eau")] as const;
      const deeper = make.document({ documentsFolderId: lower.id });
      await transact.write(async ({ folders, documents }) => {
        for (const each of [parent, upper, twin, second, lower]) await folders.insert(each);
        for (const each of [late, deeper, early]) await documents.insert(each);
      });
      const items = await transact.read(({ folders }) => folders.items(parent.id, 10));
      expect(idsOf(items)).toEqual([ids([lower, twin, second, upper]), ids([early, late])]);
      expect(items.truncated).toBe(false);
    });

    it("cuts items at the limit in all, and says so only when something was cut", async () => {
      const { transact, folders, documents } = await settled(create, (make) => {
        const parent = make.folder();
        const inside = { documentsFolderId: parent.id };
        const names = ["a", "b"];
        return {
          folders: [parent, ...names.map((each) => make.folder({ name: each, ...inside }))],
          documents: names.map((each) => make.document({ name: each, ...inside })),
        };
      });
      const [parent, ...inner] = folders as [Folder, ...Folder[]];
      await transact.read(async (stores) => {
        const cut = async (limit: number) => {
          const items = await stores.folders.items(parent.id, limit);
          return [...idsOf(items), items.truncated];
        };
        expect(await cut(5)).toEqual([ids(inner), ids(documents), false]);
        expect(await cut(4)).toEqual([ids(inner), ids(documents), false]);
        expect(await cut(3)).toEqual([ids(inner), ids(documents.slice(0, 1)), true]);
        expect(await cut(2)).toEqual([ids(inner), [], true]);
        expect(await cut(1)).toEqual([ids(inner.slice(0, 1)), [], true]);
      });
    });

    it("cuts items at the bytes of one answer, folders first, however many are read at once", async () => {
      const { transact, folders, documents } = await settled(create, (make) => {
        const parent = make.folder();
        const inside = { documentsFolderId: parent.id };
        const long = { metadataUser: { text: "x".repeat(65_000) } };
        const name = (index: number) => `n${String(index).padStart(3, "0")}`;
        return {
          folders: [
            parent,
            ...Array.from({ length: 120 }, (_, index) => make.folder({ name: name(index), ...inside })),
          ],
          documents: Array.from({ length: 135 }, (_, index) =>
            make.document({ name: name(index), ...inside, ...long }),
          ),
        };
      });
      const [parent, ...inner] = folders as [Folder, ...Folder[]];
      await transact.read(async (stores) => {
        const items = await stores.folders.items(parent.id, 1000);
        expect(items.truncated).toBe(true);
        const [shown, count] = [idsOf(items), items.documents.length];
        expect(shown).toEqual([ids(inner), ids(documents.slice(0, count))]);
        expect(count).toBeGreaterThan(120);
        expect(JSON.stringify(items).length).toBeLessThan(8_388_608);
        const few = await stores.folders.items(parent.id, 230);
        expect([few.documents.length, few.truncated]).toEqual([110, true]);
      });
    });

    it("says that folders were cut where there are no documents", async () => {
      const { transact, folders } = await settled(create, (make) => {
        const parent = make.folder();
        const inside = { documentsFolderId: parent.id };
        return { folders: [parent, make.folder(inside), make.folder(inside), make.folder(inside)] };
      });
      const [parent, ...inner] = folders as [Folder, ...Folder[]];
      await transact.read(async (stores) => {
        const cut = await stores.folders.items(parent.id, 2);
        expect([...idsOf(cut), cut.truncated]).toEqual([ids(inner.slice(0, 2)), [], true]);
        const whole = await stores.folders.items(parent.id, 3);
        expect([...idsOf(whole), whole.truncated]).toEqual([ids(inner), [], false]);
      });
    });

    it("has among the items those that are named and those that were granted, in the order of items, cut at the limit", async () => {
      const reader = callerOf(records(1).id());
      const { transact, folders, documents } = await settled(create, (make) => {
        const parent = make.folder();
        const inside = { documentsFolderId: parent.id };
        const inner = ["a", "b", "c"].map((name) => make.folder({ name, ...inside }));
        const contents = ["d", "e", "f"].map((name) => make.document({ name, ...inside }));
        const [, folder] = inner as [Folder, Folder];
        const [, , document] = contents as [Document, Document, Document];
        return {
          folders: [parent, ...inner, make.folder({ name: "elsewhere" })],
          documents: contents,
          grants: [
            make.grant({ to: reader.userId, on: ["folder", folder.id], level: "write" }),
            make.grant({ to: reader.userId, on: ["document", document.id] }),
            make.grant({ to: make.id(), on: ["document", (contents[1] as Document).id] }),
          ],
        };
      });
      const [parent, first, second, , elsewhere] = folders as [Folder, Folder, Folder, Folder, Folder];
      const [early, , late] = documents as [Document, Document, Document];
      const named = [early.id, elsewhere.id, first.id, late.id];
      await transact.read(async (stores) => {
        const itemsIn = async (names: readonly string[], limit: number) => {
          const items = await stores.folders.itemsIn(reader, parent.id, { ids: names, limit });
          const lock = [...items.folders, ...items.documents];
          return [lock.map(({ record: { id }, level }) => [id, level]), items.truncated];
        };
        const all = [
          [first.id, null],
          [second.id, "write"],
          [early.id, null],
          [late.id, "read"],
        ];
        expect(await itemsIn(named, 4)).toEqual([all, false]);
        expect(await itemsIn(named, 3)).toEqual([all.slice(0, 3), true]);
        expect(await itemsIn(named, 1)).toEqual([all.slice(0, 1), true]);
        expect(await itemsIn([], 9)).toEqual([[all[1], all[3]], false]);
        const { record: found } = (await stores.folders.itemsIn(reader, parent.id, { ids: [], limit: 9 }))
          .folders[0] as { record: unknown };
        expect(found).toEqual(await record(stores, second));
      });
    });

    it("has no items in an empty folder", async () => {
      const { transact, folders } = await settled(create, (make) => ({ folders: [make.folder()] }));
      const [folder] = folders as [Folder];
      const items = await transact.read((stores) => stores.folders.items(folder.id, 10));
      expect(items).toEqual({ folders: [], documents: [], truncated: false });
    });

    it("follows at most 65 folders upwards, and none from where nothing is", async () => {
      const { transact, folders } = await settled(create, (make) => ({ folders: ladder(make, 70) }));
      await transact.read(async (stores) => {
        const upwards = ids(folders).reverse();
        const [deepest] = upwards as [Folder["id"]];
        expect(await stores.folders.chain(deepest)).toEqual(upwards.slice(0, 65));
        expect(await stores.folders.chain(records(0x9000).id())).toEqual([]);
      });
    });

    it("removes the deepest possible tree with its content in one call", async () => {
      const { transact, folders, documents } = await settled(create, (make) => {
        const levels = ladder(make, 64);
        const bottom = make.document({ documentsFolderId: levels.at(-1)?.id ?? null });
        return { folders: levels, documents: [bottom] };
      });
      const [top] = folders as [Folder];
      const removed = await transact.write((stores) => stores.folders.removeSubtree(top.id));
      expect(removed.folderIds).toHaveLength(64);
      expect(removed.documentIds).toEqual(ids(documents));
    });

    it("removes a subtree with all contents and leaves the rest", async () => {
      const transact = await create();
      const make = records();
      const parent = make.folder();
      const folder = make.folder({ documentsFolderId: parent.id });
      const inner = make.folder({ documentsFolderId: folder.id });
      const sibling = make.folder({ documentsFolderId: parent.id });
      const [own, deep, beside] = [folder, inner, sibling].map((each) =>
        make.document({ documentsFolderId: each.id, versionsCount: 1 }),
      ) as [Document, Document, Document];
      const restored = make.version({ documentId: own.id, blobKey: own.blobKey });
      const older = make.version({ documentId: deep.id });
      const remaining = make.version({ documentId: beside.id });
      const removed = await transact.write(async (stores) => {
        for (const each of [parent, folder, inner, sibling]) await stores.folders.insert(each);
        for (const each of [own, deep, beside]) await stores.documents.insert(each);
        for (const each of [restored, older, remaining]) await stores.versions.insert(each);
        return stores.folders.removeSubtree(folder.id);
      });

      expect([...removed.folderIds].sort()).toEqual(ids([folder, inner]).sort());
      expect([...removed.documentIds].sort()).toEqual(ids([own, deep]).sort());
      const references = [own.blobKey, own.blobKey, deep.blobKey, older.blobKey];
      expect([...removed.blobKeys].sort()).toEqual(references.sort());
      await transact.read(async (stores) => {
        expect(await stores.folders.find(ADMINISTRATOR, inner.id)).toBeNull();
        expect(await stores.documents.find(ADMINISTRATOR, deep.id)).toBeNull();
        expect(await stores.versions.find(deep.id, older.id)).toBeNull();
        expect(await record(stores, sibling)).toMatchObject(sibling);
        expect(await stores.versions.find(beside.id, remaining.id)).not.toBeNull();
        expect(idsOf(await stores.folders.items(parent.id, 10))).toEqual([[sibling.id], []]);
      });
    });

    it("removes nothing where nothing is", async () => {
      const transact = await create();
      const nothing = { folderIds: [], documentIds: [], blobKeys: [] };
      const make = records();
      await transact.write(async ({ folders }) => {
        expect(await folders.removeSubtree(make.id())).toMatchObject(nothing);
        expect(await folders.removeWorkspaceContent(make.id())).toMatchObject(nothing);
      });
    });

    it("empties a workspace, so that it can go, and leaves the others", async () => {
      const transact = await create();
      const make = records();
      const [going, staying] = [make.workspace(), make.workspace()] as const;
      const contentOf = (workspaceId: typeof going.id) => {
        const top = make.folder({ workspaceId });
        const inner = make.folder({ workspaceId, documentsFolderId: top.id });
        const places = [null, top.id, inner.id];
        const documents = places.map((documentsFolderId) => make.document({ workspaceId, documentsFolderId }));
        return {
          folders: [top, inner],
          documents,
          version: make.version({ documentId: (documents[0] as Document).id }),
        };
      };
      const [gone, remaining] = [contentOf(going.id), contentOf(staying.id)];
      const removed = await transact.write(async (stores) => {
        for (const each of [going, staying]) await stores.workspaces.insert(each);
        for (const { folders, documents, version } of [gone, remaining]) {
          for (const each of folders) await stores.folders.insert(each);
          for (const each of documents) await stores.documents.insert(each);
          await stores.versions.insert(version);
        }
        const content = await stores.folders.removeWorkspaceContent(going.id);
        await stores.workspaces.remove(going.id);
        return content;
      });

      expect([...removed.folderIds].sort()).toEqual(ids(gone.folders).sort());
      expect([...removed.documentIds].sort()).toEqual(ids(gone.documents).sort());
      const references = [...gone.documents, gone.version].map(({ blobKey }) => blobKey);
      expect([...removed.blobKeys].sort()).toEqual(references.sort());
      await transact.read(async (stores) => {
        expect(await stores.workspaces.find(going.id)).toBeNull();
        const left = await stores.folders.list(ADMINISTRATOR, everything, {});
        expect(left.items.map(({ id }) => id)).toEqual(ids(remaining.folders));
      });
    });

    it("returns the same chains and heights as a slow walk through any tree", async () => {
      const transact = await create();
      const drawing = fc.record({ estate: sampleTrees(), chosen: fc.nat(30) });
      const property = fc.asyncProperty(drawing, ({ estate, chosen }) =>
        inRolledBackTransaction(transact, async (stores) => {
          await insertTree(stores, estate);
          for (const { id } of estate.folders) {
            expect(await stores.folders.chain(id)).toEqual(upwards(estate.folders, id));
            expect(await stores.folders.height(id)).toBe(levels(estate.folders, id));
          }
          const folder = estate.folders[chosen % Math.max(estate.folders.length, 1)];
          if (folder) await movesAndGoes(stores, estate, folder);
        }),
      );
      await fc.assert(property, { numRuns: 25, seed: 20_260_103 });
    });
  });
}

/** The whole subtree changes its workspace and is then deleted; nothing outside it changes. */
async function movesAndGoes(stores: DocumentStoresUnderTest, estate: SampleTree, folder: Folder): Promise<void> {
  const subtree = new Set<string>(ids(below(estate.folders, folder.id)));
  const inside = estate.documents.filter((each) => each.documentsFolderId && subtree.has(each.documentsFolderId));
  const target = records(0x8000).workspace();
  await stores.workspaces.insert(target);

  await stores.folders.assignWorkspace(folder.id, target.id);
  expect(await inWorkspace(stores, target.id)).toEqual([...subtree, ...ids(inside)].sort());
  for (const each of estate.folders.filter(({ id }) => !subtree.has(id))) {
    expect(await stores.folders.lock(each.id)).toEqual(each);
  }
  await stores.folders.assignWorkspace(folder.id, null);
  expect(await inWorkspace(stores, target.id)).toEqual([]);

  const removed = await stores.folders.removeSubtree(folder.id);
  expect([...removed.folderIds].sort()).toEqual([...subtree].sort());
  expect([...removed.documentIds].sort()).toEqual(ids(inside).sort());
  const left = await stores.folders.list(ADMINISTRATOR, everything, {});
  expect(left.total).toBe(estate.folders.length - subtree.size);
}

async function inWorkspace({ folders, documents }: DocumentStoresUnderTest, workspaceId: WorkspaceId) {
  const [inner, contents] = [
    await folders.list(ADMINISTRATOR, everything, { workspaceId }),
    await documents.list(ADMINISTRATOR, everything, { workspaceId }),
  ];
  return [...ids(inner.items), ...ids(contents.items)].sort();
}

function upwards(folders: readonly Folder[], id: string | null): readonly string[] {
  const found = folders.find((folder) => folder.id === id);
  return found ? [found.id, ...upwards(folders, found.documentsFolderId)] : [];
}

function levels(folders: readonly Folder[], id: string): number {
  const children = folders.filter(({ documentsFolderId }) => documentsFolderId === id);
  return 1 + Math.max(0, ...children.map((child) => levels(folders, child.id)));
}

/** Folders each inside the one before. */
function ladder(make: Records, rungs: number): readonly Folder[] {
  const folders: Folder[] = [];
  for (let rung = 0; rung < rungs; rung += 1) {
    folders.push(make.folder({ documentsFolderId: folders.at(-1)?.id ?? null }));
  }
  return folders;
}

async function settled(create: DocumentStoresHarness["create"], draw: (make: Records) => Partial<SampleTree>) {
  const transact = await create();
  const estate: SampleTree = { workspaces: [], folders: [], documents: [], grants: [], ...draw(records()) };
  await transact.write((stores) => insertTree(stores, estate));
  return { transact, ...estate };
}

async function record({ folders }: DocumentStoresUnderTest, { id }: Folder) {
  return (await folders.find(ADMINISTRATOR, id))?.record;
}

function ids<Item extends string>(items: readonly ({ readonly id: Item } | undefined)[]): Item[] {
  return items.flatMap((item) => (item ? [item.id] : []));
}

const idsOf = ({ folders, documents }: FolderItems) => [ids(folders), ids(documents)];
