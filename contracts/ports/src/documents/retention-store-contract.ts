import type { LegalHold, Retention, TrashEntry, TrashEntryId } from "@cartulary/documents";
import type { Day } from "@cartulary/kernel";
import { ADMINISTRATOR, EPOCH, later, records } from "../harness/document-records.ts";
import type { DocumentStoresHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

const TODAY = "2026-01-02" as Day;
const PAST = "2026-01-01" as Day;
const LATER = "2036-12-31" as Day;

const HOLD: LegalHold = { reason: "a claim", setAt: EPOCH, setBy: null };
const until = (retainUntil: Day): Partial<Retention> => ({ retainUntil });
const held: Partial<Retention> = { legalHold: HOLD, legalHoldSetAt: EPOCH };

/** Contract of retention stores: what retains a resource from above, and what is retained below it. */
export function retentionStoreContract(name: string, { create }: DocumentStoresHarness): void {
  describe(`${name} is a retention store`, () => {
    it("gives a retention back with its record, and the strictest in a view", async () => {
      const { transact, document, folder } = await estate();
      const stored = await transact.write(({ documents }) => documents.lock(document.id));
      expect(stored).toMatchObject({ retainUntil: null, legalHold: HOLD, legalHoldSetAt: EPOCH });
      const view = await transact.read(({ documents }) => documents.find(ADMINISTRATOR, document.id));
      expect(view?.record.retained).toEqual({
        ...{ until: LATER, legalHold: true },
        by: { type: "document", id: document.id, name: document.name },
      });
      expect(folder.retainUntil).toBe(LATER);
    });

    it("finds the retentions of a position from above, nearest first, past days included", async () => {
      const { transact, workspace, above, folder } = await estate();
      const sources = await transact.read(({ retention }) =>
        retention.above({ documentsFolderId: folder.id, workspaceId: workspace.id }),
      );
      expect(sources).toEqual([
        { type: "folder", id: folder.id, name: folder.name, until: LATER, isHeld: false },
        { type: "folder", id: above.id, name: above.name, until: PAST, isHeld: false },
        { type: "workspace", id: workspace.id, name: workspace.label, until: null, isHeld: true },
      ]);
      const top = await transact.read(({ retention }) =>
        retention.above({ documentsFolderId: null, workspaceId: workspace.id }),
      );
      expect(top.map(({ id }) => id)).toEqual([workspace.id]);
      const nowhere = { documentsFolderId: null, workspaceId: null };
      expect(await transact.read(({ retention }) => retention.above(nowhere))).toEqual([]);
    });

    it("counts the retentions in force today in a subtree, strictest first, including its root", async () => {
      const { transact, workspace, above, folder, document, free } = await estate();
      const within = (type: "workspace" | "folder" | "document", id: string, limit = 5) =>
        transact.read(async ({ retention }) => {
          const { first, count } = await retention.within({ type, id }, TODAY, limit);
          return [first.map((source) => source.id), count];
        });
      expect(await within("document", document.id)).toEqual([[document.id], 1]);
      expect(await within("document", free.id)).toEqual([[], 0]);
      expect(await within("folder", folder.id)).toEqual([[document.id, folder.id], 2]);
      expect(await within("folder", above.id)).toEqual([[document.id, folder.id], 2]);
      const [first, count] = await within("workspace", workspace.id, 1);
      expect([(first as readonly string[]).length, count]).toEqual([1, 3]);
    });

    it("finds the retentions of a trash entry, also where its place is in the trash", async () => {
      const { transact, folder, document, workspace } = await estate();
      const entry: TrashEntry = {
        ...{ id: document.id as string as TrashEntryId, kind: "document", name: document.name, path: [] },
        ...{ place: { type: "folder", id: folder.id }, documentsCount: 1, foldersCount: 0, byteSize: 5 },
        ...{ deletedAt: EPOCH, deletedBy: null, restorableUntil: later(60) },
      };
      await transact.write(async ({ documents, trash }) => {
        await documents.remove(document.id, true);
        await trash.insert(entry, []);
      });
      const above = () =>
        transact.read(async ({ retention }) => (await retention.aboveEntry(entry)).map(({ id }) => id));
      const all = await above();
      expect([all[0], all.at(-1), all.length]).toEqual([folder.id, workspace.id, 3]);
      await transact.write(({ folders }) => folders.removeSubtree(folder.id, true));
      expect(await above()).toEqual(all);
    });
  });

  /** A held workspace with a folder of a past day, a retained folder in it, a held document in that, and a free one. */
  async function estate() {
    const transact = await create();
    const make = records();
    const workspace = make.workspace(held);
    const inside = { workspaceId: workspace.id };
    const above = make.folder({ ...inside, ...until(PAST), name: "above" });
    const folder = make.folder({ ...inside, ...until(LATER), documentsFolderId: above.id, name: "folder" });
    const document = make.document({ ...inside, ...held, documentsFolderId: folder.id });
    const free = make.document(inside);
    await transact.write(async ({ workspaces, folders, documents }) => {
      await workspaces.insert(workspace);
      await folders.insert(above);
      await folders.insert(folder);
      await documents.insert(document);
      await documents.insert(free);
    });
    return { transact, workspace, above, folder, document, free };
  }
}
