import type { GraphStores } from "@cartulary/knowledge-graph";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { createGraphEdgeStore } from "./edge-store.ts";
import { graphMigrations } from "./migrations.ts";
import { createGraphNodeStore } from "./node-store.ts";
import { graphEdgeRows, graphNodeRows } from "./tables.ts";

export const knowledgeGraphModule: SqlModule<GraphStores, object> = sqlModule({
  name: "knowledge-graph",
  entities: [graphNodeRows, graphEdgeRows],
  migrations: graphMigrations,
  stores: { graphNodes: createGraphNodeStore, graphEdges: createGraphEdgeStore },
});
