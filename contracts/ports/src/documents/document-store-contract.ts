import type { Document, DocumentField } from "@cartulary/documents";
import type { ListQuery } from "@cartulary/kernel";
import { ADMINISTRATOR, callerOf, digestOf, later, listed, records } from "../harness/document-records.ts";
import type { DocumentStoresHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

const everything: ListQuery<DocumentField> = { page: 1, perPage: 100, sort: "name", direction: "asc", conditions: [] };

/** Contract of document stores. {@link accessContract} covers lists and levels by grants. */
export function documentStoreContract(name: string, { create }: DocumentStoresHarness): void {
  describe(`${name} is a document store`, () => {
    it("round-trips a document with its container and creator", async () => {
      const transact = await create();
      const make = records();
      const user = make.user({ displayName: "Ada Lovelace" });
      const workspace = make.workspace({ label: "Immeuble", classificationPlanId: make.id() });
      const domain = make.entry<"Domain">({ name: "Gestion" });
      const type = make.entry<"DocumentType">({ name: "Bail" });
      const top = make.folder({ workspaceId: workspace.id });
      const folder = make.folder({ name: "Baux", workspaceId: workspace.id, documentsFolderId: top.id });
      const document: Document = {
        ...make.document(),
        name: "Bail n° 7 — « signé » 🖋",
        description: "Lignes\nde texte",
        documentsFolderId: folder.id,
        workspaceId: workspace.id,
        externalId: "EXT/1",
        domainId: domain.id,
        documentTypeId: type.id,
        classificationCode: "1.2.3",
        metadataUser: { zeta: 1, alpha: { keepsCase: [1.5, null, true, "é"], "": {} }, snake_case: "2026-01-01" },
        tags: ["b", "a", "É"],
        byteSize: 9_007_199_254_740_991,
        sha256: digestOf(0xabcdef),
        versionsCount: 3,
        placedSeq: 9_007_199_254_740_990,
        createdBy: user.id,
        contentCreatedAt: later(-1.5),
        updatedAt: later(0.001),
      };
      await transact.write(async ({ users, domains, documentTypes, workspaces, folders, documents }) => {
        await users.insert(user);
        await domains.insert(domain);
        await documentTypes.insert(type);
        await workspaces.insert(workspace);
        await folders.insert(top);
        await folders.insert(folder);
        await documents.insert(document);
      });
      const found = await transact.read(({ documents }) => documents.find(ADMINISTRATOR, document.id));
      expect(found).toEqual({
        record: {
          ...document,
          classificationPlanId: workspace.classificationPlanId,
          domain: { id: domain.id, name: "Gestion" },
          documentType: { id: type.id, name: "Bail" },
          workspace: { id: workspace.id, label: "Immeuble" },
          folder: { id: folder.id, name: "Baux", documentsFolderId: top.id },
          createdBy: { id: user.id, displayName: "Ada Lovelace" },
          retained: null,
        },
        level: "manage",
        grantedOn: "workspace",
      });
      expect(JSON.stringify(found?.record.metadataUser)).toBe(JSON.stringify(document.metadataUser));
      expect(await transact.write(({ documents }) => documents.lock(document.id))).toEqual(document);
    });

    it("round-trips a document without container and optional fields", async () => {
      const transact = await create();
      const document = records().document({ byteSize: 0 });
      await transact.write(({ documents }) => documents.insert(document));
      const found = await transact.read(({ documents }) => documents.find(callerOf(records().id()), document.id));
      const bare = { classificationPlanId: null, domain: null, documentType: null, workspace: null, folder: null };
      expect(found).toEqual({ record: { ...document, ...bare, retained: null }, level: null, grantedOn: null });
    });

    it("has nothing under an id never written, not even for an administrator", async () => {
      const transact = await create();
      const id = records().id<"Document">();
      expect(await transact.read(({ documents }) => documents.find(ADMINISTRATOR, id))).toBeNull();
      expect(await transact.write(({ documents }) => documents.lock(id))).toBeNull();
    });

    it("names who made it for as long as that person exists, and keeps the id in the record", async () => {
      const transact = await create();
      const make = records();
      const user = make.user();
      const document = make.document({ createdBy: user.id });
      await transact.write(async ({ users, documents }) => {
        await users.insert(user);
        await documents.insert(document);
        await users.remove(user.id);
      });
      const found = await transact.read(({ documents }) => documents.find(ADMINISTRATOR, document.id));
      expect(found?.record.createdBy).toBeNull();
      expect(await transact.write(({ documents }) => documents.lock(document.id))).toEqual(document);
    });

    it("returns the same record in lists, among a folder's items and by id", async () => {
      const transact = await create();
      const make = records();
      const user = make.user();
      const workspace = make.workspace({ classificationPlanId: make.id() });
      const folder = make.folder({ workspaceId: workspace.id });
      const document = make.document({
        workspaceId: workspace.id,
        documentsFolderId: folder.id,
        createdBy: user.id,
        metadataUser: { b: 1, a: 2 },
      });
      await transact.write(async ({ users, workspaces, folders, documents }) => {
        await users.insert(user);
        await workspaces.insert(workspace);
        await folders.insert(folder);
        await documents.insert(document);
      });
      await transact.read(async ({ documents, folders }) => {
        const byId = (await documents.find(ADMINISTRATOR, document.id))?.record;
        expect((await documents.list(ADMINISTRATOR, everything, {})).items).toEqual([byId && listed(byId)]);
        expect((await folders.items(folder.id, 10)).documents).toEqual([byId]);
      });
    });

    it("returns the highest level on the document and its containers", async () => {
      const transact = await create();
      const make = records();
      const userId = make.id<"User">();
      const workspace = make.workspace();
      const folder = make.folder({ workspaceId: workspace.id });
      const document = make.document({ workspaceId: workspace.id, documentsFolderId: folder.id });
      const level = () =>
        transact.read(async ({ documents }) => (await documents.find(callerOf(userId), document.id))?.level);
      await transact.write(async ({ workspaces, folders, documents }) => {
        await workspaces.insert(workspace);
        await folders.insert(folder);
        await documents.insert(document);
      });

      expect(await level()).toBeNull();
      const steps = [
        [["document", document.id], "read", "read"],
        [["folder", folder.id], "manage", "manage"],
        [["workspace", workspace.id], "write", "manage"],
      ] as const;
      for (const [on, granted, expected] of steps) {
        await transact.write(({ grants }) => grants.insert(make.grant({ to: userId, on, level: granted })));
        expect(await level()).toBe(expected);
      }
    });

    it("replaces the whole record and no other", async () => {
      const transact = await create();
      const make = records();
      const folder = make.folder();
      const other = make.document();
      const before = make.document({ description: "gone", documentsFolderId: folder.id, tags: ["t"] });
      const after: Document = {
        ...make.document(),
        id: before.id,
        name: "After",
        fileName: "after.png",
        contentType: "image/png",
        versionsCount: 1,
        placedSeq: 7,
        contentCreatedAt: later(1),
        updatedAt: later(1),
      };
      await transact.write(async ({ folders, documents }) => {
        await folders.insert(folder);
        await documents.insert(other);
        await documents.insert(before);
        await documents.update(after);
        expect(await documents.lock(before.id)).toEqual(after);
        expect(await documents.lock(other.id)).toEqual(other);
      });
    });

    it("searches and sorts by the current name", async () => {
      const transact = await create();
      const make = records();
      const [changed, other] = [make.document({ name: "Zulu" }), make.document({ name: "Mike" })] as const;
      await transact.write(async ({ documents }) => {
        for (const each of [changed, other]) await documents.insert(each);
        await documents.update({ ...changed, name: "ÀLPHA" });
        const found = async (text: string) => {
          const condition = { fields: ["name"], join: "or", predicate: "cont", values: [text] } as const;
          const query = { ...everything, conditions: [condition] };
          return (await documents.list(ADMINISTRATOR, query, {})).items.map(({ id }) => id);
        };
        expect(await found("àlph")).toEqual([changed.id]);
        expect(await found("zulu")).toEqual([]);
        expect(await found("")).toEqual([other.id, changed.id]);
      });
    });

    it("removes a document with its versions, and answers each reference to bytes that went", async () => {
      const transact = await create();
      const make = records();
      const [document, other] = [make.document({ versionsCount: 2 }), make.document({ versionsCount: 1 })] as const;
      const restored = make.version({ documentId: document.id, versionNumber: 1, blobKey: document.blobKey });
      const older = make.version({ documentId: document.id, versionNumber: 2 });
      const remaining = make.version({ documentId: other.id });
      const removed = await transact.write(async ({ documents, versions }) => {
        for (const each of [document, other]) await documents.insert(each);
        for (const each of [restored, older, remaining]) await versions.insert(each);
        return documents.remove(document.id);
      });

      expect(removed).toMatchObject({ folderIds: [], documentIds: [document.id] });
      const references = [document.blobKey, document.blobKey, older.blobKey];
      expect([...removed.blobKeys].sort()).toEqual(references.sort());
      await transact.read(async ({ documents, versions }) => {
        expect(await documents.find(ADMINISTRATOR, document.id)).toBeNull();
        expect(await versions.find(document.id, older.id)).toBeNull();
        expect(await documents.find(ADMINISTRATOR, other.id)).not.toBeNull();
        expect(await versions.find(other.id, remaining.id)).not.toBeNull();
      });
    });

    it("removes nothing where nothing is", async () => {
      const transact = await create();
      const removed = await transact.write(({ documents }) => documents.remove(records().id()));
      expect(removed).toMatchObject({ folderIds: [], documentIds: [], blobKeys: [] });
    });
  });
}
