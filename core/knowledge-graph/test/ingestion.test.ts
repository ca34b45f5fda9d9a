import type { Digests, FieldError, Id } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { type IngestionInput, validateIngestion } from "../src/ingestion.ts";
import { endErrors, namedNodes, planOf } from "../src/plan.ts";

const CONNECTOR = "00000000-0000-7000-8000-00000000c001" as Id<"Connector">;
/** Tells texts apart, which is all that is wanted of it here. */
const digests = { sha256: (text: string) => `of ${text}` } as unknown as Digests;

const judged = (input: IngestionInput) => validateIngestion(CONNECTOR, input, digests);
const node = (externalId: string, more = {}) => ({ externalId, type: "page", label: "a page", ...more });
const edge = (from: string, to: string, more = {}) => ({ from, to, type: "refers", ...more });

function refusedFields(work: () => unknown): readonly (readonly [string, string])[] {
  try {
    work();
  } catch (error) {
    return (error as { details: readonly FieldError[] }).details.map(({ field, code }) => [field, code]);
  }
  return [];
}

describe("an ingestion", () => {
  it("is sorted by keys, for any order of the input", () => {
    const { nodes, edges, deletions } = judged({
      nodes: ["b", "a\u0301", "a"].map((id) => node(id)),
      edges: [edge("b", "a"), edge("a", "b"), edge("a", "a", { type: "z" })],
      deletions: ["z", "y"],
    });
    expect(nodes.map(({ externalId }) => externalId)).toEqual(["a", "b", "á"]);
    expect(edges.map(({ edge: { place }, index }) => [place, index])).toEqual([
      ["a\na\nz", 2],
      ["a\nb\nrefers", 1],
      ["b\na\nrefers", 0],
    ]);
    expect(deletions).toEqual(["y", "z"]);
  });

  it("is a thousand items at most, of all kinds together", () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index));
    const nodes = ids(600).map((id) => node(id));
    const loops = (count: number) => ids(count).map((id) => edge(id, id));
    expect(refusedFields(() => judged({ nodes, edges: loops(300), deletions: ids(100) }))).toEqual([]);
    expect(refusedFields(() => judged({ nodes, edges: loops(300), deletions: ids(101) }))).toEqual([
      ["deletions", "too_long"],
    ]);
    expect(refusedFields(() => judged({ nodes, edges: loops(401) }))).toEqual([["edges", "too_long"]]);
    expect(refusedFields(() => judged({ nodes: ids(1001).map((id) => node(id)) }))).toEqual([["nodes", "too_long"]]);
  });

  it("is refused with all that is wrong with it, the first hundred", () => {
    const long = "x".repeat(256);
    expect(
      refusedFields(() =>
        judged({
          source: long,
          nodes: [node("a"), node("", { type: "a\nb", label: long, properties: { lone: "\ud800" } })],
          edges: [edge(" ", "\u0000", { type: "\u202e" })],
          deletions: ["a", "\u200b"],
        }),
      ),
    ).toEqual([
      ["source", "too_long"],
      ["nodes[1].externalId", "blank"],
      ["nodes[1].type", "invalid"],
      ["nodes[1].label", "too_long"],
      ["nodes[1].properties", "invalid"],
      ["edges[0].from", "blank"],
      ["edges[0].to", "invalid"],
      ["edges[0].type", "invalid"],
      ["deletions[1]", "blank"],
    ]);
    expect(refusedFields(() => judged({ deletions: Array.from({ length: 500 }, () => "") }))).toHaveLength(100);
  });

  it("names no item twice, in any Unicode form, but may delete and create the same one", () => {
    expect(
      refusedFields(() =>
        judged({
          nodes: [node("é"), node(" e\u0301 ", { label: "another" }), node("É")],
          edges: [edge("a", "b"), edge("b", "a"), edge("a", "b ", { properties: { x: 1 } })],
          deletions: ["é", "b", "b"],
        }),
      ),
    ).toEqual([
      ["nodes[1].externalId", "taken"],
      ["edges[2]", "taken"],
      ["deletions[2]", "taken"],
    ]);
  });
});

describe("the plan of an ingestion", () => {
  const present = (nodes: readonly string[], edges: readonly string[] = []) => {
    const all = judged({
      nodes: nodes.map((id) => node(id)),
      edges: edges.map((ends) => edge(ends[0] ?? "", ends[1] ?? "")),
    });
    return {
      nodes: new Map(all.nodes.map(({ externalId, digest }) => [externalId, digest])),
      edges: new Map(all.edges.map(({ edge: { id, digest } }) => [id, digest])),
    };
  };

  it("counts each item once", () => {
    const ingestion = judged({
      nodes: [node("a"), node("b", { label: "changed" }), node("new"), node("c")],
      edges: [edge("a", "b"), edge("b", "a", { properties: { changed: 1 } }), edge("a", "new"), edge("c", "a")],
      deletions: ["c", "d", "absent"],
    });
    const plan = planOf(ingestion, present(["a", "b", "c", "d"], ["ab", "ba", "ca"]));
    expect(plan.result).toEqual({ created: 4, updated: 2, deleted: 2, unchanged: 3 });
    expect(plan.removals).toEqual(["c", "d"]);
    expect(plan.nodes.map(({ externalId }) => externalId)).toEqual(["b", "c", "new"]);
    expect(plan.edges.map(({ from, to }) => from + to)).toEqual(["anew", "ba", "ca"]);
  });

  it("looks every node up that it has to do with, once", () => {
    const ingestion = judged({ nodes: [node("a")], edges: [edge("a", "b"), edge("c", "b")], deletions: ["d", "a"] });
    expect([...namedNodes(ingestion)].sort()).toEqual(["a", "b", "c", "d"]);
  });

  it("refuses edges whose nodes will not be there, in the order sent", () => {
    const ingestion = judged({
      nodes: [node("new"), node("again")],
      edges: [edge("z", "there"), edge("new", "again"), edge("gone", "absent")],
      deletions: ["gone", "again"],
    });
    const errors = endErrors(ingestion, present(["there", "gone", "again"]));
    expect(errors.map(({ field, code }) => [field, code])).toEqual([
      ["edges[0].from", "not_found"],
      ["edges[2].from", "not_found"],
      ["edges[2].to", "not_found"],
    ]);
  });
});
