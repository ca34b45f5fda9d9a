import { edgeListing, nodeListing } from "@cartulary/knowledge-graph";
import { z } from "zod";
import { freeForm, integer, listOf, text } from "../fields.ts";
import { KNOWLEDGE_GRAPH_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

const node = { externalId: text(), type: text(), label: text() };
const edge = { from: text(), to: text(), type: text() };
const propertiesInput = { properties: freeForm().nullable().exactOptional() };

export const KnowledgeGraphNodeRecord = record("KnowledgeGraphNode", { ...node, properties: freeForm() });

export const KnowledgeGraphEdgeRecord = record("KnowledgeGraphEdge", { ...edge, properties: freeForm() });

/** The items of one request: up to a thousand. */
export const KnowledgeGraphIngestion = record("KnowledgeGraphIngestion", {
  source: text().nullable().exactOptional(),
  nodes: listOf(record("KnowledgeGraphNodeInput", { ...node, ...propertiesInput })).exactOptional(),
  edges: listOf(record("KnowledgeGraphEdgeInput", { ...edge, ...propertiesInput })).exactOptional(),
  deletions: listOf(text()).exactOptional(),
});

/** The outcome, each item counted once. */
export const KnowledgeGraphResult = record("KnowledgeGraphResult", {
  created: integer(),
  updated: integer(),
  deleted: integer(),
  unchanged: integer(),
});

const graph = { tag: "knowledge graph", scope: "connector", area: "knowledge_graph" } as const;

/** Operations of a connector with the area `knowledge_graph` on its own graph. */
export const knowledgeGraphOperations = operations({
  ingestKnowledgeGraph: {
    ...graph,
    method: "post",
    path: `${KNOWLEDGE_GRAPH_BASE}/ingestions`,
    summary:
      "Ingest up to 1,000 nodes, edges and deletions, all or none: deletions first, nodes with their edges; existing items are replaced",
    body: KnowledgeGraphIngestion,
    headers: ["Idempotency-Key"],
    replies: { 200: KnowledgeGraphResult },
  },
  listKnowledgeGraphNodes: {
    ...graph,
    method: "get",
    path: `${KNOWLEDGE_GRAPH_BASE}/nodes`,
    summary: "List the nodes of this connector",
    list: nodeListing,
    replies: { 200: z.array(KnowledgeGraphNodeRecord) },
  },
  listKnowledgeGraphEdges: {
    ...graph,
    method: "get",
    path: `${KNOWLEDGE_GRAPH_BASE}/edges`,
    summary: "List the edges of this connector",
    list: edgeListing,
    replies: { 200: z.array(KnowledgeGraphEdgeRecord) },
  },
});
