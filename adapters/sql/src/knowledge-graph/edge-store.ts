import { fold } from "@cartulary/kernel";
import { edgeListing, type GraphEdgeStore } from "@cartulary/knowledge-graph";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { insertOf, rowSet, valueSet } from "../engine/row-set.ts";
import { rowsOf } from "../engine/rows.ts";
import { columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { type GraphTables, graphEdgeRows } from "./tables.ts";

/** A place is unique in a connector's graph: it tells rows apart that sort alike. */
const columns = {
  ...columnsOf(edgeListing, graphEdgeRows),
  id: { ref: "graph_edges.place", nullable: false },
};

/** Edges of connectors' graphs in SQL. */
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

    async digests(connectorId, ids) {
      if (ids.length === 0) return new Map();
      const found = await db
        .selectFrom("graph_edges")
        .select(["id", "digest"])
        .where("connector_id", "=", connectorId)
        .where("id", "in", valueSet(graphEdgeRows, "id", ids, dialect))
        .execute();
      return new Map(found.map((row) => [row.id, row.digest]));
    },

    async put(edges) {
      if (edges.length === 0) return;
      await sql`${insertOf(graphEdgeRows, edges.map(rows.encode), dialect)}
        on conflict (connector_id, id) do update
          set properties = excluded.properties, digest = excluded.digest`.execute(db);
    },

    async removeAt(connectorId, externalIds) {
      if (externalIds.length === 0) return;
      const begins = externalIds.map((from) => ({ from, from_fold: fold(from) }));
      const ends = externalIds.map((to) => ({ to, to_fold: fold(to) }));
      // Two statements: each goes by the index that begins with its end.
      await sql`delete from graph_edges where connector_id = ${connectorId}
        and (from_fold, "from") in (${rowSet(graphEdgeRows, ["from_fold", "from"], begins, dialect)})`.execute(db);
      await sql`delete from graph_edges where connector_id = ${connectorId}
        and (to_fold, "to") in (${rowSet(graphEdgeRows, ["to_fold", "to"], ends, dialect)})`.execute(db);
    },

    async removeAll(connectorId) {
      await db.deleteFrom("graph_edges").where("connector_id", "=", connectorId).execute();
    },
  };
}
