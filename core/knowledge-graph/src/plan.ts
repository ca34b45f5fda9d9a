import type { FieldError } from "@cartulary/kernel";
import type { GraphEdge, GraphNode } from "./graph.ts";
import type { Ingestion, SentEdge } from "./ingestion.ts";

/** What became of the items of a request: each is counted once. */
export interface IngestionResult {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly unchanged: number;
}

/** What a connector's graph has of what a request names, before it: digests of nodes by external id, of edges by id. */
export interface Present {
  readonly nodes: ReadonlyMap<string, string>;
  readonly edges: ReadonlyMap<string, string>;
}

/** What is written for a request, in this order, each in the order of its keys. */
export interface Plan {
  /** External ids of nodes that go, with their edges. */
  readonly removals: readonly string[];
  /** Those that are new or become different. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly result: IngestionResult;
}

/** The external ids of all nodes that a request has to do with, each once. */
export function namedNodes({ nodes, edges, deletions }: Ingestion): readonly string[] {
  return [
    ...new Set([
      ...nodes.map(({ externalId }) => externalId),
      ...edges.flatMap(({ edge: { from, to } }) => [from, to]),
      ...deletions,
    ]),
  ];
}

/** What is wrong with edges whose nodes will not be there, in the order in which they were sent. */
export function endErrors({ nodes, edges, deletions }: Ingestion, present: Present): readonly FieldError[] {
  const sent = new Set(nodes.map(({ externalId }) => externalId));
  const removed = new Set(deletions);
  const isThere = (externalId: string) =>
    sent.has(externalId) || (present.nodes.has(externalId) && !removed.has(externalId));
  const inOrder = edges.toSorted((one, other) => one.index - other.index);
  return inOrder.flatMap(({ edge, index }: SentEdge) =>
    (["from", "to"] as const)
      .filter((end) => !isThere(edge[end]))
      .map((end) => ({ field: `edges[${index}].${end}`, code: "not_found" as const, message: NO_NODE })),
  );
}

const NO_NODE = "names no node that there is";

/** What is to be written: deletions come first, so that what is deleted and sent is made anew, without its edges. */
export function planOf({ nodes, edges, deletions }: Ingestion, present: Present): Plan {
  const removed = new Set(deletions);
  const removals = deletions.filter((externalId) => present.nodes.has(externalId));
  const nodeFates = nodes.map((node) => ({
    item: node,
    fate: fateOf(removed.has(node.externalId) ? undefined : present.nodes.get(node.externalId), node),
  }));
  const edgeFates = edges.map(({ edge }) => ({
    item: edge,
    fate: fateOf(removed.has(edge.from) || removed.has(edge.to) ? undefined : present.edges.get(edge.id), edge),
  }));
  const fates = [...nodeFates, ...edgeFates].map(({ fate }) => fate);
  const count = (sought: Fate) => fates.filter((fate) => fate === sought).length;
  return {
    removals,
    nodes: changed(nodeFates),
    edges: changed(edgeFates),
    result: {
      created: count("created"),
      updated: count("updated"),
      deleted: removals.length,
      unchanged: count("unchanged") + deletions.length - removals.length,
    },
  };
}

type Fate = "created" | "updated" | "unchanged";

function fateOf(before: string | undefined, { digest }: { readonly digest: string }): Fate {
  if (before === undefined) return "created";
  return before === digest ? "unchanged" : "updated";
}

function changed<Item>(fates: readonly { readonly item: Item; readonly fate: Fate }[]): readonly Item[] {
  return fates.filter(({ fate }) => fate !== "unchanged").map(({ item }) => item);
}
