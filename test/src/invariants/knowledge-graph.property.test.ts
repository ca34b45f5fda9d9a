import { createDigests } from "@cartulary/crypto";
import type { FieldError, Id } from "@cartulary/kernel";
import type { EdgeInput, IngestionInput, NodeInput } from "@cartulary/knowledge-graph";
import { createKnowledge } from "@cartulary/products/knowledge";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases, type TestDatabase } from "../../support/databases.ts";
import { ADMINISTRATOR } from "../../support/document-fixture.ts";
import { seededIds } from "../../support/fixed-clock.ts";
import { runs } from "../../support/runs.ts";

type ConnectorId = Id<"Connector">;

/** Few enough to meet again and again. */
const externalId = () => fc.constantFrom("a", "A", "é", "b c");
const type = () => fc.constantFrom("x", "y");
const properties = () => fc.constantFrom(undefined, null, {}, { n: 1 }, { n: "1" }, { m: 1, n: 1 }, { n: 1, m: 1 });

const request = (): fc.Arbitrary<IngestionInput> =>
  fc.record({
    nodes: fc.array(fc.record({ externalId: externalId(), type: type(), label: type(), properties: properties() }), {
      maxLength: 4,
    }),
    edges: fc.array(fc.record({ from: externalId(), to: externalId(), type: type(), properties: properties() }), {
      maxLength: 3,
    }),
    deletions: fc.array(externalId(), { maxLength: 2 }),
  }) as fc.Arbitrary<IngestionInput>;

/** An ingestion by one of two connectors; or its deletion, and a new connector in its place. */
const step = () =>
  fc.record({ by: fc.nat({ max: 1 }), brings: fc.option(request(), { freq: 12 }) }, { noNullPrototype: true });

/** A graph in plain words. */
class Paper {
  readonly nodes = new Map<string, string>();
  readonly edges = new Map<string, { readonly ends: readonly string[]; readonly text: string }>();

  /** The answer: counts, or the refused fields with their codes, and then nothing is changed. */
  ingest({ nodes = [], edges = [], deletions = [] }: IngestionInput): unknown {
    const refused = [
      ...repeated(nodes.map((node) => node.externalId)).map((index) => `nodes[${index}].externalId taken`),
      ...repeated(edges.map(nameOf)).map((index) => `edges[${index}] taken`),
      ...repeated(deletions).map((index) => `deletions[${index}] taken`),
    ];
    if (refused.length > 0) return refused;
    const before = { nodes: new Map(this.nodes), edges: new Map(this.edges) };
    const result = { created: 0, updated: 0, deleted: 0, unchanged: 0 };
    const count = (old: string | undefined, text: string) => {
      result[old === undefined ? "created" : old === text ? "unchanged" : "updated"] += 1;
    };
    for (const id of deletions) {
      result[this.nodes.delete(id) ? "deleted" : "unchanged"] += 1;
      for (const [name, { ends }] of this.edges) if (ends.includes(id)) this.edges.delete(name);
    }
    for (const node of nodes) {
      count(this.nodes.get(node.externalId), textOfNode(node));
      this.nodes.set(node.externalId, textOfNode(node));
    }
    for (const [index, edge] of edges.entries()) {
      for (const end of ["from", "to"] as const) {
        if (!this.nodes.has(edge[end])) refused.push(`edges[${index}].${end} not_found`);
      }
      count(this.edges.get(nameOf(edge))?.text, textOfEdge(edge));
      this.edges.set(nameOf(edge), { ends: [edge.from, edge.to], text: textOfEdge(edge) });
    }
    if (refused.length === 0) return result;
    this.nodes.clear();
    this.edges.clear();
    for (const [id, text] of before.nodes) this.nodes.set(id, text);
    for (const [name, edge] of before.edges) this.edges.set(name, edge);
    return refused;
  }

  texts(): readonly string[] {
    return [...this.nodes.values(), ...[...this.edges.values()].map(({ text }) => text)].sort();
  }
}

const repeated = (keys: readonly string[]) => keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []));
const nameOf = ({ from, to, type: kind }: EdgeInput) => JSON.stringify([from, to, kind]);
const textOfNode = ({ externalId: id, type: kind, label, properties: own }: NodeInput) =>
  JSON.stringify(["node", id, kind, label, own ?? {}]);
const textOfEdge = ({ from, to, type: kind, properties: own }: EdgeInput) =>
  JSON.stringify(["edge", from, to, kind, own ?? {}]);

describe.each(databases)("Any history of requests on $name", ({ open, name }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  it("gives each connector the content and the answers of a plain table of its own", async () => {
    const newId = seededIds("graphs");
    const { knowledgeGraph, identityLinks } = createKnowledge({ ...database, digests: createDigests() });
    const [listener] = identityLinks.connectorListeners ?? [];
    const everything = { page: 1, perPage: 100, direction: "asc", conditions: [] } as const;

    async function newConnector(): Promise<ConnectorId> {
      const id = newId<"Connector">();
      const fields = { mandataireId: null, workspaceIds: [], disabledAt: null, createdAt: "2026-01-01T00:00:00.000Z" };
      await database.transact.write(({ connectors }) =>
        connectors.insert({ id, name: "a graph", area: "knowledge_graph", ...fields } as never),
      );
      return id;
    }

    async function removed(id: ConnectorId): Promise<void> {
      await database.transact.write(async (stores) => {
        await listener?.removed(stores, ADMINISTRATOR, id);
        await stores.connectors.remove(id);
      });
    }

    async function textsOf(id: ConnectorId): Promise<readonly string[]> {
      const graph = knowledgeGraph(id);
      const nodes = await graph.nodes(ADMINISTRATOR, { ...everything, sort: "externalId" });
      const edges = await graph.edges(ADMINISTRATOR, { ...everything, sort: "from" });
      return [...nodes.items.map(textOfNode), ...edges.items.map(textOfEdge)].sort();
    }

    const answer = (id: ConnectorId, input: IngestionInput): Promise<unknown> =>
      knowledgeGraph(id)
        .ingest(ADMINISTRATOR, input)
        .catch(({ details }: { readonly details: readonly FieldError[] }) =>
          details.map(({ field, code }) => `${field} ${code}`),
        );

    await fc.assert(
      fc.asyncProperty(fc.array(step(), { minLength: 1, maxLength: 12 }), async (history) => {
        const sides = await Promise.all([0, 1].map(async () => ({ id: await newConnector(), paper: new Paper() })));
        for (const { by, brings } of history) {
          const side = sides[by] ?? expect.fail();
          if (brings) expect(await answer(side.id, brings)).toEqual(side.paper.ingest(brings));
          else {
            await removed(side.id);
            expect(await textsOf(side.id)).toEqual([]);
            sides[by] = { id: await newConnector(), paper: new Paper() };
          }
          for (const { id, paper } of sides) expect(await textsOf(id)).toEqual(paper.texts());
        }
      }),
      { numRuns: name === "SQLite" ? runs({ sparing: 20, usual: 60 }) : runs({ sparing: 4, usual: 15 }) },
    );
  });
});
