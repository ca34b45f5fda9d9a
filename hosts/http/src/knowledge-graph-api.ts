import type { ConnectorAuthentication, ConnectorId } from "@cartulary/auth";
import type { KnowledgeGraph } from "@cartulary/knowledge-graph";
import { KNOWLEDGE_GRAPH_BASE, knowledgeGraphOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { knowledgeGraphHandlers } from "./operations/knowledge-graph.ts";
import type { ApiDependencies } from "./requests/api-dependencies.ts";
import { implement } from "./requests/implement.ts";

export interface KnowledgeGraphApiDependencies extends ApiDependencies {
  readonly connectorAuthentication: ConnectorAuthentication;
  /** Returns the graph of an authenticated connector. */
  readonly knowledgeGraph: (connectorId: ConnectorId) => KnowledgeGraph;
}

/** The knowledge graph operations of connectors, for any mount path such as {@link KNOWLEDGE_GRAPH_BASE}. */
export function knowledgeGraphApi(dependencies: KnowledgeGraphApiDependencies): Hono {
  return implement(knowledgeGraphOperations, knowledgeGraphHandlers, KNOWLEDGE_GRAPH_BASE, dependencies);
}
