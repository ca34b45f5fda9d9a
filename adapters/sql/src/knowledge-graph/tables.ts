import type { JsonObject } from "@cartulary/kernel";
import type { ConnectorId } from "@cartulary/knowledge-graph";
import { defineEntity } from "@mikro-orm/core";
import { type Database, foldedText, id, json, text } from "../engine/columns.ts";

/**
 * Nodes of connectors. Rows are only looked up by texts that are unique across connectors: for a graph newer than its
 * statistics, Postgres treats all indexes that begin with the connector alike, and would read the whole graph.
 */
export const graphNodeRows = defineEntity({
  name: "GraphNode",
  tableName: "graph_nodes",
  properties: {
    /** See {@link nodeKey}. */
    key: text().primary().hidden(),
    connectorId: id<ConnectorId>(),
    externalId: text(),
    externalIdFold: foldedText(),
    type: text(),
    typeFold: foldedText(),
    label: text(),
    labelFold: foldedText(),
    properties: json<JsonObject>(),
    digest: text(),
  },
  indexes: [
    { name: "graph_nodes_external_id_index", properties: ["connectorId", "externalIdFold", "externalId"] },
    { name: "graph_nodes_type_index", properties: ["connectorId", "typeFold", "externalId"] },
    { name: "graph_nodes_label_index", properties: ["connectorId", "labelFold", "externalId"] },
  ],
});

/** Edges of connectors, looked up like nodes. */
export const graphEdgeRows = defineEntity({
  name: "GraphEdge",
  tableName: "graph_edges",
  properties: {
    id: text().primary(),
    connectorId: id<ConnectorId>(),
    from: text(),
    fromFold: foldedText(),
    to: text(),
    toFold: foldedText(),
    type: text(),
    typeFold: foldedText(),
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

/** The key of a node, unique across connectors. */
export const nodeKey = (connectorId: ConnectorId, externalId: string): string => `${connectorId} ${externalId}`;

export type GraphTables = Database<typeof graphNodeRows | typeof graphEdgeRows>;
