import type { ConnectorAuthentication, ConnectorId } from "@cartulary/auth";
import type { KnowledgeGraph } from "@cartulary/knowledge-graph";
import { KNOWLEDGE_GRAPH_BASE, knowledgeGraphOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { implement } from "./exchange/implement.ts";
import type { ApiDependencies } from "./exchange/perform.ts";
import { knowledgeGraphHandlers } from "./operations/knowledge-graph.ts";

/** What the knowledge graphs of connectors need. */
export interface KnowledgeGraphApiDependencies extends ApiDependencies {
  readonly connectorAuthentication: ConnectorAuthentication;
  /** The graph of a connector that showed its key. */
  readonly knowledgeGraph: (connectorId: ConnectorId) => KnowledgeGraph;
}

/**
 * What programs bring of nodes and edges, to be mounted at {@link KNOWLEDGE_GRAPH_BASE} or anywhere else: no bearer token
 * opens it.
 */
export function knowledgeGraphApi(dependencies: KnowledgeGraphApiDependencies): Hono {
  const handlers = knowledgeGraphHandlers(dependencies.knowledgeGraph);
  return implement(knowledgeGraphOperations, handlers, KNOWLEDGE_GRAPH_BASE, dependencies);
}
