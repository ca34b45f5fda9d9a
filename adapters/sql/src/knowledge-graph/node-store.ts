import { type GraphNodeStore, nodeListing } from "@cartulary/knowledge-graph";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { insertOf, valueSet } from "../engine/row-set.ts";
import { rowsOf } from "../engine/rows.ts";
import { columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { type GraphTables, graphNodeRows } from "./tables.ts";

/** An external id is unique in a connector's graph: it tells rows apart that sort alike. */
const columns = {
  ...columnsOf(nodeListing, graphNodeRows),
  id: { ref: "graph_nodes.external_id", nullable: false },
};

/** Nodes of connectors' graphs in SQL. */
export function createGraphNodeStore({ db, dialect }: SqlTransaction<GraphTables>): GraphNodeStore {
  const rows = rowsOf(graphNodeRows, dialect);
  return {
    list: (connectorId, query) =>
      pageOf(
        db.selectFrom("graph_nodes").where("connector_id", "=", connectorId),
        { listing: nodeListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("graph_nodes")),
        rows.decode,
      ),

    async digests(connectorId, externalIds) {
      if (externalIds.length === 0) return new Map();
      const found = await db
        .selectFrom("graph_nodes")
        .select(["external_id", "digest"])
        .where("connector_id", "=", connectorId)
        .where("external_id", "in", valueSet(graphNodeRows, "external_id", externalIds, dialect))
        .execute();
      return new Map(found.map((row) => [row.external_id, row.digest]));
    },

    async put(nodes) {
      if (nodes.length === 0) return;
      await sql`${insertOf(graphNodeRows, nodes.map(rows.encode), dialect)}
        on conflict (connector_id, external_id) do update
          set type = excluded.type, type_fold = excluded.type_fold, label = excluded.label,
            label_fold = excluded.label_fold, properties = excluded.properties, digest = excluded.digest`.execute(db);
    },

    async remove(connectorId, externalIds) {
      if (externalIds.length === 0) return;
      await db
        .deleteFrom("graph_nodes")
        .where("connector_id", "=", connectorId)
        .where("external_id", "in", valueSet(graphNodeRows, "external_id", externalIds, dialect))
        .execute();
    },

    async removeAll(connectorId) {
      await db.deleteFrom("graph_nodes").where("connector_id", "=", connectorId).execute();
    },
  };
}
