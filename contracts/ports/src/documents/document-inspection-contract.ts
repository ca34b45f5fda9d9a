import type { Grant, Workspace } from "@cartulary/documents";
import { blobKey } from "@cartulary/kernel";
import { EPOCH, entryOf, idOf, later, records } from "../harness/document-records.ts";
import type { DocumentStoresHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** An id of nothing that exists. */
const NOTHING = "00000000-0000-7000-8000-ffffffffffff";
const ALL = 1000;

/**
 * Contract of document inspections. Rows that foreign keys prevent cannot be inserted here; an adapter without them
 * must report such rows too.
 */
export function documentInspectionContract(name: string, { create }: DocumentStoresHarness): void {
  describe(`${name} inspects documents`, () => {
    it("reads the tree clock without locking it", async () => {
      const transact = await create();
      expect(await transact.read(({ inspection }) => inspection.treeClock())).toBe(0);
      await transact.write(({ tree }) => tree.tick());
      expect(await transact.read(({ inspection }) => inspection.treeClock())).toBe(1);
    });

    it("finds references of workspaces to records that do not exist", async () => {
      const transact = await create();
      const make = records();
      const [type, domain] = [make.entry<"WorkspaceType">(), make.entry<"Domain">()] as const;
      const vain = { domainId: NOTHING, workspaceTypeId: NOTHING } as Partial<Workspace>;
      const workspaces = [
        make.workspace(),
        make.workspace({ workspaceTypeId: type.id, domainId: domain.id }),
        make.workspace(vain),
      ];
      await transact.write(async (stores) => {
        await stores.workspaceTypes.insert(type);
        await stores.domains.insert(domain);
        for (const workspace of workspaces) await stores.workspaces.insert(workspace);
      });
      const seen = await transact.read(({ inspection }) => inspection.workspaces(null, ALL));
      expect(seen).toEqual([
        { id: workspaces[0]?.id, missing: [] },
        { id: workspaces[1]?.id, missing: [] },
        {
          id: workspaces[2]?.id,
          missing: [
            { noun: "domain", id: NOTHING },
            { noun: "workspace type", id: NOTHING },
          ],
        },
      ]);
    });

    it("shows folders with their parents", async () => {
      const transact = await create();
      const make = records();
      const [workspace, other] = [make.workspace(), make.workspace()] as const;
      const top = make.folder({ workspaceId: workspace.id, placedSeq: 3 });
      const inside = make.folder({ documentsFolderId: top.id, workspaceId: other.id, placedSeq: 4 });
      const outside = make.folder({ documentsFolderId: inside.id });
      await transact.write(async (stores) => {
        for (const each of [workspace, other]) await stores.workspaces.insert(each);
        for (const each of [top, inside, outside]) await stores.folders.insert(each);
      });
      const seen = await transact.read(({ inspection }) => inspection.folders(null, ALL));
      const sound = { insideItself: false, missing: [] };
      expect(seen).toEqual([
        { ...sound, id: top.id, workspaceId: workspace.id, placedSeq: 3, parent: null, depth: 1 },
        {
          ...sound,
          id: inside.id,
          workspaceId: other.id,
          placedSeq: 4,
          parent: { id: top.id, workspaceId: workspace.id },
          depth: 2,
        },
        {
          ...sound,
          id: outside.id,
          workspaceId: null,
          placedSeq: 0,
          parent: { id: inside.id, workspaceId: other.id },
          depth: 3,
        },
      ]);
    });

    it("measures the depth of a folder, to one beyond the limit, and detects one inside itself", async () => {
      const transact = await create();
      const make = records();
      const chain = [make.folder()];
      for (let depth = 2; depth <= 67; depth += 1)
        chain.push(make.folder({ documentsFolderId: chain.at(-1)?.id ?? null }));
      const [first, second, below] = [make.folder(), make.folder(), make.folder()] as const;
      await transact.write(async ({ folders }) => {
        for (const each of [...chain, first, second, below]) await folders.insert(each);
        await folders.update({ ...first, documentsFolderId: second.id });
        await folders.update({ ...second, documentsFolderId: first.id });
        await folders.update({ ...below, documentsFolderId: first.id });
      });
      const seen = await transact.read(({ inspection }) => inspection.folders(null, ALL));
      expect(seen.slice(0, chain.length).map(({ depth }) => depth)).toEqual(
        chain.map((_, index) => Math.min(index + 1, 65)),
      );
      expect(seen.slice(chain.length)).toMatchObject([
        { id: first.id, depth: 65, insideItself: true },
        { id: second.id, depth: 65, insideItself: true },
        { id: below.id, depth: 65, insideItself: false },
      ]);
      expect(seen.filter(({ insideItself }) => insideItself)).toHaveLength(2);
    });

    it("shows documents with their folder, their bytes and the totals of their versions", async () => {
      const transact = await create();
      const make = records();
      const folder = make.folder();
      const [domain, type] = [make.entry<"Domain">(), make.entry<"DocumentType">()] as const;
      const plain = make.document();
      const full = make.document({
        documentsFolderId: folder.id,
        domainId: domain.id,
        documentTypeId: type.id,
        versionsCount: 7,
        placedSeq: 9,
      });
      const vain = make.document({ domainId: idOf(0xfff1), documentTypeId: idOf(0xfff2) });
      await transact.write(async (stores) => {
        await stores.folders.insert(folder);
        await stores.domains.insert(domain);
        await stores.documentTypes.insert(type);
        for (const each of [plain, full, vain]) await stores.documents.insert(each);
        for (const versionNumber of [2, 5, 3]) {
          await stores.versions.insert(make.version({ documentId: full.id, versionNumber }));
        }
      });
      const seen = await transact.read(({ inspection }) => inspection.documents(null, ALL));
      const contentOf = ({ blobKey: key, byteSize, sha256 }: typeof plain) => ({ blobKey: key, byteSize, sha256 });
      const none = { count: 0, first: null, last: null };
      const unfiled = { classificationCode: null, planHasCode: false };
      const outside = { workspaceId: null, parent: null, placedSeq: 0, ...unfiled, versionsCount: 0, versions: none };
      expect(seen).toEqual([
        { id: plain.id, ...outside, ...contentOf(plain), missing: [] },
        {
          id: full.id,
          workspaceId: null,
          parent: { id: folder.id, workspaceId: null },
          placedSeq: 9,
          ...unfiled,
          versionsCount: 7,
          versions: { count: 3, first: 2, last: 5 },
          ...contentOf(full),
          missing: [],
        },
        {
          id: vain.id,
          ...outside,
          ...contentOf(vain),
          missing: [
            { noun: "domain", id: vain.domainId },
            { noun: "document type", id: vain.documentTypeId },
          ],
        },
      ]);
    });

    it("shows plans with their codes, and which of these documents have", async () => {
      const transact = await create();
      const make = records();
      const empty = make.plan();
      const plan = make.plan({ entries: [entryOf("1"), entryOf("1.1", "1"), entryOf("2")] });
      const workspace = make.workspace({ classificationPlanId: plan.id });
      const inWorkspace = (classificationCode: string | null) =>
        make.document({ workspaceId: workspace.id, classificationCode });
      const documents = [
        inWorkspace("1.1"),
        inWorkspace("3"),
        inWorkspace(null),
        make.document({ classificationCode: "1" }),
      ];
      await transact.write(async (stores) => {
        for (const each of [empty, plan]) await stores.plans.insert(each);
        await stores.workspaces.insert(workspace);
        for (const document of documents) await stores.documents.insert(document);
      });
      const [plans, filed] = await transact.read(async ({ inspection }) => [
        await inspection.plans(null, ALL),
        await inspection.documents(null, ALL),
      ]);
      expect(plans).toMatchObject([
        { id: empty.id, entries: [], codes: [], missing: [] },
        { id: plan.id, entries: plan.entries, missing: [] },
      ]);
      expect(new Set(plans[1]?.codes)).toMatchObject(
        new Set([
          { code: "1", leaf: false },
          { code: "1.1", leaf: true },
          { code: "2", leaf: true },
        ]),
      );
      expect(filed.map(({ classificationCode, planHasCode }) => [classificationCode, planHasCode])).toEqual([
        ["1.1", true],
        ["3", false],
        [null, false],
        ["1", false],
      ]);
    });

    it("shows the bytes of versions", async () => {
      const transact = await create();
      const make = records();
      const document = make.document();
      const version = make.version({ documentId: document.id });
      await transact.write(async ({ documents, versions }) => {
        await documents.insert(document);
        await versions.insert(version);
      });
      const seen = await transact.read(({ inspection }) => inspection.versions(null, ALL));
      const { id, blobKey: key, byteSize, sha256 } = version;
      expect(seen).toEqual([{ id, blobKey: key, byteSize, sha256, missing: [] }]);
    });

    it("finds grants on resources that do not exist, of every type", async () => {
      const transact = await create();
      const make = records();
      const user = make.user();
      const [workspace, folder, document] = [make.workspace(), make.folder(), make.document()] as const;
      const on = (type: Grant["resource"]["type"], id: string) => make.grant({ to: user.id, on: [type, id] });
      const sound = [on("workspace", workspace.id), on("folder", folder.id), on("document", document.id)];
      const vain = [on("workspace", idOf(0xfff1)), on("folder", idOf(0xfff2)), on("document", idOf(0xfff3))];
      await transact.write(async (stores) => {
        await stores.workspaces.insert(workspace);
        await stores.folders.insert(folder);
        await stores.documents.insert(document);
        for (const grant of [...sound, ...vain]) await stores.grants.insert(grant);
      });
      const seen = await transact.read(({ inspection }) => inspection.grants(null, ALL));
      expect(seen).toEqual([
        ...sound.map(({ id }) => ({ id, missing: [] })),
        ...vain.map(({ id, resource }) => ({ id, missing: [{ noun: resource.type, id: resource.id }] })),
      ]);
    });

    it("shows stored replays to the byte, the expired ones too, page by page", async () => {
      const transact = await create();
      const expectedReplays = [
        { userId: idOf<"User">(1), scope: "documents", key: "B" },
        { userId: idOf<"User">(1), scope: "documents", key: "a" },
        { userId: idOf<"User">(1), scope: "documents!", key: "A" },
        { userId: idOf<"User">(2), scope: "documents", key: "A" },
      ].map((key, index) => ({ ...key, reply: `{"id": "é${index}"}` }));
      await transact.write(async ({ replays }) => {
        for (const replay of expectedReplays.toReversed()) {
          await replays.insert({ ...replay, fingerprint: "f", recordId: null, expiresAt: later(-1) }, EPOCH);
        }
      });
      expect(await transact.read(({ inspection }) => inspection.replays(null, ALL))).toEqual(expectedReplays);
      for (const [index, last] of expectedReplays.entries()) {
        const next = await transact.read(({ inspection }) => inspection.replays(last, 2));
        expect(next).toEqual(expectedReplays.slice(index + 1, index + 3));
      }
    });

    it("goes through every table page by page, missing none and repeating none", async () => {
      const transact = await create();
      const make = records();
      const many = Array.from({ length: 7 }, (_, index) => index + 1);
      const [workspaces, folders] = [many.map(() => make.workspace()), many.map(() => make.folder())] as const;
      const documents = many.map(() => make.document());
      const versions = documents.map(({ id }) => make.version({ documentId: id }));
      const plans = many.map(() => make.plan({ entries: [entryOf("a")] }));
      const grants = folders.map(({ id }) => make.grant({ to: idOf(1), on: ["folder", id] }));
      await transact.write(async (stores) => {
        for (const each of workspaces.toReversed()) await stores.workspaces.insert(each);
        for (const each of folders.toReversed()) await stores.folders.insert(each);
        for (const each of documents.toReversed()) await stores.documents.insert(each);
        for (const each of versions.toReversed()) await stores.versions.insert(each);
        for (const each of grants.toReversed()) await stores.grants.insert(each);
        for (const each of plans.toReversed()) await stores.plans.insert(each);
      });
      await transact.read(async ({ inspection }) => {
        const idsOf = async <Id>(read: (after: Id | null) => Promise<readonly { readonly id: Id }[]>) => {
          const ids: Id[] = [];
          for (;;) {
            const page = await read(ids.at(-1) ?? null);
            if (page.length === 0) return ids;
            ids.push(...page.map(({ id }) => id));
          }
        };
        const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
        expect(await idsOf((after) => inspection.workspaces(after as Workspace["id"], 3))).toEqual(ids(workspaces));
        expect(await idsOf<(typeof folders)[0]["id"]>((after) => inspection.folders(after, 3))).toEqual(ids(folders));
        expect(await idsOf<(typeof documents)[0]["id"]>((after) => inspection.documents(after, 3))).toEqual(
          ids(documents),
        );
        expect(await idsOf<(typeof versions)[0]["id"]>((after) => inspection.versions(after, 3))).toEqual(
          ids(versions),
        );
        expect(await idsOf<(typeof plans)[0]["id"]>((after) => inspection.plans(after, 3))).toEqual(ids(plans));
        expect(await idsOf<Grant["id"]>((after) => inspection.grants(after, 3))).toEqual(ids(grants));
      });
    });

    it("counts how often documents and versions refer to the blobs between two keys", async () => {
      const transact = await create();
      const make = records();
      const of = (key: string) => ({ blobKey: blobKey(key) });
      const documents = ["a", "b", "b", "d", "e"].map((key) => make.document(of(key)));
      const versions = ["b", "c", "d", "e"].map((key, index) =>
        make.version({ documentId: documents[index]?.id ?? idOf(0), ...of(key) }),
      );
      await transact.write(async (stores) => {
        for (const document of documents) await stores.documents.insert(document);
        for (const version of versions) await stores.versions.insert(version);
      });
      const counts = await transact.read(({ inspection }) => inspection.blobHolders(blobKey("b"), blobKey("d")));
      expect(new Map(counts)).toEqual(new Map(Object.entries({ b: 3, c: 1, d: 2 })));
    });
  });
}
