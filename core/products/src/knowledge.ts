import { type AuthStores, connectorKeyRefused } from "@cartulary/auth";
import type { Digests, ReplayStores, Transact } from "@cartulary/kernel";
import {
  type ConnectorId,
  createKnowledgeGraphs,
  type GraphStores,
  type KnowledgeGraph,
  removeGraph,
} from "@cartulary/knowledge-graph";
import type { IdentityLinks, MaintenancePart } from "./maintenance-part.ts";

/** Stores of transactions on knowledge graphs. */
export type KnowledgeStores = GraphStores & ReplayStores & Pick<AuthStores, "connectors">;

export interface KnowledgePorts<Stores> {
  readonly transact: Transact<Stores>;
  readonly digests: Digests;
}

/** Graphs of connectors of the area `knowledge_graph`. */
export interface Knowledge<Stores> extends MaintenancePart<Stores> {
  /** Takes the id of an authenticated connector. */
  readonly knowledgeGraph: (connectorId: ConnectorId) => KnowledgeGraph;
  readonly identityLinks: IdentityLinks<Stores>;
}

/** Creates the knowledge graphs from their ports. A connector's graph is removed with it. */
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

/** Throws 401 if the connector was removed after authentication, as the next request would. */
async function lockConnector({ connectors }: KnowledgeStores, connectorId: ConnectorId): Promise<void> {
  if (!(await connectors.lock(connectorId))) throw connectorKeyRefused();
}
