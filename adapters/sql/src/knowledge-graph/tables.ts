import type { JsonObject } from "@cartulary/kernel";
import type { ConnectorId } from "@cartulary/knowledge-graph";
import { defineEntity } from "@mikro-orm/core";
import { type Database, folded, id, json, text } from "../engine/columns.ts";

/** What connectors' nodes are. */
export const graphNodeRows = defineEntity({
  name: "GraphNode",
  tableName: "graph_nodes",
  properties: {
    connectorId: id<ConnectorId>().primary(),
    externalId: text().primary(),
    externalIdFold: folded(),
    type: text(),
    typeFold: folded(),
    label: text(),
    labelFold: folded(),
    properties: json<JsonObject>(),
    digest: text(),
  },
  indexes: [
    { name: "graph_nodes_external_id_index", properties: ["connectorId", "externalIdFold", "externalId"] },
    { name: "graph_nodes_type_index", properties: ["connectorId", "typeFold", "externalId"] },
    { name: "graph_nodes_label_index", properties: ["connectorId", "labelFold", "externalId"] },
  ],
});

/** And their edges. An index begins with each end: by it edges are listed, and removed with their nodes. */
export const graphEdgeRows = defineEntity({
  name: "GraphEdge",
  tableName: "graph_edges",
  properties: {
    connectorId: id<ConnectorId>().primary(),
    /** The digest of the place. */
    id: text().primary(),
    from: text(),
    fromFold: folded(),
    to: text(),
    toFold: folded(),
    type: text(),
    typeFold: folded(),
    place: text(),
    properties: json<JsonObject>(),
    digest: text(),
  },
  indexes: [
    { name: "graph_edges_from_index", properties: ["connectorId", "fromFold", "from"] },
    { name: "graph_edges_to_index", properties: ["connectorId", "toFold", "to"] },
    { name: "graph_edges_type_index", properties: ["connectorId", "typeFold"] },
  ],
});

/** What the stores of this module see. */
export type GraphTables = Database<typeof graphNodeRows | typeof graphEdgeRows>;
