import type { Migration } from "../engine/migration.ts";

export const graphMigrations: readonly Migration[] = [
  {
    name: "2027-01-13 knowledge graph: nodes and edges of connectors",
    up: ({ types: { id, text, json }, tableOptions }) => [
      `create table graph_nodes (
        key ${text} not null primary key,
        connector_id ${id} not null,
        external_id ${text} not null,
        external_id_fold ${text} not null,
        type ${text} not null,
        type_fold ${text} not null,
        label ${text} not null,
        label_fold ${text} not null,
        properties ${json} not null,
        digest ${text} not null
      ) ${tableOptions}`,
      "create index graph_nodes_external_id_index on graph_nodes (connector_id, external_id_fold, external_id)",
      "create index graph_nodes_type_index on graph_nodes (connector_id, type_fold, external_id)",
      "create index graph_nodes_label_index on graph_nodes (connector_id, label_fold, external_id)",
      `create table graph_edges (
        id ${text} not null primary key,
        connector_id ${id} not null,
        "from" ${text} not null,
        from_fold ${text} not null,
        "to" ${text} not null,
        to_fold ${text} not null,
        type ${text} not null,
        type_fold ${text} not null,
        place ${text} not null,
        from_key ${text} not null,
        to_key ${text} not null,
        properties ${json} not null,
        digest ${text} not null
      ) ${tableOptions}`,
      "create index graph_edges_from_index on graph_edges (connector_id, from_fold)",
      "create index graph_edges_to_index on graph_edges (connector_id, to_fold)",
      "create index graph_edges_type_index on graph_edges (connector_id, type_fold)",
      "create index graph_edges_from_key_index on graph_edges (from_key)",
      "create index graph_edges_to_key_index on graph_edges (to_key)",
    ],
  },
];
