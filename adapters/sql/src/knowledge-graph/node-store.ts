import { type ConnectorId, type GraphNodeStore, nodeListing } from "@cartulary/knowledge-graph";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { insertOf, valueSet } from "../engine/row-set.ts";
import { columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { portionsOf } from "./portions.ts";
import { type GraphTables, graphNodeRows, nodeKey } from "./tables.ts";

/** The external id is unique in a connector's graph, so it serves as the tie-breaker. */
const columns = {
  ...columnsOf(nodeListing, graphNodeRows),
  id: { ref: "graph_nodes.external_id", nullable: false },
};

export function createGraphNodeStore({ db, dialect }: SqlTransaction<GraphTables>): GraphNodeStore {
  const rows = rowsOf(graphNodeRows, dialect);
  const keysOf = (connectorId: ConnectorId, externalIds: readonly string[]) => {
    const keys = externalIds.map((externalId) => nodeKey(connectorId, externalId));
    return valueSet(graphNodeRows, "key", keys, dialect);
  };
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
        .where("key", "in", keysOf(connectorId, externalIds))
        .execute();
      return new Map(found.map((row) => [row.external_id, row.digest]));
    },

    async put(nodes) {
      for (const some of portionsOf(nodes)) {
        const written = some.map((node) => ({ ...rows.encode(node), key: nodeKey(node.connectorId, node.externalId) }));
        await sql`${insertOf(graphNodeRows, written, dialect)}
          on conflict (key) do update
            set type = excluded.type, type_fold = excluded.type_fold, label = excluded.label,
              label_fold = excluded.label_fold, properties = excluded.properties, digest = excluded.digest`.execute(db);
      }
    },

    async remove(connectorId, externalIds) {
      if (externalIds.length === 0) return;
      await db.deleteFrom("graph_nodes").where("key", "in", keysOf(connectorId, externalIds)).execute();
    },

    async removeAll(connectorId) {
      await db.deleteFrom("graph_nodes").where("connector_id", "=", connectorId).execute();
    },
  };
}
