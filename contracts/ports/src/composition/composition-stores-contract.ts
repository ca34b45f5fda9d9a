import type { ComposedDocument, ComposedDocumentId, CompositionStores, Part } from "@cartulary/composition";
import type { Caller, Id, Instant, ListQuery } from "@cartulary/kernel";
import { ADMINISTRATOR, callerOf, EPOCH, idOf, later, records } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { type CompositionHarness, template } from "./composition-harness.ts";
import { massCommunicationContract } from "./mass-communication-contract.ts";

const composed = (overrides: Partial<ComposedDocument> = {}): ComposedDocument => ({
  id: idOf(800),
  name: "Lease",
  description: null,
  status: "draft",
  templateId: null,
  templateKey: "letter",
  locale: "fr",
  variables: { a: { B: 1 } },
  variablesSchema: {},
  pageSettings: {},
  typstSource: null,
  assemblyMode: "composed",
  workspaceId: null,
  folderId: null,
  pdfFileId: null,
  metadataUser: {},
  exportedAt: null,
  revision: 0,
  exportedRevision: null,
  createdBy: idOf(1),
  createdAt: EPOCH,
  updatedAt: EPOCH,
  ...overrides,
});

const part = (count: number, overrides: Partial<Part> = {}): Part => ({
  id: idOf(700 + count),
  composedDocumentId: idOf(800),
  title: null,
  content: "text",
  contentFormat: "markdown",
  contentSource: "human",
  partType: "content",
  position: count,
  status: "draft",
  alignment: "left",
  bsize: 12,
  pageBreak: false,
  rowGroup: null,
  key: null,
  instructions: null,
  assigneeId: null,
  assigneeType: null,
  metadata: { x: [1] },
  lockedAt: null,
  createdAt: EPOCH,
  updatedAt: EPOCH,
  ...overrides,
});

function withoutContent(of: Part | undefined): object {
  const { content: _, ...rest } = of ?? expect.unreachable();
  return rest;
}

const outlined = (of: Part | undefined) => ({ id: of?.id, status: of?.status, partType: of?.partType });

const EVERYTHING: ListQuery<"name"> = { page: 1, perPage: 100, sort: "name", direction: "asc", conditions: [] };

/** Contract of the stores of templates, composed documents and parts. */
export function compositionStoresContract(name: string, harness: CompositionHarness): void {
  templates(name, harness);
  composedDocuments(name, harness);
  parts(name, harness);
  massCommunicationContract(name, harness);
}

function templates(name: string, { openDatabase }: CompositionHarness): void {
  describe(`${name} keeps templates`, () => {
    it("whole, found by id and by key, with how many documents come from them", async () => {
      const { transact } = await openDatabase();
      await transact.write(async (stores) => {
        await stores.templates.insert(template());
        await stores.composedDocuments.insert(composed({ templateId: template().id }));
      });
      const view = { ...template(), composedDocumentsCount: 1 };
      expect(await transact.read(({ templates }) => templates.find(template().id))).toEqual(view);
      expect(await transact.read(({ templates }) => templates.findByKey("letter"))).toEqual(view);
      expect(await transact.read(({ templates }) => templates.findByKey("Letter"))).toBeNull();
    });

    it("of different keys only", async () => {
      const { transact } = await openDatabase();
      await transact.write(({ templates }) => templates.insert(template()));
      const taken = { details: [{ field: "key", code: "taken" }] };
      await expect(
        transact.write(({ templates }) => templates.insert(template({ id: idOf(901) }))),
      ).rejects.toMatchObject(taken);
      await transact.write(({ templates }) => templates.insert(template({ id: idOf(902), key: "other" })));
      await expect(
        transact.write(async ({ templates }) => {
          await templates.lock(idOf(902));
          await templates.update(template({ id: idOf(902) }));
        }),
      ).rejects.toMatchObject(taken);
    });

    it("of which only active ones are listed, by name, and lent to new documents", async () => {
      const { transact } = await openDatabase();
      await transact.write(async ({ templates }) => {
        await templates.insert(template({ name: "b" }));
        await templates.insert(template({ id: idOf(901), key: "second", name: "A" }));
        await templates.insert(template({ id: idOf(902), key: "gone", name: "0", active: false }));
      });
      const found = (offset: number) => transact.read(({ templates }) => templates.listActive(offset));
      const names = async (offset: number) => (await found(offset)).items.map((each) => each.name);
      expect([await names(0), await names(1), await names(2)]).toEqual([["A", "b"], ["b"], []]);
      expect((await found(1)).total).toBe(2);
      const lent = (key: string) => transact.write(({ templates }) => templates.lockSharedByKey(key));
      expect(await lent("second")).toMatchObject({ name: "A" });
      expect(await lent("gone")).toBeNull();
      const kept = (count: number) => transact.write(({ templates }) => templates.lockShared(idOf(count)));
      expect([await kept(902), await kept(903)]).toEqual([true, false]);
    });

    it("and makes the first ones once", async () => {
      const { transact } = await openDatabase();
      const claim = () => transact.write(({ templates }) => templates.claimSeeding(1));
      const isSeeded = () => transact.read(({ templates }) => templates.isSeeded(1));
      expect([await isSeeded(), await claim(), await claim(), await isSeeded()]).toEqual([false, true, false, true]);
    });
  });
}

function composedDocuments(name: string, { openDatabase }: CompositionHarness): void {
  describe(`${name} keeps composed documents`, () => {
    it("whole, with who made them and how many parts they have", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const user = make.user({ displayName: "Ada" });
      const document = composed({ createdBy: user.id, exportedAt: EPOCH, exportedRevision: 3, typstSource: "= É" });
      await transact.write(async (stores) => {
        await stores.users.insert(user);
        await stores.composedDocuments.insert(document);
        await stores.parts.insert([part(1), part(2)]);
      });
      expect(await transact.read(({ composedDocuments }) => composedDocuments.find(document.id))).toEqual({
        ...document,
        createdBy: { id: user.id, displayName: "Ada" },
        creatorId: user.id,
        partsCount: 2,
      });
      const changed = { ...document, name: "Another", status: "ready" as const, revision: 4 };
      await transact.write(({ composedDocuments }) => composedDocuments.update(changed));
      expect(await transact.write(({ composedDocuments }) => composedDocuments.lock(document.id))).toEqual(changed);
      await transact.write(({ composedDocuments }) => composedDocuments.remove(document.id));
      expect(await transact.read(({ composedDocuments }) => composedDocuments.find(document.id))).toBeNull();
    });

    it("that are listed without their sources, and as many as a list may have bytes", async () => {
      const { transact } = await openDatabase();
      const metadataUser = { long: "x".repeat(3_000_000) };
      const named = (id: number) => composed({ id: idOf(id), name: `n${id}`, metadataUser, typstSource: "= Source" });
      await transact.write(async (stores) => {
        for (const id of [801, 802, 803]) await stores.composedDocuments.insert(named(id));
      });
      const page = (offset?: number) =>
        transact.read(({ composedDocuments }) =>
          composedDocuments.list(ADMINISTRATOR, { ...EVERYTHING, ...(offset !== undefined && { offset }) }, {}),
        );
      const { items, total } = await page();
      expect([items.map(({ name }) => name), total]).toEqual([["n801", "n802"], 3]);
      const { typstSource: _, ...listed } = named(801);
      expect(items[0]).toEqual({ ...listed, createdBy: null, creatorId: idOf(1), partsCount: 0 });
      expect(await page(2)).toMatchObject({ items: [{ name: "n803" }], total: 3, offset: 2 });
    });

    it("that are listed by the rights on their folder, else their workspace, else to who made them", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const workspace = make.workspace();
      const outer = make.folder({ workspaceId: workspace.id });
      const inner = make.folder({ workspaceId: workspace.id, documentsFolderId: outer.id });
      const [owner, reader, member, stranger] = [1, 2, 3, 4].map((count) => callerOf(idOf(count))) as [
        Caller,
        Caller,
        Caller,
        Caller,
      ];
      const at = (id: number, where: Partial<ComposedDocument>) => composed({ id: idOf(id), name: `n${id}`, ...where });
      await transact.write(async (stores) => {
        await stores.workspaces.insert(workspace);
        await stores.folders.insert(outer);
        await stores.folders.insert(inner);
        await stores.grants.insert(make.grant({ to: reader.userId, on: ["folder", outer.id] }));
        await stores.grants.insert(make.grant({ to: member.userId, on: ["workspace", workspace.id] }));
        await stores.composedDocuments.insert(at(801, { folderId: inner.id, workspaceId: workspace.id }));
        await stores.composedDocuments.insert(at(802, { workspaceId: workspace.id, status: "ready" }));
        await stores.composedDocuments.insert(at(803, {}));
      });
      const seen = async (caller: Caller, within = {}) => {
        const { items, total } = await transact.read(({ composedDocuments }) =>
          composedDocuments.list(caller, EVERYTHING, within),
        );
        expect(total).toBe(items.length);
        return items.map((each) => each.name);
      };
      expect(await seen(owner)).toEqual(["n803"]);
      expect(await seen(reader)).toEqual(["n801"]);
      expect(await seen(member)).toEqual(["n801", "n802"]);
      expect(await seen(stranger)).toEqual([]);
      expect(await seen(ADMINISTRATOR)).toEqual(["n801", "n802", "n803"]);
      expect(await seen(ADMINISTRATOR, { folderId: inner.id })).toEqual(["n801"]);
      expect(await seen(ADMINISTRATOR, { workspaceId: workspace.id })).toEqual(["n801", "n802"]);
      expect(await seen(member, { status: "ready" })).toEqual(["n802"]);
    });

    it("that forget removed references, and follow their folder into another workspace", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const [one, other] = [make.workspace(), make.workspace()];
      const outer = make.folder({ workspaceId: one.id });
      const inner = make.folder({ workspaceId: one.id, documentsFolderId: outer.id });
      const pdf = idOf<"Document">(60);
      const document = composed({
        folderId: inner.id,
        workspaceId: one.id,
        templateId: idOf(900),
        pdfFileId: pdf,
      });
      await transact.write(async (stores) => {
        for (const each of [one, other]) await stores.workspaces.insert(each);
        for (const each of [outer, inner]) await stores.folders.insert(each);
        await stores.composedDocuments.insert(document);
        await stores.composedDocuments.insert(composed({ id: idOf(801), workspaceId: one.id }));
      });
      const change = async (work: (store: CompositionStores["composedDocuments"]) => Promise<void>) => {
        await transact.write(({ composedDocuments }) => work(composedDocuments));
        return transact.read(({ composedDocuments }) => composedDocuments.find(document.id));
      };
      expect(await change((store) => store.assignWorkspace(outer.id, other.id))).toMatchObject({
        workspaceId: other.id,
        folderId: inner.id,
      });
      expect(await transact.read((stores) => stores.composedDocuments.find(idOf(801)))).toMatchObject({
        workspaceId: one.id,
      });
      expect(await change((store) => store.forgetFolders([outer.id]))).toMatchObject({ folderId: inner.id });
      expect(await change((store) => store.forgetFolders([inner.id]))).toMatchObject({
        folderId: null,
        workspaceId: other.id,
      });
      expect(await change((store) => store.forgetWorkspace(one.id))).toMatchObject({ workspaceId: other.id });
      expect(await change((store) => store.forgetWorkspace(other.id))).toMatchObject({ workspaceId: null });
      expect(await change((store) => store.forgetPdfs([idOf(61)]))).toMatchObject({ pdfFileId: pdf });
      expect(await change((store) => store.forgetPdfs([pdf]))).toMatchObject({ pdfFileId: null });
      expect(await change((store) => store.forgetTemplate(idOf(900)))).toMatchObject({
        templateId: null,
        templateKey: null,
      });
    });

    it("with one claim to compile at a time, until it is released or not renewed", async () => {
      const { transact } = await openDatabase();
      const id: ComposedDocumentId = composed().id;
      await transact.write(({ composedDocuments }) => composedDocuments.insert(composed()));
      const claimOf = (count: number, seconds: number) => ({
        token: idOf<"CompileClaim">(count),
        until: later(seconds) as Instant,
      });
      const claim = (count: number, seconds: number, now: number) =>
        transact.write((stores) => stores.composedDocuments.claimCompile(id, claimOf(count, seconds), later(now)));
      const renew = (count: number, seconds: number) =>
        transact.write((stores) => stores.composedDocuments.renewCompile(id, claimOf(count, seconds)));
      const release = (token: Id<"CompileClaim">) =>
        transact.write((stores) => stores.composedDocuments.releaseCompile(id, token));
      expect(await claim(1, 30, 0)).toBe(true);
      expect(await claim(2, 40, 29)).toBe(false);
      expect(await renew(1, 60)).toBe(true);
      expect(await claim(2, 70, 59)).toBe(false);
      expect(await claim(2, 90, 60)).toBe(true);
      expect(await renew(1, 120)).toBe(false);
      await release(idOf(1));
      expect(await claim(3, 100, 61)).toBe(false);
      await release(idOf(2));
      expect(await claim(3, 100, 61)).toBe(true);
    });
  });
}

function parts(name: string, { openDatabase }: CompositionHarness): void {
  describe(`${name} keeps parts`, () => {
    it("in the order of their positions, and of their making where those are equal", async () => {
      const { transact } = await openDatabase();
      const late = part(1, { position: 5, createdAt: later(9), content: "é\n\t", rowGroup: -1, lockedAt: EPOCH });
      const all = [late, part(2, { position: 5 }), part(3, { position: -4 }), part(4, { position: 5 })];
      await transact.write(async (stores) => {
        await stores.parts.insert(all);
        await stores.parts.insert([part(9, { composedDocumentId: idOf(801) })]);
      });
      const inOrder = [all[2], all[1], all[3], late] as const;
      const read = <Result>(work: (store: CompositionStores["parts"]) => Promise<Result>) =>
        transact.read((stores) => work(stores.parts));
      const page = (withContent: boolean, more = {}) =>
        read((store) => store.list(idOf(800), { page: 1, perPage: 9, withContent, ...more }));
      expect(await page(true)).toEqual({ items: inOrder, total: 4, page: 1, perPage: 9 });
      expect((await page(false)).items).toEqual(inOrder.map((each) => withoutContent(each)));
      const idsOf = async (more: object) => (await page(false, more)).items.map(({ id }) => id);
      expect(await idsOf({ page: 2, perPage: 3 })).toEqual([late.id]);
      expect(await idsOf({ offset: 2 })).toEqual([all[3]?.id, late.id]);
      expect(await page(false, { page: 3, perPage: 3 })).toEqual({ items: [], total: 4, page: 3, perPage: 3 });
      expect(await read((store) => store.positions(idOf(800)))).toEqual(
        inOrder.map((each) => ({ id: each?.id, position: each?.position })),
      );
      expect(await read((store) => store.outlines(idOf(800)))).toEqual(
        inOrder.map((each) => ({ ...outlined(each), contentBytes: 4 })),
      );
      expect(await transact.read((stores) => stores.parts.find(idOf(801), late.id))).toBeNull();
      expect(await transact.read((stores) => stores.parts.find(idOf(800), late.id))).toEqual(late);
    });

    it("until one is removed, or all with their document", async () => {
      const { transact } = await openDatabase();
      await transact.write(async (stores) => {
        await stores.parts.insert([part(1), part(2), part(3, { composedDocumentId: idOf(801) })]);
        await stores.parts.update(part(2, { content: "new", status: "ready" }));
        await stores.parts.remove(part(1).id);
      });
      const all = async (id: ComposedDocumentId) =>
        (await transact.read((stores) => stores.parts.list(id, { page: 1, perPage: 9, withContent: true }))).items;
      expect(await all(idOf(800))).toEqual([part(2, { content: "new", status: "ready" })]);
      await transact.write((stores) => stores.parts.removeAll(idOf(800)));
      expect(await all(idOf(800))).toEqual([]);
      expect(await all(idOf(801))).toHaveLength(1);
    });

    it("that can be counted, judged and moved without their contents", async () => {
      const { transact } = await openDatabase();
      const extent = () => transact.read((stores) => stores.parts.extent(idOf(800)));
      expect(await extent()).toEqual({ count: 0, lastPosition: 0 });
      await transact.write((stores) =>
        stores.parts.insert([
          part(1, { position: -2 }),
          part(2, { position: 7, status: "ready" }),
          part(3, { status: "ready" }),
          part(4, { composedDocumentId: idOf(801), position: 99, status: "locked" }),
        ]),
      );
      expect(await extent()).toEqual({ count: 3, lastPosition: 7 });
      const statuses = await transact.read((stores) => stores.parts.statuses(idOf(800)));
      expect(statuses.toSorted()).toEqual(["draft", "ready"]);
      const moved = [
        { id: part(1).id, position: 8 },
        { id: part(3).id, position: -9 },
      ];
      await transact.write((stores) => stores.parts.move(moved, later(5)));
      const found = (count: number) => transact.read((stores) => stores.parts.find(idOf(800), part(count).id));
      expect(await found(1)).toEqual(part(1, { position: 8, updatedAt: later(5) }));
      expect(await found(2)).toEqual(part(2, { position: 7, status: "ready" }));
      expect(await found(3)).toEqual(part(3, { position: -9, status: "ready", updatedAt: later(5) }));
    });

    it("of which only printed parts are read for printing", async () => {
      const { transact } = await openDatabase();
      await transact.write((stores) =>
        stores.parts.insert([part(2, { status: "ready", title: "Two", rowGroup: 3, pageBreak: true }), part(1)]),
      );
      const printed = (includeDraft: boolean) =>
        transact.read((stores) => stores.parts.findPrinted(idOf(800), { includeDraft }));
      const layout = { partType: "content", alignment: "left", bsize: 12 } as const;
      const two = { id: part(2).id, title: "Two", content: "text", contentFormat: "markdown", ...layout };
      expect(await printed(false)).toEqual([{ ...two, pageBreak: true, rowGroup: 3 }]);
      expect((await printed(true)).map(({ id }) => id)).toEqual([part(1).id, part(2).id]);
    });

    it("of which no more are read for a list than it may have bytes, and one in any case", async () => {
      const { transact } = await openDatabase();
      const longest = "é".repeat(4_300_000);
      await transact.write((stores) => stores.parts.insert([part(1), part(2, { content: longest }), part(3)]));
      const idsOf = async (offset: number, withContent = true) => {
        const listing = { page: 1, perPage: 9, offset, withContent };
        const { items, total } = await transact.read((stores) => stores.parts.list(idOf(800), listing));
        expect(total).toBe(3);
        return items.map(({ id }) => id);
      };
      const [one, two, three] = [part(1).id, part(2).id, part(3).id];
      expect([await idsOf(0), await idsOf(1), await idsOf(2)]).toEqual([[one], [two], [three]]);
      expect(await idsOf(0, false)).toEqual([one, two, three]);
    });
  });
}
