import {
  type Caller,
  create,
  type Digests,
  type ListQuery,
  type Page,
  type ReplayStores,
  service,
  single,
  type Transact,
  throwIfInvalid,
  type UseCases,
} from "@cartulary/kernel";
import type { ConnectorId, EdgeField, GraphEdge, GraphNode, NodeField } from "./graph.ts";
import { type Ingestion, type IngestionInput, validateIngestion } from "./ingestion.ts";
import { endErrors, type IngestionResult, namedNodes, planOf } from "./plan.ts";
import type { GraphStores } from "./ports.ts";

/** The graph of one connector. */
export interface KnowledgeGraph {
  /**
   * Applies a request, all or nothing: deletions, then nodes, then edges. Errors are named `nodes[3].externalId`;
   * `taken` marks duplicates, `not_found` a missing node of an edge.
   */
  ingest(caller: Caller, input: IngestionInput): Promise<IngestionResult>;
  nodes(caller: Caller, query: ListQuery<NodeField>): Promise<Page<GraphNode>>;
  edges(caller: Caller, query: ListQuery<EdgeField>): Promise<Page<GraphEdge>>;
}

/**
 * Locks a connector against concurrent ingestion and removal until the transaction ends; throws when it no longer
 * exists. Implemented by the product, because this package does not know connectors.
 */
export type LockConnector<Stores> = (stores: Stores, connectorId: ConnectorId) => Promise<void>;

interface Dependencies<Stores> {
  readonly digests: Digests;
  readonly lockConnector: LockConnector<Stores>;
}

/**
 * Returns a function that creates the service of a connector.
 *
 * @example
 * ```ts
 * import { type ConnectorId, createKnowledgeGraphs } from "@cartulary/knowledge-graph";
 * import type { Caller } from "@cartulary/kernel";
 *
 * type Dependencies = Parameters<typeof createKnowledgeGraphs>[0];
 *
 * export async function addMill(dependencies: Dependencies, connector: ConnectorId, caller: Caller): Promise<void> {
 *   const graph = createKnowledgeGraphs(dependencies)(connector);
 *   await graph.ingest(caller, { nodes: [{ externalId: "mill", type: "place", label: "The mill" }], edges: [] });
 * }
 * ```
 */
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
      // Validated before the transaction, which keeps the lock short.
      ingest: async (caller, input) => apply(caller, validateIngestion(connectorId, input, digests)),
      nodes,
      edges,
    };
  };
}

/** Removes a connector's graph in the transaction that removes the connector. */
export async function removeGraph({ graphNodes, graphEdges }: GraphStores, connectorId: ConnectorId): Promise<void> {
  await graphEdges.removeAll(connectorId);
  await graphNodes.removeAll(connectorId);
}

/** The service with validated requests. */
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
      // One ingestion per connector at a time, so that the digests stay valid until everything is written.
      await lockConnector(stores, connectorId);
      const present = {
        nodes: await graphNodes.digests(connectorId, namedNodes(ingestion)),
        edges: await graphEdges.digests(ingestion.edges.map(({ edge }) => edge.id)),
      };
      throwIfInvalid(endErrors(ingestion, present));
      const { removals, nodes, edges, result } = planOf(ingestion, present);
      await graphEdges.removeAt(connectorId, removals);
      await graphNodes.remove(connectorId, removals);
      await graphNodes.put(nodes);
      await graphEdges.put(edges);
      return result;
    }),
  };
}
