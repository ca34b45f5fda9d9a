import {
  type Caller,
  create,
  type Digests,
  type ListQuery,
  type Page,
  type ReplayStores,
  requireSound,
  service,
  single,
  type Transact,
  type UseCases,
} from "@cartulary/kernel";
import type { ConnectorId, EdgeField, GraphEdge, GraphNode, NodeField } from "./graph.ts";
import { type Ingestion, type IngestionInput, judgedIngestion } from "./ingestion.ts";
import { endErrors, type IngestionResult, namedNodes, planOf } from "./plan.ts";
import type { GraphStores } from "./ports.ts";

/** What one connector brought, and brings: no other's nodes and edges are seen or touched. */
export interface KnowledgeGraph {
  /**
   * Takes items in, all or none: deletions, then nodes, then edges. What is wrong is named `nodes[3].externalId`; `taken` is
   * what stands in the request twice, `not_found` an edge's node that there is not.
   */
  ingest(caller: Caller, input: IngestionInput): Promise<IngestionResult>;
  nodes(caller: Caller, query: ListQuery<NodeField>): Promise<Page<GraphNode>>;
  edges(caller: Caller, query: ListQuery<EdgeField>): Promise<Page<GraphEdge>>;
}

/**
 * Keeps others from writing a connector's graph, and from deleting the connector, until the transaction ends; throws where
 * it is gone. Whoever knows connectors says so: this package does not.
 */
export type LockConnector<Stores> = (stores: Stores, connectorId: ConnectorId) => Promise<void>;

interface Dependencies<Stores> {
  readonly digests: Digests;
  readonly lockConnector: LockConnector<Stores>;
}

/** Graphs over a database, one a connector. */
export function createKnowledgeGraphs<Stores extends GraphStores & ReplayStores>({
  transact,
  digests,
  lockConnector,
}: Dependencies<Stores> & { readonly transact: Transact<Stores> }): (connectorId: ConnectorId) => KnowledgeGraph {
  return (connectorId) => {
    const { apply, nodes, edges } = service<StoredGraph, Stores>(
      transact,
      storedGraphUseCases(connectorId, lockConnector),
    );
    return {
      // Judged before the transaction: nobody else waits for that.
      ingest: async (caller, input) => apply(caller, judgedIngestion(connectorId, input, digests)),
      nodes,
      edges,
    };
  };
}

/** Removes all that a connector brought, in the transaction that deletes the connector. */
export async function removeGraph({ graphNodes, graphEdges }: GraphStores, connectorId: ConnectorId): Promise<void> {
  await graphEdges.removeAll(connectorId);
  await graphNodes.removeAll(connectorId);
}

/** The same with what is judged already. */
interface StoredGraph extends Omit<KnowledgeGraph, "ingest"> {
  apply(caller: Caller, ingestion: Ingestion): Promise<IngestionResult>;
}

function storedGraphUseCases<Stores extends GraphStores & ReplayStores>(
  connectorId: ConnectorId,
  lockConnector: LockConnector<Stores>,
): UseCases<StoredGraph, Stores> {
  return {
    nodes: single(({ graphNodes }, _caller, query) => graphNodes.list(connectorId, query)),
    edges: single(({ graphEdges }, _caller, query) => graphEdges.list(connectorId, query)),

    apply: create(async (stores, _caller, ingestion) => {
      const { graphNodes, graphEdges } = stores;
      // One ingestion of a connector at a time: what is read here stays so until all is written.
      await lockConnector(stores, connectorId);
      const present = {
        nodes: await graphNodes.digests(connectorId, namedNodes(ingestion)),
        edges: await graphEdges.digests(ingestion.edges.map(({ edge }) => edge.id)),
      };
      requireSound(endErrors(ingestion, present));
      const { removals, nodes, edges, result } = planOf(ingestion, present);
      await graphEdges.removeAt(connectorId, removals);
      await graphNodes.remove(connectorId, removals);
      await graphNodes.put(nodes);
      await graphEdges.put(edges);
      return result;
    }),
  };
}
