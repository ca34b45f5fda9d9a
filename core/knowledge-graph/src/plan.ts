import type { FieldError } from "@cartulary/kernel";
import type { GraphEdge, GraphNode } from "./graph.ts";
import type { Ingestion, SentEdge } from "./ingestion.ts";

/** Counts of a request's items; each is counted once. */
export interface IngestionResult {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly unchanged: number;
}

/** Existing digests of the request's items: of nodes by external id, of edges by id. */
export interface Present {
  readonly nodes: ReadonlyMap<string, string>;
  readonly edges: ReadonlyMap<string, string>;
}

/** The writes of a request, in this order, each sorted by key. */
export interface Plan {
  /** External ids of nodes to remove with their edges. */
  readonly removals: readonly string[];
  /** New and changed ones. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly result: IngestionResult;
}

/** Lists the external ids of all nodes that a request mentions, without duplicates. */
export function namedNodes({ nodes, edges, deletions }: Ingestion): readonly string[] {
  return [
    ...new Set([
      ...nodes.map(({ externalId }) => externalId),
      ...edges.flatMap(({ edge: { from, to } }) => [from, to]),
      ...deletions,
    ]),
  ];
}

/** Returns the errors of edges whose nodes would not exist, in the order of the request. */
export function endErrors({ nodes, edges, deletions }: Ingestion, present: Present): readonly FieldError[] {
  const sent = new Set(nodes.map(({ externalId }) => externalId));
  const removed = new Set(deletions);
  const willExist = (externalId: string) =>
    sent.has(externalId) || (present.nodes.has(externalId) && !removed.has(externalId));
  const inOrder = edges.toSorted((one, other) => one.index - other.index);
  return inOrder.flatMap(({ edge, index }: SentEdge) =>
    (["from", "to"] as const)
      .filter((end) => !willExist(edge[end]))
      .map((end) => ({ field: `edges[${index}].${end}`, code: "not_found" as const, message: NO_NODE })),
  );
}

const NO_NODE = "does not exist";

/** Plans the writes. Deletions come first, so a node that is deleted and sent is created anew, without its edges. */
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
  const count = (wanted: Fate) => fates.filter((fate) => fate === wanted).length;
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
