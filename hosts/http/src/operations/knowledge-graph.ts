import type { ConnectorId } from "@cartulary/auth";
import type { KnowledgeGraph } from "@cartulary/knowledge-graph";
import type { knowledgeGraphOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const knowledgeGraphHandlers: Handlers<
  typeof knowledgeGraphOperations,
  { readonly knowledgeGraph: (connectorId: ConnectorId) => KnowledgeGraph }
> = {
  ingestKnowledgeGraph: async ({ connectorId, caller, body }, { knowledgeGraph }) =>
    ok(await knowledgeGraph(connectorId).ingest(caller, body)),
  listKnowledgeGraphNodes: async ({ connectorId, caller, list }, { knowledgeGraph }) =>
    listReply(await knowledgeGraph(connectorId).nodes(caller, list)),
  listKnowledgeGraphEdges: async ({ connectorId, caller, list }, { knowledgeGraph }) =>
    listReply(await knowledgeGraph(connectorId).edges(caller, list)),
};
