import type { ListQuery, Page } from "@cartulary/kernel";
import type { ConnectorId, EdgeField, GraphEdge, GraphNode, NodeField } from "./graph.ts";

/** Port: nodes of graphs. Tested by `graphStoresContract` in `@cartulary/ports/knowledge-graph`. */
export interface GraphNodeStore {
  /** Lists a connector's nodes; equal ones are ordered by external id. */
  list(connectorId: ConnectorId, query: ListQuery<NodeField>): Promise<Page<GraphNode>>;
  /** Returns the digests of existing nodes by external id. */
  digests(connectorId: ConnectorId, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Inserts or replaces nodes, in order; keys must be distinct. */
  put(nodes: readonly GraphNode[]): Promise<void>;
  remove(connectorId: ConnectorId, externalIds: readonly string[]): Promise<void>;
  removeAll(connectorId: ConnectorId): Promise<void>;
}

/** Port: edges of graphs. */
export interface GraphEdgeStore {
  /** Lists a connector's edges; equal ones are ordered by place. */
  list(connectorId: ConnectorId, query: ListQuery<EdgeField>): Promise<Page<GraphEdge>>;
  /** Returns the digests of existing edges by id, which is unique across connectors. */
  digests(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** As for nodes. */
  put(edges: readonly GraphEdge[]): Promise<void>;
  /** Removes the edges that begin or end at these nodes. */
  removeAt(connectorId: ConnectorId, externalIds: readonly string[]): Promise<void>;
  removeAll(connectorId: ConnectorId): Promise<void>;
}

/** Stores that graphs need inside a transaction. */
export interface GraphStores {
  readonly graphNodes: GraphNodeStore;
  readonly graphEdges: GraphEdgeStore;
}
