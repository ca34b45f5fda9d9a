import { edgeListing, nodeListing } from "@cartulary/knowledge-graph";
import { z } from "zod";
import { freeForm, integer, listOf, text } from "../fields.ts";
import { KNOWLEDGE_GRAPH_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

const node = { externalId: text(), type: text(), label: text() };
const edge = { from: text(), to: text(), type: text() };
const given = { properties: freeForm().nullable().exactOptional() };

/** A node as it is answered. */
export const KnowledgeGraphNodeRecord = record("KnowledgeGraphNode", { ...node, properties: freeForm() });

/** An edge as it is answered. */
export const KnowledgeGraphEdgeRecord = record("KnowledgeGraphEdge", { ...edge, properties: freeForm() });

/** What a program brings at once: up to a thousand items. */
export const KnowledgeGraphIngestion = record("KnowledgeGraphIngestion", {
  source: text().nullable().exactOptional(),
  nodes: listOf(record("KnowledgeGraphNodeInput", { ...node, ...given })).exactOptional(),
  edges: listOf(record("KnowledgeGraphEdgeInput", { ...edge, ...given })).exactOptional(),
  deletions: listOf(text()).exactOptional(),
});

/** What became of it, each item counted once. */
export const KnowledgeGraphResult = record("KnowledgeGraphResult", {
  created: integer(),
  updated: integer(),
  deleted: integer(),
  unchanged: integer(),
});

const graph = { tag: "knowledge graph", scope: "connector", area: "knowledge_graph" } as const;

/** What a program does with the graph that it brings, with a connector's key of the area `knowledge_graph`. */
export const knowledgeGraphOperations = operations({
  ingestKnowledgeGraph: {
    ...graph,
    method: "post",
    path: `${KNOWLEDGE_GRAPH_BASE}/ingestions`,
    summary:
      "Bring up to 1,000 nodes, edges and deletions, all or none: deletions come first, a node goes with its edges, and what is there is replaced",
    body: KnowledgeGraphIngestion,
    headers: ["Idempotency-Key"],
    replies: { 200: KnowledgeGraphResult },
  },
  listKnowledgeGraphNodes: {
    ...graph,
    method: "get",
    path: `${KNOWLEDGE_GRAPH_BASE}/nodes`,
    summary: "The nodes that this connector brought",
    list: nodeListing,
    replies: { 200: z.array(KnowledgeGraphNodeRecord) },
  },
  listKnowledgeGraphEdges: {
    ...graph,
    method: "get",
    path: `${KNOWLEDGE_GRAPH_BASE}/edges`,
    summary: "The edges that this connector brought",
    list: edgeListing,
    replies: { 200: z.array(KnowledgeGraphEdgeRecord) },
  },
});
