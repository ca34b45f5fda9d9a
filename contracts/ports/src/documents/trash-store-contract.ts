import type { TrashEntry, TrashEntryId, TrashPlace, trashListing } from "@cartulary/documents";
import type { ListQuery, UserId } from "@cartulary/kernel";
import { interleave } from "../harness/concurrent-transactions.ts";
import { ADMINISTRATOR, callerOf, EPOCH, entryOf, later, type Records, records } from "../harness/document-records.ts";
import type { DatabaseHarness, DocumentStoresUnderTest } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

type Stores = DocumentStoresUnderTest;
type Open = Awaited<ReturnType<DatabaseHarness["openDatabase"]>>;

const NOW = EPOCH;
const OVER = later(60);
const QUERY: ListQuery<keyof typeof trashListing.fields> = {
  page: 1,
  perPage: 20,
  sort: "name",
  direction: "asc",
  conditions: [],
};

/** Contract of the trash: what is in it is nowhere else, and comes back as it was. */
export function trashStoreContract(name: string, { openDatabase }: DatabaseHarness): void {
  describe(`${name} is a trash store`, () => {
    it("gives rows back as they were, at another place, and removes the entry", async () => {
      const { transact, make, folder, inner, document, version, entry } = await deleted(await openDatabase());
      const elsewhere = make.folder();
      await transact.write(({ folders }) => folders.insert(elsewhere));
      const gone = await transact.read(async ({ folders, documents, versions }) => [
        await folders.find(ADMINISTRATOR, folder.id),
        await documents.find(ADMINISTRATOR, document.id),
        (await versions.list(document.id, { page: 1, perPage: 10 })).items,
      ]);
      expect(gone).toEqual([null, null, []]);

      const nodes = await transact.write(({ trash }) =>
        trash.putBack(entry, { documentsFolderId: elsewhere.id, workspaceId: null, placedSeq: 77 }),
      );
      expect({ folders: [...nodes.folderIds].sort(), documents: nodes.documentIds }).toEqual({
        folders: [folder.id, inner.id].sort(),
        documents: [document.id],
      });
      const back = await transact.write(async ({ folders, documents, versions }) => ({
        folder: await folders.lock(folder.id),
        inner: await folders.lock(inner.id),
        document: await documents.lock(document.id),
        versions: (await versions.list(document.id, { page: 1, perPage: 10 })).items.map(({ id }) => id),
      }));
      expect(back).toMatchObject({
        folder: { name: folder.name, documentsFolderId: elsewhere.id, workspaceId: null, placedSeq: 77 },
        inner: { documentsFolderId: folder.id, workspaceId: null, placedSeq: 77 },
        document: {
          ...{ name: document.name, documentsFolderId: inner.id, workspaceId: null, blobKey: document.blobKey },
          placedSeq: 77,
        },
        versions: [version.id],
      });
      expect(await entriesOf(transact)).toEqual([]);
      expect(await transact.write(({ trash }) => trash.lock(ADMINISTRATOR, entry.id, NOW))).toBeNull();
    });

    it("takes a workspace back with its own plan, and clears the codes that another plan lacks", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const workspaceId = make.id<"Workspace">();
      const plan = make.plan({ workspaceId, entries: [entryOf("A")] });
      const workspace = make.workspace({ id: workspaceId, classificationPlanId: plan.id });
      const document = make.document({ workspaceId, classificationCode: "A" });
      await transact.write(async ({ workspaces, documents, plans }) => {
        await workspaces.insert({ ...workspace, classificationPlanId: null });
        await plans.insert(plan);
        await workspaces.update(workspace);
        await documents.insert(document);
      });
      const entry = entryFor(workspace.id, "workspace", workspace.label, { type: "none", id: null });
      await transact.write(async ({ trash, folders, workspaces, plans }) => {
        await trash.keepWorkspace(workspaceId);
        await folders.removeWorkspaceContent(workspaceId, true);
        await plans.removeOwned(workspaceId);
        await workspaces.remove(workspaceId);
        await trash.insert(entry, []);
      });
      const planOf = () => transact.read(({ plans }) => plans.find(ADMINISTRATOR, plan.id));
      expect(await planOf()).toBeNull();
      const nowhere = { documentsFolderId: null, workspaceId: null, placedSeq: 5 };
      await transact.write(({ trash }) => trash.putBack(entry, nowhere));
      expect(await planOf()).toMatchObject({ workspaceId, entries: [{ code: "A" }] });
      const codeOf = () =>
        transact.write(async ({ documents }) => (await documents.lock(document.id))?.classificationCode);
      expect(await codeOf()).toBe("A");

      const alone = entryFor(document.id, "document", document.name, { type: "workspace", id: workspaceId });
      await transact.write(async ({ trash, documents }) => {
        await documents.remove(document.id, true);
        await trash.insert(alone, []);
        await trash.putBack(alone, nowhere);
      });
      expect(await codeOf()).toBeNull();
    });

    it("returns every blob of the removed rows, one for each reference", async () => {
      const { transact, document, version, folder, inner, entry } = await deleted(await openDatabase());
      const removed = await transact.write(({ trash }) => trash.remove(entry));
      expect([...removed.blobKeys].sort()).toEqual([document.blobKey, version.blobKey].sort());
      expect([...removed.folderIds].sort()).toEqual([folder.id, inner.id].sort());
      expect(removed).toMatchObject({ documentIds: [document.id], byteSize: document.byteSize });
      expect(await entriesOf(transact)).toEqual([]);
      const again = await transact.write(({ trash }) => trash.remove(entry));
      expect(again).toEqual({ folderIds: [], documentIds: [], blobKeys: [], byteSize: 0 });
    });

    it("shows an entry to who managed the resource and manages its place, and to who deleted it", async () => {
      const open = await openDatabase();
      const { transact, make, manager, deleter, place, entry } = await deleted(open);
      const level = (userId: UserId) =>
        transact.read(async ({ trash }) => (await trash.list(callerOf(userId), QUERY, NOW)).items[0]?.level ?? null);
      const grant = (to: UserId, on: readonly ["folder", string], given: "write" | "manage") =>
        transact.write(({ grants }) => grants.insert(make.grant({ to, on, level: given })));
      expect([await level(manager), await level(deleter)]).toEqual([null, null]);
      await grant(manager, ["folder", place.id], "manage");
      await grant(deleter, ["folder", place.id], "write");
      const stranger = make.id<"User">();
      await grant(stranger, ["folder", place.id], "manage");
      expect([await level(manager), await level(deleter), await level(stranger)]).toEqual(["manage", "write", null]);
      const [shown] = (await transact.read(({ trash }) => trash.list(ADMINISTRATOR, QUERY, NOW))).items;
      expect(shown).toMatchObject({
        level: "manage",
        restorableTo: { type: "folder", id: place.id, name: place.name },
      });
      expect(shown?.entry).toEqual(entry);
      await transact.write(({ folders }) => folders.removeSubtree(place.id, true));
      expect([await level(manager), await level(deleter)]).toEqual([null, null]);
      const [orphan] = (await transact.read(({ trash }) => trash.list(ADMINISTRATOR, QUERY, NOW))).items;
      expect(orphan?.restorableTo).toBeNull();
    });

    it("knows the names above a resource, and who manages it there and above", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const workspace = make.workspace({ label: "Moulin" });
      const above = make.folder({ workspaceId: workspace.id, name: "Baux" });
      const folder = make.folder({ workspaceId: workspace.id, documentsFolderId: above.id });
      const [one, other, reader] = [make.id<"User">(), make.id<"Group">(), make.id<"User">()];
      await transact.write(async ({ workspaces, folders, grants }) => {
        await workspaces.insert(workspace);
        await folders.insert(above);
        await folders.insert(folder);
        await grants.insert(make.grant({ to: one, on: ["workspace", workspace.id], level: "manage" }));
        await grants.insert(
          make.grant({ to: other, subjectType: "group", on: ["folder", folder.id], level: "manage" }),
        );
        await grants.insert(make.grant({ to: reader, on: ["folder", folder.id], level: "write" }));
      });
      const origin = await transact.write(({ trash }) => trash.originOf({ type: "folder", id: folder.id }, folder));
      expect(origin.path).toEqual([
        { type: "workspace", id: workspace.id, name: "Moulin" },
        { type: "folder", id: above.id, name: "Baux" },
      ]);
      expect([...origin.managers].sort()).toEqual([one, other].sort());
      const steps = origin.path;
      const readable = (userId: UserId) => transact.read(({ trash }) => trash.readableAmong(callerOf(userId), steps));
      expect([...(await readable(one))].sort()).toEqual([workspace.id, above.id].sort());
      expect([...(await readable(reader))]).toEqual([]);
    });

    it("ends for everybody at one instant, and only then is over for the collection", async () => {
      const { transact, entry } = await deleted(await openDatabase());
      const at = (seconds: number) => later(seconds);
      const seen = async (seconds: number) => [
        (await entriesOf(transact, at(seconds))).length,
        (await transact.write(({ trash }) => trash.lock(ADMINISTRATOR, entry.id, at(seconds)))) !== null,
        (await transact.write(({ trash }) => trash.lockOver(at(seconds), null)))?.id ?? null,
      ];
      expect(await seen(59)).toEqual([1, true, null]);
      expect(await seen(60)).toEqual([0, false, entry.id]);
      expect(await transact.write(({ trash }) => trash.lockOver(at(60), entry.id))).toBeNull();
    });

    it("locks an entry, so that the second of two ends finds none", async () => {
      const open = await openDatabase();
      const { entry } = await deleted(open);
      const end = async ({ trash }: Stores) => {
        const visible = await trash.lock(ADMINISTRATOR, entry.id, NOW);
        if (visible) await trash.remove(visible.entry);
        return visible !== null;
      };
      const [first, second] = await interleave(open, { first: end, second: end });
      expect([first, second]).toEqual([true, false]);
    });
  });
}

const entriesOf = ({ read }: Open["transact"], now = NOW) =>
  read(async ({ trash }) => (await trash.list(ADMINISTRATOR, QUERY, now)).items);

function entryFor(id: string, kind: TrashEntry["kind"], name: string, place: TrashPlace): TrashEntry {
  return {
    ...{ id: id as TrashEntryId, kind, name, place, path: [], deletedBy: null },
    ...{ documentsCount: 1, foldersCount: 0, byteSize: 5, deletedAt: NOW, restorableUntil: OVER },
  };
}

interface Deleted {
  readonly transact: Open["transact"];
  readonly make: Records;
  readonly place: ReturnType<Records["folder"]>;
  readonly folder: ReturnType<Records["folder"]>;
  readonly inner: ReturnType<Records["folder"]>;
  readonly document: ReturnType<Records["document"]>;
  readonly version: ReturnType<Records["version"]>;
  readonly manager: UserId;
  readonly deleter: UserId;
  readonly entry: TrashEntry;
}

/** A folder with a folder with a document of two contents, deleted out of another folder. */
async function deleted({ transact }: Open): Promise<Deleted> {
  const make = records();
  const [manager, deleter] = [make.id<"User">(), make.id<"User">()];
  const place = make.folder({ name: "place" });
  const folder = make.folder({ documentsFolderId: place.id, name: "folder" });
  const inner = make.folder({ documentsFolderId: folder.id });
  const document = make.document({ documentsFolderId: inner.id });
  const version = make.version({ documentId: document.id });
  const entry: TrashEntry = {
    ...entryFor(folder.id, "folder", folder.name, { type: "folder", id: place.id }),
    ...{ path: [{ type: "folder", id: place.id, name: place.name }], deletedBy: deleter, foldersCount: 2 },
  };
  await transact.write(async ({ folders, documents, versions, trash }) => {
    await folders.insert(place);
    await folders.insert(folder);
    await folders.insert(inner);
    await documents.insert(document);
    await versions.insert(version);
    await folders.removeSubtree(folder.id, true);
    await trash.insert(entry, [manager]);
  });
  return { transact, make, place, folder, inner, document, version, manager, deleter, entry };
}
