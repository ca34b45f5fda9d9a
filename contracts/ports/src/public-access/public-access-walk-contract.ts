import type { Document, Folder, FolderId, NodeRef } from "@cartulary/documents";
import { explain, walkStart } from "@cartulary/public-access";
import fc from "fast-check";
import { ADMINISTRATOR, later, records } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";
import type { PublicAccessHarness, PublicAccessStoresUnderTest } from "./public-access-stores.ts";

const RUNS = 30;
const ALL = 100;

/** Numbers close to one another, so that they meet, and the largest that is exact. */
const seq = () => fc.oneof({ weight: 12, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.constant(2 ** 53 - 1) });
const pick = () => fc.nat(99);

/**
 * Any rows that the tables can contain, even if no service writes them. Nodes are identified by number, modulo their
 * count.
 */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("put" as const),
      document: fc.boolean(),
      parent: fc.option(pick(), { freq: 9 }),
      position: seq(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("open" as const), folder: pick(), seq: seq() }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant("stamp" as const), root: pick(), folder: pick(), seq: seq() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("place" as const), node: pick(), seq: seq() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("mark" as const),
      node: pick(),
      floor: seq(),
      excluded: fc.option(seq(), { freq: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("close" as const), folder: pick() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type WalkedNode = { readonly type: "folder"; record: Folder } | { readonly type: "document"; record: Document };

/** The statements that walk downwards say of each node what the rule says of its way up. */
export function publicAccessWalkContract(name: string, { openDatabase }: PublicAccessHarness): void {
  describe(`${name} walks down and up alike`, () => {
    it("counting, sampling, listing exclusions and candidates as the rule explains each node [I-11]", async () => {
      const { transact } = await openDatabase();
      const seen = { public: 0, excluded: 0, unstamped: 0 };
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 45, size: "max" }), async (steps) => {
          const undone = new Error("The work is done and to be undone");
          const run = transact.write(async (stores) => {
            const nodes = await grow(stores, steps);
            for (const { type, record } of nodes) {
              if (type === "folder") await compare(stores, nodes, record.id, seen);
            }
            throw undone;
          });
          await expect(run).rejects.toBe(undone);
        }),
        { numRuns: RUNS, seed: 20_261_121, endOnFailure: true },
      );
      expect(Object.entries(seen).filter(([, times]) => times < 30)).toEqual([]);
    });
  });
}

async function grow(stores: PublicAccessStoresUnderTest, steps: readonly Step[]): Promise<readonly WalkedNode[]> {
  const { publicAccess } = stores;
  const make = records();
  const nodes: WalkedNode[] = [];
  const folders = () => nodes.flatMap((node) => (node.type === "folder" ? [node.record] : []));
  const folderAt = (number: number): FolderId | null => folders()[number % folders().length]?.id ?? null;
  const roots = new Set<FolderId>();

  for (const [index, each] of steps.entries()) {
    switch (each.do) {
      case "put": {
        const input = {
          name: `${each.position % 3}`,
          documentsFolderId: each.parent === null ? null : folderAt(each.parent),
          placedSeq: each.position,
        };
        const node: WalkedNode = each.document
          ? { type: "document", record: make.document(input) }
          : { type: "folder", record: make.folder(input) };
        if (node.type === "folder") await stores.folders.insert(node.record);
        else await stores.documents.insert(node.record);
        nodes.push(node);
        break;
      }
      case "open": {
        const folderId = folderAt(each.folder);
        if (!folderId || roots.has(folderId)) break;
        roots.add(folderId);
        const publishedBy = ADMINISTRATOR.userId;
        await publicAccess.insertRoot({ folderId, publishedSeq: each.seq, publishedAt: later(index), publishedBy });
        break;
      }
      case "stamp": {
        const [rootId, folderId] = [[...roots][each.root % roots.size], folderAt(each.folder)];
        if (rootId && folderId) await publicAccess.stamp({ rootId, seq: each.seq, folderIds: [folderId] });
        break;
      }
      case "place": {
        const node = nodes[each.node % nodes.length];
        if (node) await place(stores, node, each.seq);
        break;
      }
      case "mark": {
        const node = nodes[each.node % nodes.length];
        const excludedAt = each.excluded === null ? null : later(index % 4);
        const marks = { floorSeq: each.floor, excludedSeq: each.excluded, excludedAt, excludedBy: null };
        if (node) await publicAccess.setBarriers(refOf(node), marks);
        break;
      }
      case "close": {
        const folderId = folderAt(each.folder);
        if (folderId && roots.delete(folderId)) await publicAccess.removeRoot(folderId);
      }
    }
  }
  return nodes;
}

async function place(stores: PublicAccessStoresUnderTest, node: WalkedNode, placedSeq: number): Promise<void> {
  if (node.type === "folder") {
    node.record = { ...node.record, placedSeq };
    await stores.folders.update(node.record);
  } else {
    node.record = { ...node.record, placedSeq };
    await stores.documents.update(node.record);
  }
}

const refOf = ({ type, record: { id } }: WalkedNode) => ({ type, id }) as NodeRef;

async function compare(
  { publicAccess }: PublicAccessStoresUnderTest,
  nodes: readonly WalkedNode[],
  folderId: FolderId,
  seen: { public: number; excluded: number; unstamped: number },
): Promise<void> {
  const parents = new Map<string, string | null>(nodes.map(({ record }) => [record.id, record.documentsFolderId]));
  const isBelow = (id: string | null | undefined): boolean =>
    id === folderId || (typeof id === "string" && isBelow(parents.get(id)));
  const below = nodes.filter(({ record }) => isBelow(record.documentsFolderId));
  const chainOf = async (node: NodeRef) => {
    const chain = await publicAccess.chain(node);
    if (!chain) throw new Error(`There is no ${node.id}`);
    return chain;
  };
  const judged = await Promise.all(
    below.map(async (node) => {
      const chain = await chainOf(refOf(node));
      return { node, chain, ...explain(chain) };
    }),
  );
  const open = judged.filter((each) => each.public);
  const cut = judged.filter(({ exclusion }) => exclusion);
  const rest = judged.filter((each) => !each.public && !each.exclusion);
  seen.public += open.length;
  seen.excluded += cut.length;
  seen.unstamped += rest.length;

  const own = await chainOf({ type: "folder", id: folderId });
  const start = walkStart(own);
  const kinds = (of: readonly { readonly node: WalkedNode }[], type: NodeRef["type"]) =>
    of.filter(({ node }) => node.type === type).length;
  expect(await publicAccess.counts(folderId, start)).toEqual({
    folders: kinds(judged, "folder"),
    documents: kinds(judged, "document"),
    excludedFolders: kinds(cut, "folder"),
    excludedDocuments: kinds(cut, "document"),
    public: open.length,
  });

  const samples = rest
    .map(({ node: { type, record } }) => ({ type, id: record.id, name: record.name }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(await publicAccess.unstamped(folderId, start, ALL)).toEqual(samples);
  expect(await publicAccess.unstamped(folderId, start, 2)).toEqual(samples.slice(0, 2));

  const excluded = judged.filter(({ chain }) => chain.links[0]?.excludedSeq != null).map(({ node }) => node.record.id);
  const { items, count } = await publicAccess.exclusions(folderId, ALL);
  expect(items.map(({ resourceId }) => resourceId).sort()).toEqual(excluded.sort());
  expect(count).toBe(excluded.length);

  const children = judged.filter(({ node, chain }) => node.record.documentsFolderId === folderId && chain.stamped);
  const candidates = await publicAccess.candidates(folderId, null, ALL);
  expect(candidates.map(({ item }) => item.id).sort()).toEqual(children.map(({ node }) => node.record.id).sort());
  for (const { item, link, stamps } of candidates) {
    const { chain } = judged.find(({ node }) => node.record.id === item.id) ?? expect.unreachable();
    const links = [link, ...own.links].map((each) => ({ ...each, stampSeq: stamps.get(each.id) ?? null }));
    const rule = ({ id, placedSeq, floorSeq, excludedSeq, publishedSeq, stampSeq }: (typeof links)[number]) =>
      [id, placedSeq, floorSeq, excludedSeq, publishedSeq, stampSeq] as const;
    expect(links.map(rule)).toEqual(chain.links.map(rule));
  }
}
