import { FOLDER_DEPTH_MAX, type Folder, type FolderId, type NodeRef } from "@cartulary/documents";
import {
  type CandidateCursor,
  type Chain,
  explain,
  type NamedLink,
  type NewRoot,
  NO_BARRIERS,
  type PublicDocumentLookup,
  type WalkStart,
  walkStart,
} from "@cartulary/public-access";
import { interleave } from "../harness/concurrent-transactions.ts";
import { ADMINISTRATOR, EPOCH, idOf, later, records } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";
import type { PublicAccessHarness, PublicAccessPlace, PublicAccessStoresUnderTest } from "./public-access-stores.ts";

const NOTHING = idOf<"Folder">(0xffff);
const ALL = 100;
/** The state of an unchanged top folder. */
const UNTOUCHED: WalkStart = { isExcluded: false, floorSeq: 0, roots: [] };

const folderRef = (id: FolderId): NodeRef => ({ type: "folder", id });
const rootOf = (folderId: FolderId, publishedSeq: number): NewRoot => ({
  folderId,
  publishedSeq,
  publishedAt: EPOCH,
  publishedBy: ADMINISTRATOR.userId,
});
const marked = (floorSeq: number, excludedSeq: number | null, seconds = 0) => ({
  floorSeq,
  excludedSeq,
  excludedAt: excludedSeq === null ? null : later(seconds),
  excludedBy: excludedSeq === null ? null : ADMINISTRATOR.userId,
});

/** Contract of public access stores, method by method. */
export function publicAccessStoreContract(name: string, { openDatabase }: PublicAccessHarness): void {
  const write = async <Result>(work: (stores: PublicAccessStoresUnderTest) => Promise<Result>) => {
    const { transact } = await openDatabase();
    return transact.write(work);
  };

  describe(`${name} keeps public access: the way up`, () => {
    it("is read from a node to the top, with the marks and stamps of each", async () => {
      const make = records();
      const [excluder, publisher] = [make.user({ displayName: "Ex" }), make.user({ displayName: "Pub" })] as const;
      const top = make.folder({ name: "Top", placedSeq: 1 });
      const inside = make.folder({ name: "Inside", documentsFolderId: top.id, placedSeq: 2 });
      const document = make.document({ name: "Document", documentsFolderId: inside.id, placedSeq: 3 });
      const chain = await write(async (stores) => {
        for (const each of [excluder, publisher]) await stores.users.insert(each);
        for (const each of [top, inside]) await stores.folders.insert(each);
        await stores.documents.insert(document);
        const { publicAccess } = stores;
        await publicAccess.insertRoot({ ...rootOf(top.id, 4), publishedBy: publisher.id });
        await publicAccess.stamp({ rootId: top.id, seq: 5, folderIds: [inside.id] });
        await publicAccess.setBarriers(folderRef(inside.id), { ...marked(7, 6), excludedBy: excluder.id });
        return publicAccess.chain({ type: "document", id: document.id });
      });
      const bare = { ...NO_BARRIERS, exclusion: null, publishedSeq: null, publication: null, stampSeq: null };
      expect(chain).toEqual({
        complete: true,
        stamped: true,
        links: [
          { ...bare, id: document.id, type: "document", name: "Document", placedSeq: 3 },
          {
            ...bare,
            id: inside.id,
            type: "folder",
            name: "Inside",
            placedSeq: 2,
            floorSeq: 7,
            excludedSeq: 6,
            exclusion: { at: EPOCH, by: { id: excluder.id, displayName: "Ex" } },
          },
          {
            ...bare,
            id: top.id,
            type: "folder",
            name: "Top",
            placedSeq: 1,
            publishedSeq: 4,
            publication: { at: EPOCH, by: { id: publisher.id, displayName: "Pub" } },
            stampSeq: 5,
          },
        ],
      });
    });

    it("has no name for a removed user, and reports a stamp whose root is not an ancestor", async () => {
      const make = records();
      const [here, elsewhere] = [make.folder(), make.folder()] as const;
      const inside = make.folder({ documentsFolderId: elsewhere.id });
      const chain = await write(async (stores) => {
        for (const each of [here, elsewhere, inside]) await stores.folders.insert(each);
        await stores.publicAccess.insertRoot(rootOf(elsewhere.id, 1));
        await stores.publicAccess.stamp({ rootId: elsewhere.id, seq: 2, folderIds: [elsewhere.id] });
        await stores.publicAccess.setBarriers(folderRef(inside.id), marked(3, 3));
        await stores.folders.update({ ...inside, documentsFolderId: here.id });
        return stores.publicAccess.chain(folderRef(inside.id));
      });
      expect(chain).toMatchObject({
        stamped: true,
        links: [{ id: inside.id, stampSeq: null, exclusion: { at: EPOCH, by: null } }, { id: here.id }],
      });
    });

    it("is null for an unknown resource, and for the id of a document with the type of a folder", async () => {
      const document = records().document();
      const chains = await write(async ({ documents, publicAccess }) => {
        await documents.insert(document);
        return [
          await publicAccess.chain(folderRef(NOTHING)),
          await publicAccess.chain({ type: "document", id: idOf(0xfffe) }),
          await publicAccess.chain(folderRef(document.id as string as FolderId)),
        ];
      });
      expect(chains).toEqual([null, null, null]);
    });

    it("is complete for a document in the deepest possible folder, and cut beyond the limit", async () => {
      const make = records();
      const folders = chainOf(make, FOLDER_DEPTH_MAX + 2);
      const at = (depth: number) => folders[depth - 1]?.id ?? NOTHING;
      const deepest = make.document({ documentsFolderId: at(FOLDER_DEPTH_MAX) });
      const beyond = make.document({ documentsFolderId: at(FOLDER_DEPTH_MAX + 2) });
      const chains = await write(async (stores) => {
        for (const each of folders) await stores.folders.insert(each);
        for (const each of [deepest, beyond]) await stores.documents.insert(each);
        return Promise.all([deepest, beyond].map(({ id }) => stores.publicAccess.chain({ type: "document", id })));
      });
      expect(chains.map((chain) => chain?.complete)).toEqual([true, false]);
      expect(chains.map((chain) => chain?.links.length)).toEqual([FOLDER_DEPTH_MAX + 1, FOLDER_DEPTH_MAX + 2]);
    });

    it.each([
      ["goes round in circles", (own: FolderId) => own],
      ["leads to a folder that is not there", () => NOTHING],
    ])("makes nothing public where it %s", async (_what, parentOf) => {
      const place = await openDatabase();
      const make = records();
      const [top, inside] = chainOf(make, 2) as [Folder, Folder];
      const sound = await place.transact.write(async ({ folders, publicAccess }) => {
        for (const each of [top, inside]) await folders.insert(each);
        await publicAccess.insertRoot(rootOf(top.id, 1));
        await publicAccess.stamp({ rootId: top.id, seq: 2, folderIds: [top.id] });
        return publicAccess.chain(folderRef(inside.id));
      });
      expect(sound && explain(sound).public).toBe(true);
      await place.damage(`update folders set documents_folder_id = '${parentOf(inside.id)}' where id = '${top.id}'`);
      await place.transact.read(async ({ publicAccess }) => {
        for (const { id } of [top, inside]) {
          const chain = await publicAccess.chain(folderRef(id));
          if (!chain) throw new Error("There is no way up");
          expect(chain.complete).toBe(false);
          expect(explain(chain)).toMatchObject({ public: false, reason: "stale" });
          const counts = await publicAccess.counts(id, walkStart(chain));
          expect(counts.public).toBe(0);
          expect(await publicAccess.unstamped(id, walkStart(chain), ALL)).toEqual([]);
        }
      });
    });
  });

  describe(`${name} keeps public access: marks and roots`, () => {
    it("returns marks as they were last written, and null without any", async () => {
      const make = records();
      const folder = folderRef(make.folder().id);
      const found = await write(async ({ publicAccess }) => {
        const before = await publicAccess.barriers(folder);
        await publicAccess.setBarriers(folder, marked(8, 8));
        const cut = await publicAccess.barriers(folder);
        await publicAccess.setFloor(folder, 9);
        const raised = await publicAccess.barriers(folder);
        await publicAccess.setBarriers(folder, marked(10, null));
        return [before, cut, raised, await publicAccess.barriers(folder)];
      });
      expect(found).toEqual([
        NO_BARRIERS,
        { floorSeq: 8, excludedSeq: 8 },
        { floorSeq: 9, excludedSeq: 8 },
        { floorSeq: 10, excludedSeq: null },
      ]);
    });

    it("sets a floor on a node without marks, and keeps the excluding user of present marks", async () => {
      const make = records();
      const [plain, cut] = [make.folder(), make.folder()] as const;
      const links = await write(async ({ folders, publicAccess }) => {
        for (const each of [plain, cut]) await folders.insert(each);
        await publicAccess.setBarriers(folderRef(cut.id), marked(1, 1, 60));
        for (const each of [plain, cut]) await publicAccess.setFloor(folderRef(each.id), 5);
        return [await publicAccess.chain(folderRef(plain.id)), await publicAccess.chain(folderRef(cut.id))];
      });
      expect(links.map((chain) => chain?.links[0])).toMatchObject([
        { floorSeq: 5, excludedSeq: null, exclusion: null },
        { floorSeq: 5, excludedSeq: 1, exclusion: { at: later(60) } },
      ]);
    });

    it("answers marks and places of folders in the order of the ids, and leaves out folders that do not exist", async () => {
      const make = records();
      const [one, other] = [make.folder({ placedSeq: 3 }), make.folder({ placedSeq: 4 })] as const;
      const links = await write(async ({ folders, publicAccess }) => {
        for (const each of [one, other]) await folders.insert(each);
        await publicAccess.setBarriers(folderRef(one.id), marked(6, 5));
        return [await publicAccess.folderLinks([other.id, NOTHING, one.id]), await publicAccess.folderLinks([])];
      });
      expect(links).toEqual([
        [
          { id: other.id, placedSeq: 4, ...NO_BARRIERS },
          { id: one.id, placedSeq: 3, floorSeq: 6, excludedSeq: 5 },
        ],
        [],
      ]);
    });

    it("makes a root that holds its own stamp, once, and ends it", async () => {
      const place = await openDatabase();
      const folder = records().folder();
      const found = await place.transact.write(async ({ folders, publicAccess }) => {
        await folders.insert(folder);
        const before = await publicAccess.removeRoot(folder.id);
        await publicAccess.insertRoot(rootOf(folder.id, 3));
        return [before, await publicAccess.chain(folderRef(folder.id))];
      });
      expect(found).toMatchObject([false, { links: [{ publishedSeq: 3, stampSeq: 3 }] }]);
      const again = place.transact.write(({ publicAccess }) => publicAccess.insertRoot(rootOf(folder.id, 4)));
      await expect(again).rejects.toThrow(/unique|duplicate/i);
      const ended = await place.transact.write(async ({ publicAccess }) => [
        await publicAccess.removeRoot(folder.id),
        await publicAccess.removeRoot(folder.id),
        await publicAccess.chain(folderRef(folder.id)),
      ]);
      expect(ended).toMatchObject([true, false, { stamped: true, links: [{ publishedSeq: null, stampSeq: 3 }] }]);
    });

    it("opens a root anew over the stamp that it had before", async () => {
      const folder = records().folder();
      const chain = await write(async ({ folders, publicAccess }) => {
        await folders.insert(folder);
        await publicAccess.insertRoot(rootOf(folder.id, 3));
        await publicAccess.removeRoot(folder.id);
        await publicAccess.insertRoot(rootOf(folder.id, 9));
        return publicAccess.chain(folderRef(folder.id));
      });
      expect(chain?.links).toMatchObject([{ publishedSeq: 9, stampSeq: 9 }]);
    });
  });

  describe(`${name} keeps public access: propagation`, () => {
    it("begins with the root's own stamp, and only for a root", async () => {
      const make = records();
      const [root, other] = [make.folder(), make.folder()] as const;
      const found = await write(async ({ folders, publicAccess }) => {
        for (const each of [root, other]) await folders.insert(each);
        await publicAccess.insertRoot(rootOf(root.id, 1));
        return [
          await publicAccess.startPropagation(root.id, 5, later(5)),
          await publicAccess.startPropagation(other.id, 6, later(6)),
          (await publicAccess.chain(folderRef(root.id)))?.links[0]?.stampSeq,
          (await publicAccess.chain(folderRef(other.id)))?.stamped,
        ];
      });
      expect(found).toEqual([true, false, 5, false]);
    });

    it("stamps the direct content of the folders that is older and not excluded", async () => {
      const make = records();
      const root = make.folder();
      const within = (placedSeq: number) => ({ documentsFolderId: root.id, placedSeq });
      const folders = [make.folder(within(4)), make.folder(within(5)), make.folder(within(4))] as const;
      const documents = [make.document(within(4)), make.document(within(5)), make.document(within(4))] as const;
      const below = make.document({ documentsFolderId: folders[0].id });
      const found = await write(async (stores) => {
        for (const each of [root, ...folders]) await stores.folders.insert(each);
        for (const each of [...documents, below]) await stores.documents.insert(each);
        const { publicAccess } = stores;
        await publicAccess.insertRoot(rootOf(root.id, 1));
        await publicAccess.setBarriers(folderRef(folders[2].id), marked(2, 2));
        await publicAccess.setBarriers({ type: "document", id: documents[2].id }, marked(3, 3));
        const stamped = await publicAccess.stamp({ rootId: root.id, seq: 5, folderIds: [root.id] });
        const seqs = await Promise.all(
          [...folders.map(({ id }) => folderRef(id)), ...[...documents, below].map(documentRef)].map(
            async (node) => (await publicAccess.chain(node))?.links.at(-1)?.stampSeq,
          ),
        );
        return { stamped, seqs };
      });
      expect(found.stamped).toEqual({ stamped: 2, folderIds: [folders[0].id] });
      expect(found.seqs).toEqual([5, null, null, 5, null, null, null]);
    });

    it("never takes a stamp back to a smaller number, and counts it all the same", async () => {
      const make = records();
      const [root, inside] = chainOf(make, 2) as [Folder, Folder];
      const found = await write(async ({ folders, publicAccess }) => {
        for (const each of [root, inside]) await folders.insert(each);
        await publicAccess.insertRoot(rootOf(root.id, 1));
        const granted: number[] = [];
        for (const seq of [9, 7]) {
          await publicAccess.startPropagation(root.id, seq, EPOCH);
          granted.push((await publicAccess.stamp({ rootId: root.id, seq, folderIds: [root.id] })).stamped);
        }
        const seqs = [root, inside].map(
          async ({ id }) => (await publicAccess.chain(folderRef(id)))?.links.at(-1)?.stampSeq,
        );
        return [granted, await Promise.all(seqs)];
      });
      expect(found).toEqual([
        [1, 1],
        [9, 9],
      ]);
    });

    it("stamps nothing for a former root", async () => {
      const [root, inside] = chainOf(records(), 2) as [Folder, Folder];
      const found = await write(async ({ folders, publicAccess }) => {
        for (const each of [root, inside]) await folders.insert(each);
        const stamped = await publicAccess.stamp({ rootId: root.id, seq: 5, folderIds: [root.id] });
        return [stamped, (await publicAccess.chain(folderRef(inside.id)))?.stamped];
      });
      expect(found).toEqual([{ stamped: 0, folderIds: [] }, false]);
    });

    it("makes a move wait for the end of a step, and draws the higher number for it", async () => {
      const place = await openDatabase();
      const [root, inside] = await published(place);
      const [stepSeq, moveSeq] = await interleave(place, {
        first: async ({ tree, publicAccess }) => {
          const seq = await tree.lockShared();
          await publicAccess.stamp({ rootId: root.id, seq, folderIds: [root.id] });
          return seq;
        },
        second: async ({ tree, folders }) => {
          const seq = await tree.tick();
          await folders.update({ ...inside, documentsFolderId: null, placedSeq: seq });
          return seq;
        },
      });
      expect(moveSeq).toBeGreaterThan(stepSeq);
      expect(
        (await place.transact.read(({ publicAccess }) => publicAccess.chain(folderRef(inside.id))))?.links,
      ).toMatchObject([{ id: inside.id, placedSeq: moveSeq }]);
    });

    it("makes a step wait for the end of a removal, and leaves no stamp on removed nodes", async () => {
      const place = await openDatabase();
      const [root, inside] = await published(place);
      const [, stamped] = await interleave(place, {
        first: ({ tree }) => tree.tick(),
        second: async ({ tree, publicAccess }) => {
          await tree.lockShared();
          return publicAccess.stamp({ rootId: root.id, seq: 50, folderIds: [root.id] });
        },
        afterwards: async ({ folders, publicAccess }) => {
          await folders.removeSubtree(inside.id);
          await publicAccess.forget([folderRef(inside.id)]);
        },
      });
      expect(stamped).toEqual({ stamped: 0, folderIds: [] });
    });
  });

  describe(`${name} keeps public access: descendants`, () => {
    it("counts nothing below an empty folder", async () => {
      const folder = records().folder();
      const found = await write(async ({ folders, publicAccess }) => {
        await folders.insert(folder);
        return [
          await publicAccess.counts(folder.id, UNTOUCHED),
          await publicAccess.unstamped(folder.id, UNTOUCHED, ALL),
          await publicAccess.exclusions(folder.id, ALL),
          await publicAccess.candidates(folder.id, null, ALL),
        ];
      });
      const none = { folders: 0, documents: 0, excludedFolders: 0, excludedDocuments: 0, public: 0 };
      expect(found).toEqual([none, [], { items: [], count: 0 }, []]);
    });

    it("lists at most `limit` exclusions, oldest first, then by id, and counts all", async () => {
      const make = records();
      const top = make.folder();
      const inside = [1, 2, 3].map(() => make.folder({ documentsFolderId: top.id }));
      const document = make.document({ documentsFolderId: inside[0]?.id ?? null, name: "Deep" });
      const seconds = [20, 10, 20];
      const found = await write(async ({ folders, documents, publicAccess }) => {
        for (const each of [top, ...inside]) await folders.insert(each);
        await documents.insert(document);
        for (const [index, { id }] of inside.entries()) {
          await publicAccess.setBarriers(folderRef(id), marked(index + 1, index + 1, seconds[index]));
        }
        await publicAccess.setBarriers(documentRef(document), marked(9, 9, 0));
        await publicAccess.setBarriers(folderRef(top.id), marked(8, 8));
        return [await publicAccess.exclusions(top.id, ALL), await publicAccess.exclusions(top.id, 2)];
      });
      const order = [document.id, inside[1]?.id, inside[0]?.id, inside[2]?.id];
      expect(found.map(({ items }) => items.map(({ resourceId }) => resourceId))).toEqual([order, order.slice(0, 2)]);
      expect(found.map(({ count }) => count)).toEqual([4, 4]);
      expect(found[0]?.items[0]).toEqual({
        resourceType: "document",
        resourceId: document.id,
        name: "Deep",
        inherited: false,
        excludedAt: EPOCH,
        excludedBy: null,
      });
    });

    it("goes through candidates page by page, folders first, by folded name and id, missing none", async () => {
      const make = records();
      const root = make.folder();
      const within = (name: string) => ({ name, documentsFolderId: root.id });
      const folders = ["b", "É", "a", "A"].map((each) => make.folder(within(each)));
      const documents = ["z", "a", "Ä", "a"].map((each) => make.document(within(each)));
      const late = make.document({ ...within("a late one"), placedSeq: 99 });
      const { all, paged } = await write(async (stores) => {
        for (const each of [root, ...folders]) await stores.folders.insert(each);
        for (const each of [...documents, late]) await stores.documents.insert(each);
        const { publicAccess } = stores;
        await publicAccess.insertRoot(rootOf(root.id, 1));
        await publicAccess.stamp({ rootId: root.id, seq: 2, folderIds: [root.id] });
        const pages = async (limit: number) => {
          const items: (CandidateCursor & { readonly id: string })[] = [];
          for (let after: CandidateCursor | null = null; ; after = items.at(-1) ?? null) {
            const page = await publicAccess.candidates(root.id, after, limit);
            items.push(...page.map(({ item }) => item));
            if (page.length < limit) return items.map(({ id }) => id);
          }
        };
        return { all: await pages(ALL), paged: [await pages(1), await pages(3), await pages(4)] };
      });
      const [b, e, a, capital] = folders;
      const [z, first, umlaut, second] = documents;
      expect(all).toEqual([a, capital, b, e, first, second, z, umlaut].map((each) => each?.id));
      expect(paged).toEqual([all, all, all]);
    });

    it("shows visitors a folder and a document without anything else, and its present content", async () => {
      const make = records();
      const folder = make.folder({ name: "F", description: "d", color: "#112233", icon: "i", tags: ["secret"] });
      const document = make.document({ name: "D", description: "e", tags: ["secret"], externalId: "x" });
      const found = await write(async ({ folders, documents, publicAccess }) => {
        await folders.insert(folder);
        await documents.insert(document);
        const id = { folder: NOTHING, document: idOf<"Document">(0xfffe) };
        return [
          await publicAccess.publicFolder(folder.id),
          await publicAccess.publicDocument(document.id),
          await publicAccess.publicFolder(id.folder),
          await publicAccess.publicDocument(id.document),
        ];
      });
      expect([found[0], found[2], found[3]]).toEqual([
        { id: folder.id, name: "F", description: "d", color: "#112233", icon: "i", updatedAt: EPOCH },
        null,
        null,
      ]);
      expect(found[1]).toMatchObject({ document, chain: { complete: true }, folderChain: null });
    });

    it("returns the chains of a document and of its folder as if read alone", async () => {
      const make = records();
      const [root, inside] = chainOf(make, 2) as [Folder, Folder];
      const document = make.document({ documentsFolderId: inside.id });
      const [whole, ...alone] = await write(async ({ folders, documents, publicAccess }) => {
        for (const each of [root, inside]) await folders.insert(each);
        await documents.insert(document);
        for (const { id } of [root, inside]) await publicAccess.insertRoot(rootOf(id, 3));
        await publicAccess.stamp({ rootId: root.id, seq: 7, folderIds: [inside.id] });
        await publicAccess.stamp({ rootId: inside.id, seq: 8, folderIds: [root.id] });
        return [
          await publicAccess.publicDocument(document.id),
          await publicAccess.chain({ type: "document", id: document.id }),
          await publicAccess.chain(folderRef(inside.id)),
        ] as const;
      });
      const [chain, folderChain] = alone.map(visitorChainOf);
      expect(whole).toEqual({ document, chain, folderChain });
      expect(alone.map((chain) => chain?.links.map(({ stampSeq }) => stampSeq))).toEqual([
        [null, null, 7],
        [8, null],
      ]);
    });
  });

  describe(`${name} keeps public access: removals`, () => {
    it("removes marks, roots, and stamps on and by removed nodes, and nothing else [I-30]", async () => {
      const make = records();
      const [root, inside] = chainOf(make, 2) as [Folder, Folder];
      const [other, moved] = [make.folder(), make.document({ documentsFolderId: inside.id })] as const;
      const found = await write(async ({ folders, documents, publicAccess }) => {
        for (const each of [root, inside, other]) await folders.insert(each);
        await documents.insert(moved);
        for (const { id } of [root, inside, other]) await publicAccess.insertRoot(rootOf(id, 3));
        for (const rootId of [root.id, inside.id]) {
          await publicAccess.stamp({ rootId, seq: 4, folderIds: [root.id, inside.id] });
        }
        for (const { id } of [inside, other]) await publicAccess.setFloor(folderRef(id), 2);
        await documents.update({ ...moved, documentsFolderId: other.id });
        await publicAccess.forget([]);
        await publicAccess.forget([folderRef(root.id), folderRef(inside.id)]);
        return Promise.all(
          [folderRef(root.id), folderRef(inside.id), folderRef(other.id), documentRef(moved)].map(async (node) => ({
            stamped: (await publicAccess.chain(node))?.stamped,
            root: (await publicAccess.chain(node))?.links[0]?.publishedSeq,
            floor: (await publicAccess.barriers(node)).floorSeq,
          })),
        );
      });
      expect(found).toEqual([
        { stamped: false, root: null, floor: 0 },
        { stamped: false, root: null, floor: 0 },
        { stamped: true, root: 3, floor: 2 },
        { stamped: false, root: null, floor: 0 },
      ]);
    });

    it("forgets more nodes at once than a statement can name", async () => {
      const make = records();
      const gone = Array.from({ length: 2_500 }, () => folderRef(make.folder().id));
      const last = gone.at(-1) ?? folderRef(NOTHING);
      const floor = await write(async ({ publicAccess }) => {
        await publicAccess.setFloor(last, 3);
        await publicAccess.forget(gone);
        return (await publicAccess.barriers(last)).floorSeq;
      });
      expect(floor).toBe(0);
    });

    it("returns the highest number of all tables", async () => {
      const [root, inside] = chainOf(records(), 2) as [Folder, Folder];
      const found = await write(async ({ folders, publicAccess }) => {
        for (const each of [root, inside]) await folders.insert(each);
        const highest = [await publicAccess.highestSeq()];
        const then = async (work: Promise<unknown>) => {
          await work;
          highest.push(await publicAccess.highestSeq());
        };
        await then(publicAccess.insertRoot(rootOf(root.id, 3)));
        await then(publicAccess.setFloor(folderRef(inside.id), 4));
        await then(publicAccess.stamp({ rootId: root.id, seq: 5, folderIds: [root.id] }));
        await then(publicAccess.setBarriers(folderRef(inside.id), marked(4, 6)));
        await then(publicAccess.startPropagation(root.id, 7, EPOCH));
        await then(publicAccess.removeRoot(root.id));
        await then(publicAccess.forget([folderRef(root.id)]));
        return highest;
      });
      // A propagation also stamps the root itself, and the stamp outlives the root.
      expect(found).toEqual([0, 3, 4, 5, 6, 7, 7, 6]);
    });
  });
}

const documentRef = ({ id }: { readonly id: Extract<NodeRef, { type: "document" }>["id"] }): NodeRef => ({
  type: "document",
  id,
});

/** Folders in one another, the top one first. */
function chainOf(make: ReturnType<typeof records>, depth: number): readonly Folder[] {
  const folders: Folder[] = [];
  for (let each = 0; each < depth; each += 1) {
    folders.push(make.folder({ documentsFolderId: folders.at(-1)?.id ?? null }));
  }
  return folders;
}

/** A root and a folder in it, with a clock that has moved on. */
async function published({ transact }: PublicAccessPlace): Promise<readonly [Folder, Folder]> {
  const [root, inside] = chainOf(records(), 2) as [Folder, Folder];
  await transact.write(async ({ tree, folders, publicAccess }) => {
    for (const each of [root, inside]) await folders.insert(each);
    await publicAccess.insertRoot(rootOf(root.id, await tree.tick()));
    await tree.tick();
  });
  return [root, inside];
}

/** Returns the visitor's view of a chain. */
function visitorChainOf(chain: Chain<NamedLink> | null): PublicDocumentLookup["folderChain"] {
  if (!chain) return null;
  return {
    complete: chain.complete,
    links: chain.links.map(({ type: _, exclusion: __, publication: ___, ...link }) => link),
  };
}
