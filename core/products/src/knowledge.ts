import { type AuthStores, connectorKeyRefused } from "@cartulary/auth";
import type { Digests, ReplayStores, Transact } from "@cartulary/kernel";
import {
  type ConnectorId,
  createKnowledgeGraphs,
  type GraphStores,
  type KnowledgeGraph,
  removeGraph,
} from "@cartulary/knowledge-graph";
import type { IdentityLinks, Part } from "./part.ts";

/** What a transaction about knowledge graphs touches. */
export type KnowledgeStores = GraphStores & ReplayStores & Pick<AuthStores, "connectors">;

/** What knowledge graphs are made from. */
export interface KnowledgePorts<Stores> {
  readonly transact: Transact<Stores>;
  readonly digests: Digests;
}

/** What connectors of the area `knowledge_graph` bring. */
export interface Knowledge<Stores> extends Part<Stores> {
  /** Of a connector that showed its key. */
  readonly knowledgeGraph: (connectorId: ConnectorId) => KnowledgeGraph;
  readonly identityLinks: IdentityLinks<Stores>;
}

/** Knowledge graphs from their ports: a connector writes its own, which is deleted with it. */
export function createKnowledge<Stores extends KnowledgeStores>(ports: KnowledgePorts<Stores>): Knowledge<Stores> {
  return {
    knowledgeGraph: createKnowledgeGraphs({ ...ports, lockConnector }),
    jobs: [],
    checks: [],
    blobHolders: [],
    prepare: async () => {},
    identityLinks: {
      userListeners: [],
      groupListeners: [],
      connectorListeners: [{ removed: (stores, _caller, connectorId) => removeGraph(stores, connectorId) }],
    },
  };
}

/** A connector may have been deleted since it showed its key: then that opens nothing, as at the next request. */
async function lockConnector({ connectors }: KnowledgeStores, connectorId: ConnectorId): Promise<void> {
  if (!(await connectors.lock(connectorId))) throw connectorKeyRefused();
}
