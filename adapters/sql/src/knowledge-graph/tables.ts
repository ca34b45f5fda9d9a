import type { JsonObject } from "@cartulary/kernel";
import type { ConnectorId } from "@cartulary/knowledge-graph";
import { defineEntity } from "@mikro-orm/core";
import { type Database, folded, id, json, text } from "../engine/columns.ts";

/**
 * What connectors' nodes are. Rows are looked up by texts that no other connector's rows have, and by nothing else: of a graph
 * that came after its statistics, Postgres takes every index that begins with the connector for as good as another one, and
 * would go through all of the graph.
 */
export const graphNodeRows = defineEntity({
  name: "GraphNode",
  tableName: "graph_nodes",
  properties: {
    /** By {@link nodeKey}. */
    key: text().primary().hidden(),
    connectorId: id<ConnectorId>(),
    externalId: text(),
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

/** And their edges. */
export const graphEdgeRows = defineEntity({
  name: "GraphEdge",
  tableName: "graph_edges",
  properties: {
    id: text().primary(),
    connectorId: id<ConnectorId>(),
    from: text(),
    fromFold: folded(),
    to: text(),
    toFold: folded(),
    type: text(),
    typeFold: folded(),
    place: text(),
    /** The keys of its nodes. */
    fromKey: text().hidden(),
    toKey: text().hidden(),
    properties: json<JsonObject>(),
    digest: text(),
  },
  indexes: [
    { name: "graph_edges_from_index", properties: ["connectorId", "fromFold"] },
    { name: "graph_edges_to_index", properties: ["connectorId", "toFold"] },
    { name: "graph_edges_type_index", properties: ["connectorId", "typeFold"] },
    { name: "graph_edges_from_key_index", properties: ["fromKey"] },
    { name: "graph_edges_to_key_index", properties: ["toKey"] },
  ],
});

/** One text for a node of one connector. */
export const nodeKey = (connectorId: ConnectorId, externalId: string): string => `${connectorId} ${externalId}`;

/** What the stores of this module see. */
export type GraphTables = Database<typeof graphNodeRows | typeof graphEdgeRows>;
