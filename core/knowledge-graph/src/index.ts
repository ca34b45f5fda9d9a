export {
  type ConnectorId,
  type EdgeField,
  type EdgeFields,
  edgeListing,
  type GraphEdge,
  type GraphNode,
  graphEdge,
  graphNode,
  type NodeField,
  type NodeFields,
  nodeListing,
} from "./graph.ts";
export {
  type EdgeInput,
  GRAPH_LINE_MAX,
  INGESTION_ITEMS_MAX,
  type IngestionInput,
  type NodeInput,
} from "./ingestion.ts";
export { createKnowledgeGraphs, type KnowledgeGraph, type LockConnector, removeGraph } from "./knowledge-graph.ts";
export type { IngestionResult } from "./plan.ts";
export type { GraphEdgeStore, GraphNodeStore, GraphStores } from "./ports.ts";
