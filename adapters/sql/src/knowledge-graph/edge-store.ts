import { edgeListing, type GraphEdgeStore } from "@cartulary/knowledge-graph";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { insertOf, valueSet } from "../engine/row-set.ts";
import { columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { portionsOf } from "./portions.ts";
import { type GraphTables, graphEdgeRows, nodeKey } from "./tables.ts";

/** The place is unique in a connector's graph, so it serves as the tie-breaker. */
const columns = {
  ...columnsOf(edgeListing, graphEdgeRows),
  id: { ref: "graph_edges.place", nullable: false },
};

export function createGraphEdgeStore({ db, dialect }: SqlTransaction<GraphTables>): GraphEdgeStore {
  const rows = rowsOf(graphEdgeRows, dialect);
  return {
    list: (connectorId, query) =>
      pageOf(
        db.selectFrom("graph_edges").where("connector_id", "=", connectorId),
        { listing: edgeListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("graph_edges")),
        rows.decode,
      ),

    async digests(ids) {
      if (ids.length === 0) return new Map();
      const found = await db
        .selectFrom("graph_edges")
        .select(["id", "digest"])
        .where("id", "in", valueSet(graphEdgeRows, "id", ids, dialect))
        .execute();
      return new Map(found.map((row) => [row.id, row.digest]));
    },

    async put(edges) {
      for (const some of portionsOf(edges)) {
        const written = some.map((edge) => ({
          ...rows.encode(edge),
          from_key: nodeKey(edge.connectorId, edge.from),
          to_key: nodeKey(edge.connectorId, edge.to),
        }));
        await sql`${insertOf(graphEdgeRows, written, dialect)}
          on conflict (id) do update
            set properties = excluded.properties, digest = excluded.digest`.execute(db);
      }
    },

    async removeAt(connectorId, externalIds) {
      if (externalIds.length === 0) return;
      const keys = externalIds.map((externalId) => nodeKey(connectorId, externalId));
      for (const end of ["from_key", "to_key"] as const) {
        await db
          .deleteFrom("graph_edges")
          .where(end, "in", valueSet(graphEdgeRows, end, keys, dialect))
          .execute();
      }
    },

    async removeAll(connectorId) {
      await db.deleteFrom("graph_edges").where("connector_id", "=", connectorId).execute();
    },
  };
}
