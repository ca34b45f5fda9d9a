import type { ConnectorId } from "@cartulary/auth";
import type { KnowledgeGraph } from "@cartulary/knowledge-graph";
import type { knowledgeGraphOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** The graphs of connectors over HTTP. */
export function knowledgeGraphHandlers(
  knowledgeGraph: (connectorId: ConnectorId) => KnowledgeGraph,
): Handlers<typeof knowledgeGraphOperations> {
  return {
    ingestKnowledgeGraph: async ({ connectorId, caller, body }) =>
      ok(await knowledgeGraph(connectorId).ingest(caller, body)),
    listKnowledgeGraphNodes: async ({ connectorId, caller, list }) =>
      listed(await knowledgeGraph(connectorId).nodes(caller, list)),
    listKnowledgeGraphEdges: async ({ connectorId, caller, list }) =>
      listed(await knowledgeGraph(connectorId).edges(caller, list)),
  };
}
