import type { ListQuery, Page } from "@cartulary/kernel";
import type { ConnectorId, EdgeField, GraphEdge, GraphNode, NodeField } from "./graph.ts";

/** Nodes of connectors' graphs. Pinned by `graphStoresContract` in `@cartulary/ports/knowledge-graph`. */
export interface GraphNodeStore {
  /** The nodes of one connector; nodes that sort alike by their external ids. */
  list(connectorId: ConnectorId, query: ListQuery<NodeField>): Promise<Page<GraphNode>>;
  /** The digests of those of these nodes that there are, by external id. */
  digests(connectorId: ConnectorId, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Inserts nodes in the order given, or replaces those that there are; no two have one key. */
  put(nodes: readonly GraphNode[]): Promise<void>;
  remove(connectorId: ConnectorId, externalIds: readonly string[]): Promise<void>;
  removeAll(connectorId: ConnectorId): Promise<void>;
}

/** Edges of connectors' graphs, likewise. */
export interface GraphEdgeStore {
  /** The edges of one connector; edges that sort alike by their places. */
  list(connectorId: ConnectorId, query: ListQuery<EdgeField>): Promise<Page<GraphEdge>>;
  /** The digests of those of these edges that there are, by id: an id is one connector's. */
  digests(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** As of nodes. */
  put(edges: readonly GraphEdge[]): Promise<void>;
  /** Removes the edges that begin or end at one of these nodes. */
  removeAt(connectorId: ConnectorId, externalIds: readonly string[]): Promise<void>;
  removeAll(connectorId: ConnectorId): Promise<void>;
}

/** What a transaction about graphs touches. */
export interface GraphStores {
  readonly graphNodes: GraphNodeStore;
  readonly graphEdges: GraphEdgeStore;
}
