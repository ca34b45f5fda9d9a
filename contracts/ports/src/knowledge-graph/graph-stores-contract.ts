import type { Id, JsonObject, ListQuery, Transact } from "@cartulary/kernel";
import type {
  ConnectorId,
  EdgeField,
  EdgeFields,
  GraphEdge,
  GraphNode,
  GraphStores,
  NodeField,
  NodeFields,
} from "@cartulary/knowledge-graph";
import { describe, expect, it } from "../runner/runner.ts";

/** A database with nothing in it. */
export interface GraphsUnderTest {
  readonly transact: Transact<GraphStores>;
}

export interface GraphsHarness {
  /** Called once per test. */
  create(): Promise<GraphsUnderTest>;
}

/** Contract of the stores of knowledge graphs. `listingContract` covers filters. */
export function graphStoresContract(name: string, { create }: GraphsHarness): void {
  describe(`${name} keeps knowledge graphs`, () => {
    async function furnished({ nodes = [], edges = [] }: Partial<Graph>) {
      const { transact } = await create();
      await transact.write(async ({ graphNodes, graphEdges }) => {
        await graphNodes.put(nodes);
        await graphEdges.put(edges);
      });
      return {
        write: (work: (stores: GraphStores) => Promise<void>) => transact.write(work),
        read: <Result>(work: (stores: GraphStores) => Promise<Result>) => transact.read(work),
        nodes: (query: Partial<ListQuery<NodeField>> = {}, connectorId = ONE) =>
          transact.read(({ graphNodes }) => graphNodes.list(connectorId, { ...NODES, ...query })),
        edges: (query: Partial<ListQuery<EdgeField>> = {}, connectorId = ONE) =>
          transact.read(({ graphEdges }) => graphEdges.list(connectorId, { ...EDGES, ...query })),
      };
    }

    it("gives back whole nodes and edges", async () => {
      const properties = { z: [1, { 'é"\\': null }], a: "\u2028", 1: true };
      const [node, edge] = [nodeOf("n", { properties }), edgeOf("n", "m", { properties })];
      const graph = await furnished({ nodes: [node], edges: [edge] });
      expect(await graph.nodes()).toEqual({ items: [node], total: 1, page: 1, perPage: 100 });
      expect(await graph.edges()).toEqual({ items: [edge], total: 1, page: 1, perPage: 100 });
      const [found] = (await graph.nodes()).items;
      expect(JSON.stringify(found?.properties)).toBe(JSON.stringify(properties));
    });

    it("replaces items with the same key in full", async () => {
      const [node, edge] = [nodeOf("n", { properties: { old: 1 } }), edgeOf("n", "m", { properties: { old: 1 } })];
      const graph = await furnished({ nodes: [node, nodeOf("m")], edges: [edge, edgeOf("n", "n")] });
      const [newNode, newEdge] = [
        nodeOf("n", { type: "person", label: "Ökonom", properties: { new: 2 } }),
        edgeOf("n", "m", { properties: { new: 2 } }),
      ];
      await graph.write(async ({ graphNodes, graphEdges }) => {
        await graphNodes.put([newNode, nodeOf("o")]);
        await graphEdges.put([newEdge]);
      });
      expect((await graph.nodes()).items).toEqual([nodeOf("m"), newNode, nodeOf("o")]);
      expect((await graph.edges()).items).toEqual([newEdge, edgeOf("n", "n")]);
      // By what is searched, too.
      const conditions = [{ fields: ["label"], join: "or", predicate: "cont", values: ["ÖKO"] }] as const;
      expect((await graph.nodes({ conditions })).items).toEqual([newNode]);
    });

    it("returns digests of the present items", async () => {
      const [node, edge] = [nodeOf("n"), edgeOf("n", "m")];
      const graph = await furnished({ nodes: [node, nodeOf("m")], edges: [edge, edgeOf("m", "n")] });
      const { nodes, edges, none } = await graph.read(async ({ graphNodes, graphEdges }) => ({
        nodes: await graphNodes.digests(ONE, ["n", "x"]),
        edges: await graphEdges.digests([edge.id, "x"]),
        none: [await graphNodes.digests(ONE, []), await graphEdges.digests([])],
      }));
      expect([nodes, edges]).toEqual([new Map([["n", node.digest]]), new Map([[edge.id, edge.digest]])]);
      expect(none).toEqual([new Map(), new Map()]);
    });

    it("removes exactly the nodes with given ids and the edges at either end, case-sensitively", async () => {
      const nodes = ["N", "m", "n"].map((id) => nodeOf(id));
      const edges = [edgeOf("N", "m"), edgeOf("m", "N"), edgeOf("m", "n"), edgeOf("n", "n")];
      const graph = await furnished({ nodes, edges });
      await graph.write(async ({ graphNodes, graphEdges }) => {
        await graphEdges.removeAt(ONE, ["n", "x"]);
        await graphNodes.remove(ONE, ["n", "x"]);
        await graphEdges.removeAt(ONE, []);
        await graphNodes.remove(ONE, []);
        await graphNodes.put([]);
        await graphEdges.put([]);
      });
      expect((await graph.nodes()).items.map(({ externalId }) => externalId)).toEqual(["m", "N"]);
      expect((await graph.edges()).items).toEqual([edgeOf("m", "N"), edgeOf("N", "m")]);
    });

    it("orders edges that begin at one node by the node where they end, then by type", async () => {
      const edges = [
        edgeOf("a", "b", { type: "x" }),
        edgeOf("a", "b", { type: "y" }),
        edgeOf("a", "b c", { type: "a" }),
        edgeOf("a", "c", { type: "a" }),
        edgeOf("b", "a", { type: "a" }),
      ];
      const graph = await furnished({ edges: edges.toReversed() });
      expect((await graph.edges()).items).toEqual(edges);
      expect((await graph.edges({ direction: "desc" })).items).toEqual(edges.toReversed());
      const [ab, aby, abc, ac, ba] = edges;
      expect((await graph.edges({ sort: "to" })).items).toEqual([ba, ab, aby, abc, ac]);
      expect((await graph.edges({ sort: "type" })).items).toEqual([abc, ac, ba, ab, aby]);
    });

    it("orders nodes without regard to case, and those that are alike by their ids", async () => {
      const nodes = [nodeOf("a", { label: "z" }), nodeOf("B", { label: "Z" }), nodeOf("c", { label: "é" })];
      const graph = await furnished({ nodes });
      const ids = async (query: Partial<ListQuery<NodeField>>) =>
        (await graph.nodes(query)).items.map(({ externalId }) => externalId).join("");
      expect(await ids({})).toBe("aBc");
      expect(await ids({ sort: "label" })).toBe("Bac");
      expect(await ids({ sort: "label", direction: "desc" })).toBe("caB");
      expect(await ids({ perPage: 2, page: 2 })).toBe("c");
    });

    it("shows and touches nothing of another connector", async () => {
      const own = { nodes: [nodeOf("n"), nodeOf("m")], edges: [edgeOf("n", "m")] };
      const others = {
        nodes: own.nodes.map((node) => ({ ...node, connectorId: OTHER, digest: "other" })),
        edges: own.edges.map((edge) => ({ ...edge, connectorId: OTHER, id: `other ${edge.id}`, digest: "other" })),
      };
      const graph = await furnished({
        nodes: [...own.nodes, ...others.nodes],
        edges: [...own.edges, ...others.edges],
      });
      const seen = async (connectorId: ConnectorId) => ({
        nodes: (await graph.nodes({ direction: "desc" }, connectorId)).items,
        edges: (await graph.edges({}, connectorId)).items,
        digests: await graph.read(({ graphNodes }) => graphNodes.digests(connectorId, ["n"])),
      });
      const before = await seen(OTHER);
      expect(before).toMatchObject({ ...others, digests: new Map([["n", "other"]]) });
      expect(await seen(ONE)).toMatchObject(own);
      await graph.write(async ({ graphNodes, graphEdges }) => {
        await graphNodes.put([nodeOf("n", { label: "changed" })]);
        await graphEdges.put([edgeOf("n", "m", { properties: { changed: true } })]);
      });
      expect(await seen(OTHER)).toEqual(before);
      await graph.write(async ({ graphNodes, graphEdges }) => {
        await graphEdges.removeAt(ONE, ["n", "m"]);
        await graphNodes.remove(ONE, ["n"]);
      });
      expect(await seen(OTHER)).toEqual(before);
      await graph.write(async ({ graphNodes, graphEdges }) => {
        await graphEdges.removeAll(ONE);
        await graphNodes.removeAll(ONE);
      });
      expect([await seen(OTHER), (await seen(ONE)).nodes]).toEqual([before, []]);
      await graph.write(({ graphEdges }) => graphEdges.removeAll(OTHER));
      expect((await seen(OTHER)).edges).toEqual([]);
    });

    // Postgres limits the size of index entries: each text has its maximum length, of incompressible characters.
    it("keeps the longest texts that there are", async () => {
      const astral = (seed: number) => textOf(255, (index) => 0x20000 + ((index * 7919 + seed * 104_729) % 40_000));
      const squares = (seed: number) => textOf(255, (index) => 0x3300 + ((index * 37 + seed * 13 + index ** 2) % 88));
      for (const [text, other] of [
        [astral, astral],
        [squares, squares],
        [astral, squares],
      ] as const) {
        const nodes = [nodeOf(text(1), { type: other(2), label: other(3) }), nodeOf(text(4))];
        const edges = [edgeOf(text(1), text(4), { type: other(5) }), edgeOf(text(4), text(1), { type: other(6) })];
        const graph = await furnished({ nodes, edges });
        expect((await graph.nodes()).total).toBe(2);
        await graph.write(async ({ graphNodes, graphEdges }) => {
          await graphEdges.removeAt(ONE, [text(1)]);
          await graphNodes.remove(ONE, [text(1)]);
        });
        expect([(await graph.nodes()).total, (await graph.edges()).total]).toEqual([1, 0]);
      }
    });
  });
}

interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

const ONE = "00000000-0000-7000-8000-00000000c001" as Id<"Connector">;
const OTHER = "00000000-0000-7000-8000-00000000c002" as Id<"Connector">;

const NODES = { page: 1, perPage: 100, sort: "externalId", direction: "asc", conditions: [] } as const;
const EDGES = { ...NODES, sort: "from" } as const;

const NO_PROPERTIES: JsonObject = {};

function nodeOf(externalId: string, overrides: Partial<NodeFields> = {}): GraphNode {
  const fields = { externalId, type: "page", label: "a page", properties: NO_PROPERTIES, ...overrides };
  return { connectorId: ONE, ...fields, digest: `digest of ${JSON.stringify(fields)}` };
}

function edgeOf(from: string, to: string, overrides: Partial<EdgeFields> = {}): GraphEdge {
  const { type, properties } = { type: "refers", properties: NO_PROPERTIES, ...overrides };
  const place = [from, to, type].join("\n");
  // Short, like the real digest.
  const id = `${place.length} ${[...place].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1e9, 7)}`;
  return { connectorId: ONE, id, from, to, type, place, properties, digest: JSON.stringify(properties) };
}

function textOf(length: number, pointAt: (index: number) => number): string {
  return Array.from({ length }, (_, index) => String.fromCodePoint(pointAt(index))).join("");
}
