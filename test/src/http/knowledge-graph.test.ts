import type { ConnectorId } from "@cartulary/auth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { createClient } from "../../support/checked-client.ts";
import { databases, type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { makersFor } from "../../support/record-factories.ts";
import {
  GRAPH_EDGE,
  GRAPH_NODE,
  type GraphEdgeBody,
  type GraphNodeBody,
  type GraphResultBody,
  type MadeConnectorBody,
  recordProblems,
} from "../../support/records.ts";
import {
  expectInvalid,
  expectMalformed,
  expectNotFound,
  expectRefusal,
  expectStatus,
  refusedFields,
} from "../../support/refusals.ts";
import type { Asking, Reply } from "../../support/send-request.ts";

const CONNECTORS = "/api/v1/connectors";
const GRAPH = "/api/v1/knowledge_graph";

const node = (external_id: string, more: object = {}) => ({ external_id, type: "page", label: "a page", ...more });
const edge = (from: string, to: string, more: object = {}) => ({ from, to, type: "refers", ...more });
const counts = (created: number, updated = 0, deleted = 0, unchanged = 0) => ({
  created,
  updated,
  deleted,
  unchanged,
});

describe.each(databases)("knowledge graphs on $name", ({ open, name: engine }) => {
  /** For refusals that the same code makes on every engine, before the database is read. */
  const guards = describe.each(usualDatabases.filter(({ name }) => name === engine).map(({ name }) => name));
  let database: TestDatabase;
  let house: House;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
  });
  afterAll(() => house.close());

  async function connector(more: object = {}): Promise<MadeConnectorBody> {
    const json = { name: "a graph", area: "knowledge_graph", ...more };
    return expectStatus(await house.admin.ask<MadeConnectorBody>("POST", CONNECTORS, { json }), 201);
  }

  /** The requests of one connector. */
  function graphOf({ key }: Pick<MadeConnectorBody, "key">) {
    const ask = <Body>(method: string, path: string, asking: Asking = {}) =>
      house.ask<Body>(method, `${GRAPH}${path}`, {
        ...asking,
        headers: { ...asking.headers, "x-connector-key": key },
      });
    const ingest = (json: object, headers: Readonly<Record<string, string>> = {}) =>
      ask<GraphResultBody>("POST", "/ingestions", { json, headers });
    const nodes = (query: Readonly<Record<string, string>> = {}) =>
      ask<readonly GraphNodeBody[]>("GET", "/nodes", { query });
    const edges = (query: Readonly<Record<string, string>> = {}) =>
      ask<readonly GraphEdgeBody[]>("GET", "/edges", { query });
    return {
      ...{ ask, ingest, nodes, edges },
      ingested: async (json: object) => expectStatus(await ingest(json), 200),
      async all() {
        return { nodes: expectStatus(await nodes(), 200), edges: expectStatus(await edges(), 200) };
      },
    };
  }
  const newGraph = async () => graphOf(await connector());

  it("return the ingested nodes and edges unchanged", async () => {
    const graph = await newGraph();
    const properties = { z: [1, { 'é"\\': null }], a: { deep: true } };
    const sent = {
      source: "a wiki",
      nodes: [node("b", { label: "B", properties }), node(" a ", { label: "Ａ", properties: null })],
      edges: [edge("b", "a", { properties }), edge("a", "b")],
    };
    const reply = await graph.ingest(sent);
    expect(expectStatus(reply, 200)).toEqual(counts(4));
    const { nodes, edges } = await graph.all();
    expect(nodes).toEqual([
      { ...node("a", { label: "Ａ" }), properties: {} },
      { ...node("b", { label: "B" }), properties },
    ]);
    expect(edges).toEqual([
      { ...edge("a", "b"), properties: {} },
      { ...edge("b", "a"), properties },
    ]);
    expect(nodes.flatMap((each) => recordProblems(GRAPH_NODE, each))).toEqual([]);
    expect(edges.flatMap((each) => recordProblems(GRAPH_EDGE, each))).toEqual([]);
    // Keys stand in the order in which they were sent.
    expect((await graph.nodes()).text).toContain(JSON.stringify(properties));
  });

  it("count each item once, and repeated items as unchanged", async () => {
    const graph = await newGraph();
    const sent = { nodes: [node("a"), node("b")], edges: [edge("a", "b", { properties: { weight: 1 } })] };
    expect(await graph.ingested(sent)).toEqual(counts(3));
    expect(await graph.ingested({ ...sent, deletions: ["unknown"] })).toEqual(counts(0, 0, 0, 4));
    const changed = { nodes: [node("a", { label: "another" }), node("c")], edges: [edge("a", "b")] };
    expect(await graph.ingested(changed)).toEqual(counts(1, 2));
    expect((await graph.all()).edges).toEqual([{ ...edge("a", "b"), properties: {} }]);
    expect(await graph.ingested({ deletions: ["a"] })).toEqual(counts(0, 0, 1));
    expect(await graph.all()).toEqual({ nodes: [node("b"), node("c")].map(whole), edges: [] });
    expect(await graph.ingested({})).toEqual(counts(0));
  });

  it("are created anew when one request deletes and ingests them, without their edges", async () => {
    const graph = await newGraph();
    const nodes = ["a", "b", "c"].map((id) => node(id, { properties: { old: true } }));
    await graph.ingested({ nodes, edges: [edge("a", "b"), edge("b", "a"), edge("b", "c")] });
    const anew = { deletions: ["a"], nodes: [node("a")], edges: [edge("b", "a")] };
    expect(await graph.ingested(anew)).toEqual(counts(2, 0, 1));
    const all = await graph.all();
    expect(all.nodes[0]).toEqual(whole(node("a")));
    expect(all.edges).toEqual([edge("b", "a"), edge("b", "c")].map(whole));
  });

  const whole = <Item extends object>(item: Item) => ({ ...item, properties: {} });

  it("are changed by the whole request or not at all", async () => {
    const graph = await newGraph();
    await graph.ingested({ nodes: [node("a"), node("b")], edges: [edge("a", "b")] });
    const before = await graph.all();
    const sound = { nodes: [node("new"), node("a", { label: "changed" })], deletions: ["b"] };
    for (const [edges, field] of [
      [[edge("a", "new"), edge("a", "unknown")], "edges[1].to"],
      [[edge("unknown", "a")], "edges[0].from"],
      [[edge("a", "b")], "edges[0].to"],
      [[edge("A", "a")], "edges[0].from"],
    ] as const) {
      expectInvalid(await graph.ingest({ ...sound, edges }), field, "not_found");
      expect(await graph.all()).toEqual(before);
    }
  });

  it("are listed by every sort and filter", async () => {
    const graph = await newGraph();
    await graph.ingested({
      nodes: [
        node("n2", { type: "person", label: "Zoé" }),
        node("N1", { type: "page", label: "zoé" }),
        node("n3", { type: "Person", label: "École" }),
      ],
      edges: [
        edge("n3", "n2", { type: "b" }),
        edge("N1", "n3", { type: "a" }),
        edge("N1", "n2", { type: "b" }),
        edge("N1", "n2", { type: "a" }),
      ],
    });
    const ids = async (query = {}) => (await graph.nodes(query)).body.map(({ external_id }) => external_id).join(" ");
    const ends = async (query = {}) =>
      (await graph.edges(query)).body.map(({ from, to, type }) => from + to + type).join(" ");
    expect(await ids()).toBe("N1 n2 n3");
    expect(await ids({ direction: "desc" })).toBe("n3 n2 N1");
    expect(await ids({ sort: "external_id", direction: "asc" })).toBe("N1 n2 n3");
    expect(await ids({ sort: "type", direction: "asc" })).toBe("N1 n2 n3");
    expect(await ids({ sort: "label", direction: "asc" })).toBe("N1 n2 n3");
    expect(await ids({ "q[label_cont]": "ZO", "q[type_eq]": "person" })).toBe("n2");
    expect(await ids({ "q[external_id_in][]": "n3" })).toBe("n3");
    expect(await ids({ "q[external_id_or_label_start]": "n3" })).toBe("n3");
    expect(await ends()).toBe("N1n2a N1n2b N1n3a n3n2b");
    expect(await ends({ sort: "to", direction: "desc" })).toBe("N1n3a n3n2b N1n2b N1n2a");
    expect(await ends({ sort: "type", direction: "asc" })).toBe("N1n2a N1n3a N1n2b n3n2b");
    expect(await ends({ "q[from_eq]": "N1", "q[type_eq]": "a" })).toBe("N1n2a N1n3a");
    const page = await graph.edges({ per_page: "3", page: "2" });
    expect([page.body.length, page.headers.get("x-total-count"), page.headers.get("x-has-more")]).toEqual([
      1,
      "4",
      "false",
    ]);
    for (const query of [
      ...["id", "connector_id", "properties", "digest", "place"].map((field) => ({ [`q[${field}_present]`]: "1" })),
      ...["id", "place", "from", "created_at", "updated_at"].map((sort) => ({ sort })),
      { per_page: "101" },
      { direction: "up" },
    ]) {
      expectMalformed((await graph.nodes(query)) as Reply<never>);
    }
    for (const query of [{ sort: "external_id" }, { "q[place_eq]": "x" }, { "q[label_eq]": "x" }]) {
      expectMalformed((await graph.edges(query)) as Reply<never>);
    }
  });

  it("belong to one connector, which others cannot read or change", async () => {
    const [one, other] = [await newGraph(), await newGraph()];
    const sent = {
      nodes: [node("a", { type: "t", label: "l", properties: { of: "one" } }), node("b")],
      edges: [edge("a", "b", { type: "e", properties: { of: "one" } })],
    };
    await one.ingested(sent);
    const before = await one.all();
    const queries = [
      {},
      ...["external_id", "type", "label"].flatMap((field) => [
        { sort: field, direction: "desc" },
        { [`q[${field}_not_eq]`]: "x" },
        { [`q[${field}_cont]`]: "a" },
        { [`q[${field}_or_label_present]`]: "1" },
        { [`q[${field}_eq_any][]`]: "a" },
      ]),
    ];
    const nothing = { body: [], total: "0" };
    const seen = ({ status, body, headers }: Reply<unknown>) =>
      status === 200 ? { body, total: headers.get("x-total-count") } : status;
    for (const query of queries) expect(seen(await other.nodes(query))).toEqual(nothing);
    for (const query of queries.map((each) => edgeQuery(each))) expect(seen(await other.edges(query))).toEqual(nothing);
    // Another connector can neither connect, delete nor change these nodes.
    expectInvalid(await other.ingest({ nodes: [node("b")], edges: [edge("a", "b")] }), "edges[0].from", "not_found");
    expect(await other.ingested({ deletions: ["a", "b"] })).toEqual(counts(0, 0, 0, 2));
    expect(await other.ingested({ ...sent, nodes: [...sent.nodes, node("c")] })).toEqual(counts(4));
    expect(await other.ingested({ nodes: [node("a", { label: "theirs" })], deletions: ["b"] })).toEqual(
      counts(0, 1, 1),
    );
    expect(await one.all()).toEqual(before);
    expect(await one.ingested(sent)).toEqual(counts(0, 0, 0, 3));
  });

  /** The same checks for edges. */
  const edgeQuery = (query: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name.replaceAll("external_id", "from").replaceAll("label", "to"),
        value.replaceAll("external_id", "from").replaceAll("label", "to"),
      ]),
    );

  it("go with their connector, and no other does", async () => {
    const [made, other] = [await connector(), await newGraph()];
    const graph = graphOf(made);
    const sent = { nodes: [node("zebra-7"), node("b")], edges: [edge("zebra-7", "b", { type: "zebra-8" })] };
    await graph.ingested(sent);
    await other.ingested({ nodes: [node("heron-7")], edges: [edge("heron-7", "heron-7")] });
    const before = await other.all();
    expect(await database.dump()).toContain("zebra-8");
    expectStatus(await house.admin.ask<unknown>("DELETE", `${CONNECTORS}/${made.id}`), 204);
    expect(await database.dump()).not.toMatch(/zebra-[78]/);
    expectRefusal((await graph.nodes()) as Reply<never>, 401, "unauthorized");
    expect(await other.all()).toEqual(before);
  });

  it("take nothing in of a connector that is deleted meanwhile", async () => {
    const made = await connector();
    const id = made.id as ConnectorId;
    const [removing, mayRemove] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const openWrite = database.transact.write(async ({ connectors }) => {
      await connectors.lock(id);
      removing.resolve();
      await mayRemove.promise;
      await connectors.remove(id);
    });
    await removing.promise;
    const pending = graphOf(made).ingest({ nodes: [node("orphan-7")] });
    await Promise.race([database.untilBlocked(), pending]);
    mayRemove.resolve();
    const [reply] = await Promise.all([pending, openWrite]);
    expectRefusal(reply as Reply<unknown>, 401, "unauthorized");
    expect(await database.dump()).not.toContain("orphan-7");
  });

  it("have no edge without its nodes under concurrent requests", async () => {
    const graph = await newGraph();
    const ids = ["a", "b", "c", "d"];
    const brings = (count: number) => {
      const turned = [...ids.slice(count % 4), ...ids.slice(0, count % 4)];
      const [first = "", second = "", third = ""] = count % 2 === 0 ? turned : turned.toReversed();
      return { deletions: [third], nodes: [node(second), node(first)], edges: [edge(first, second)] };
    };
    const replies = await Promise.all(Array.from({ length: 16 }, (_, count) => graph.ingest(brings(count))));
    for (const reply of replies) expectStatus(reply, 200);
    const { nodes, edges } = await graph.all();
    const there = nodes.map(({ external_id }) => external_id);
    expect(edges.filter(({ from, to }) => !there.includes(from) || !there.includes(to))).toEqual([]);
  });

  it("answer the same request under an Idempotency-Key once, and as it was answered", async () => {
    const [graph, other] = [await newGraph(), await newGraph()];
    const sent = { nodes: [node("a")] };
    const headers = { "idempotency-key": "first" };
    expect(expectStatus(await graph.ingest(sent, headers), 200)).toEqual(counts(1));
    await graph.ingested({ deletions: ["a"] });
    const again = await graph.ingest(sent, headers);
    expect(expectStatus(again, 200)).toEqual(counts(1));
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect((await graph.all()).nodes).toEqual([]);
    expectRefusal((await graph.ingest({ nodes: [node("b")] }, headers)) as Reply<never>, 422, "idempotency_key_reused");
    expect(expectStatus(await other.ingest(sent, headers), 200)).toEqual(counts(1));
    expectMalformed((await graph.ingest(sent, { "idempotency-key": "" })) as Reply<never>);
  });

  it("are not limited to the workspaces of their connector", async () => {
    const workspace = await makersFor(house).workspace();
    const graph = graphOf(await connector({ workspace_ids: [workspace.id] }));
    expect(await graph.ingested({ nodes: [node("a")] })).toEqual(counts(1));
  });

  it("are reached by the typed client", async () => {
    const { key } = await connector();
    const client = createClient({
      baseUrl: "http://house.test",
      connectorKey: key,
      fetch: async (input, init) => house.app.fetch(new Request(input, init), { from: "192.0.2.1" }),
    });
    const nodes = [{ externalId: "a", type: "page", label: "A" }];
    expect(await client.ingestKnowledgeGraph({ body: { nodes } })).toEqual(counts(1));
    const list = await client.listKnowledgeGraphNodes({ list: { sort: "label" } });
    expect([list.items, list.total]).toEqual([[{ ...nodes[0], properties: {} }], 1]);
    expect((await client.listKnowledgeGraphEdges()).items).toEqual([]);
  });

  guards("88", () => {
    it("401 for a bearer alone and for another area's key, 405 for another method", async () => {
      const token = await house.admin.token();
      const { key } = await connector({ area: "portal" });
      const operations = [
        ["POST", "/ingestions"],
        ["GET", "/nodes"],
        ["GET", "/edges"],
      ] as const;
      for (const [method, path] of operations) {
        for (const asking of [{}, { token }, { headers: { "x-connector-key": key } }]) {
          const body = method === "POST" ? { body: "{no json" } : {};
          expectRefusal(await house.ask(method, GRAPH + path, { ...asking, ...body }), 401, "unauthorized");
        }
      }
      const graph = await newGraph();
      expectRefusal((await graph.ask("GET", "/ingestions")) as Reply<never>, 405, "method_not_allowed");
      expectRefusal((await graph.ask("DELETE", "/nodes")) as Reply<never>, 405, "method_not_allowed");
      expectNotFound((await graph.ask("GET", "/nodes/a")) as Reply<never>);
    });

    it("422 for the 1,001st item, whatever the others are", async () => {
      const graph = await newGraph();
      const items = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
      const edges = items(500).map((id) => edge(id, id));
      expect(await graph.ingested({ nodes: items(500).map((id) => node(id)), edges })).toEqual(counts(1000));
      const deletions = items(1001);
      expectInvalid(await graph.ingest({ deletions }), "deletions", "too_long");
      expectInvalid(await graph.ingest({ edges, deletions: items(501) }), "deletions", "too_long");
      expect((await graph.nodes()).headers.get("x-total-count")).toBe("500");
    });

    it("422 for an invalid shape or value, by the names of the wire format", async () => {
      const graph = await newGraph();
      const deep = { a: { a: { a: { a: { a: { a: { a: { a: { a: { a: {} } } } } } } } } } };
      const long = { text: "x".repeat(65_530) };
      const refused = async (json: object) =>
        refusedFields(expectRefusal((await graph.ingest(json)) as Reply<unknown>, 422, "unprocessable_entity"));
      const [, , three] = [node("a"), node("b"), node("c")];
      for (const [json, ...fields] of [
        [{ nodes: [three, three, three, { type: "t", label: "l" }] }, ["nodes[3].external_id", "blank"]],
        [{ nodes: [node("a"), node("b"), node("c"), node("")] }, ["nodes[3].external_id", "blank"]],
        [
          { nodes: [node("x".repeat(256), { label: "x\u2028" })] },
          ["nodes[0].external_id", "too_long"],
          ["nodes[0].label", "invalid"],
        ],
        [{ nodes: [node("a", { type: 7, label: null })] }, ["nodes[0].type", "invalid"], ["nodes[0].label", "blank"]],
        [{ nodes: [node("a", { properties: [] })] }, ["nodes[0].properties", "invalid"]],
        [{ nodes: [node("a", { properties: deep })] }, ["nodes[0].properties", "invalid"]],
        [{ nodes: [node("a", { properties: long })] }, ["nodes[0].properties", "too_long"]],
        [{ nodes: [node("a"), node(" a")] }, ["nodes[1].external_id", "taken"]],
        [{ nodes: [node("a")], edges: [edge("a", "a"), edge("a", "a")] }, ["edges[1]", "taken"]],
        [{ edges: [edge("a", "a\u0000")] }, ["edges[0].to", "invalid"]],
        [{ edges: [{ from: "a" }] }, ["edges[0].to", "blank"], ["edges[0].type", "blank"]],
        [{ deletions: ["a", "a"] }, ["deletions[1]", "taken"]],
        [{ deletions: [7] }, ["deletions[0]", "invalid"]],
        [{ nodes: {} }, ["nodes", "invalid"]],
        [{ nodes: null }, ["nodes", "blank"]],
        [{ nodes: [null, "x"] }, ["nodes[0]", "blank"], ["nodes[1]", "invalid"]],
        [{ source: "x".repeat(256) }, ["source", "too_long"]],
        [{ source: "a\nb" }, ["source", "invalid"]],
      ] as const) {
        expect(await refused(json)).toEqual(fields);
      }
      expect((await graph.nodes()).body).toEqual([]);
      // At its limits it is taken in, with names that mean something to JavaScript.
      const limits = { external_id: "𠀀".repeat(255), type: "__proto__", label: "é".repeat(255) };
      const properties = { text: "x".repeat(65_525) };
      expect(await graph.ingested({ nodes: [{ ...limits, properties }] })).toEqual(counts(1));
      const named =
        '{"nodes":[{"external_id":"__proto__","type":"constructor","label":"l","properties":{"__proto__":{"x":1}}}]}';
      const type = { "content-type": "application/json" };
      expectStatus(await graph.ask<unknown>("POST", "/ingestions", { body: named, headers: type }), 200);
      expect((await graph.nodes({ "q[external_id_eq]": "__proto__" })).text).toContain(
        '"properties":{"__proto__":{"x":1}}',
      );
    });

    it("refuses a too long body before it reads the items", async () => {
      const graph = await newGraph();
      const marks = "\u0301\u0323".repeat(200_000);
      for (const json of [
        { nodes: [node(marks)] },
        { nodes: [node("a", { label: marks })] },
        { edges: [edge("a", marks)] },
        { deletions: [marks] },
        { source: marks },
      ]) {
        const refused = expectRefusal((await graph.ingest(json)) as Reply<unknown>, 422, "unprocessable_entity");
        expect(refused.details.map(({ code }) => code)).toEqual(["too_long"]);
      }
      expectRefusal((await graph.ingest({ source: "x".repeat(1_048_577) })) as Reply<never>, 413, "payload_too_large");
      const faults = { deletions: Array.from({ length: 1000 }, () => "") };
      expect(
        expectRefusal((await graph.ingest(faults)) as Reply<unknown>, 422, "unprocessable_entity").details,
      ).toHaveLength(100);
      for (const body of ["[]", "7", "{no json", '{"nodes":'])
        expectMalformed(
          (await graph.ask("POST", "/ingestions", {
            body,
            headers: { "content-type": "application/json" },
          })) as Reply<never>,
        );
    });

    it("is described with the key that opens it", async () => {
      const { paths, components } = (
        await house.ask<{
          paths: Readonly<Record<string, Readonly<Record<string, { readonly security: unknown }>>>>;
          components: { readonly securitySchemes: Readonly<Record<string, unknown>> };
        }>("GET", "/openapi.json")
      ).body;
      expect(components.securitySchemes.connectorKey).toMatchObject({
        type: "apiKey",
        in: "header",
        name: "X-Connector-Key",
      });
      for (const [path, method] of [
        ["ingestions", "post"],
        ["nodes", "get"],
        ["edges", "get"],
      ] as const)
        expect(paths[`${GRAPH}/${path}`]?.[method]?.security).toEqual([{ connectorKey: [] }]);
    });
  });
});
