import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/knowledge-graph/src";
const SQL = "adapters/sql/src/knowledge-graph";
const PURE = "core/knowledge-graph/test/ingestion";
const HTTP = "http/knowledge-graph";
const HISTORIES = "invariants/knowledge-graph.property";
const STORES = "adapters/sqlite/test/knowledge-graph";

/** Bugs of knowledge graphs. */
export const knowledgeGraphMutants: readonly Mutant[] = mutantsOf({
  [`${CORE}/ingestion.ts`]: [
    ["a request brings a thousand items of each kind", "count += length;", "count = length;", PURE],
    [
      "nodes are written in the order sent",
      "nodes: nodes.toSorted(by(({ externalId }) => externalId)),",
      "nodes,",
      PURE,
    ],
    ["an edge may stand in a request twice", "edges.map(({ edge }) => edge.place),", "[],", PURE],
  ],
  [`${CORE}/plan.ts`]: [
    [
      "a node deleted and sent in one request is not created anew",
      "fateOf(removed.has(node.externalId) ? undefined : present.nodes.get(node.externalId), node)",
      "fateOf(present.nodes.get(node.externalId), node)",
      PURE,
      HISTORIES,
    ],
    [
      "an edge may end at a node that its request deletes",
      "(present.nodes.has(externalId) && !removed.has(externalId))",
      "present.nodes.has(externalId)",
      PURE,
      HISTORIES,
    ],
    ["a deletion of an unknown node is counted", "deleted: removals.length,", "deleted: deletions.length,", PURE],
  ],
  [`${CORE}/knowledge-graph.ts`]: [
    ["edges outlive their nodes", "await graphEdges.removeAt(connectorId, removals);", "", HISTORIES, HTTP],
    ["a connector that is gone still brings", "await lockConnector(stores, connectorId);", "", HTTP],
  ],
  [`${SQL}/node-store.ts`]: [
    [
      "nodes of all connectors are listed",
      'db.selectFrom("graph_nodes").where("connector_id", "=", connectorId),',
      'db.selectFrom("graph_nodes"),',
      STORES,
      HTTP,
    ],
    ["what a node is searched by stays as it was", "label_fold = excluded.label_fold, ", "", STORES],
  ],
  [`${SQL}/edge-store.ts`]: [
    ["edges go with the node where they begin only", '["from_key", "to_key"]', '["from_key"]', STORES, HISTORIES],
  ],
  "core/products/src/knowledge.ts": [
    [
      "a graph outlives its connector",
      "removed: (stores, _caller, connectorId) => removeGraph(stores, connectorId)",
      "removed: async () => void removeGraph",
      HISTORIES,
      HTTP,
    ],
  ],
  "hosts/http/src/requests/handle-request.ts": [
    ["a graph needs a mandataire", 'connector && operation.area === "portal"', "connector", HTTP],
  ],
});
