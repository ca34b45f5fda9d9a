import { edgeListing, type GraphEdge, type GraphNode, nodeListing } from "@cartulary/knowledge-graph";
import { idOf, ROWS, textOf } from "./fixtures.ts";
import { BY_KEY, listed, type Works } from "./works.ts";

const connector = idOf<"Connector">("connectors", 0);
const texts = Array.from({ length: 20 }, (_, count) => textOf(1 + count * 48));

const nodes: readonly GraphNode[] = texts.map((externalId) => ({
  ...{ connectorId: connector, externalId, type: "page", label: externalId, properties: {}, digest: "new" },
}));
const edges: readonly GraphEdge[] = texts.map((id) => ({
  ...{ connectorId: connector, id, from: id, to: id, type: "refers", place: id, properties: {}, digest: "new" },
}));

/** The works of the stores of knowledge graphs. A list reads all rows of the connector, to count them. */
export const graphWorks: Works<"graphNodes" | "graphEdges"> = {
  graphNodes: {
    list: [3 * ROWS.graph_nodes, listed(nodeListing, ({ graphNodes }, query) => graphNodes.list(connector, query))],
    digests: [BY_KEY, ({ graphNodes }) => graphNodes.digests(connector, texts)],
    put: [2 * BY_KEY, ({ graphNodes }) => graphNodes.put(nodes)],
    remove: [BY_KEY, ({ graphNodes }) => graphNodes.remove(connector, texts)],
    removeAll: [2 * ROWS.graph_nodes, ({ graphNodes }) => graphNodes.removeAll(connector)],
  },
  graphEdges: {
    list: [3 * ROWS.graph_edges, listed(edgeListing, ({ graphEdges }, query) => graphEdges.list(connector, query))],
    digests: [BY_KEY, ({ graphEdges }) => graphEdges.digests(texts)],
    put: [2 * BY_KEY, ({ graphEdges }) => graphEdges.put(edges)],
    removeAt: [2 * BY_KEY, ({ graphEdges }) => graphEdges.removeAt(connector, texts)],
    removeAll: [2 * ROWS.graph_edges, ({ graphEdges }) => graphEdges.removeAll(connector)],
  },
};
