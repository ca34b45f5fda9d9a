import { type Digests, type Id, type JsonObject, type Listing, line, standardLists } from "@cartulary/kernel";

/** The program that a graph belongs to: nodes and edges of two connectors never meet. */
export type ConnectorId = Id<"Connector">;

/** What a connector says of a node, its texts as they are stored. */
export interface NodeFields {
  /** The connector's own name for it. */
  readonly externalId: string;
  readonly type: string;
  readonly label: string;
  readonly properties: JsonObject;
}

/** A node of a connector's graph, known by its connector and its external id. */
export interface GraphNode extends NodeFields {
  readonly connectorId: ConnectorId;
  /** SHA-256 of what an update may change: a request that repeats it changes nothing. */
  readonly digest: string;
}

/** What a connector says of an edge, its texts as they are stored. */
export interface EdgeFields {
  /** The external ids of the nodes where it begins and ends. */
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly properties: JsonObject;
}

/** An edge of a connector's graph, known by its connector, its two nodes and its type. */
export interface GraphEdge extends EdgeFields {
  readonly connectorId: ConnectorId;
  /** SHA-256 of the connector and the place: three long texts together are more than an index of Postgres takes. */
  readonly id: string;
  /** Its nodes and its type, by which edges are told apart and ordered. */
  readonly place: string;
  /** As of a node. */
  readonly digest: string;
}

/** The node that a connector describes. Its texts were judged before. */
export function graphNode(connectorId: ConnectorId, said: NodeFields, digests: Digests): GraphNode {
  const [externalId, type, label] = [line(said.externalId), line(said.type), line(said.label)];
  const digest = digests.sha256(JSON.stringify([type, label, said.properties]));
  return { connectorId, externalId, type, label, properties: said.properties, digest };
}

/** The edge that a connector describes. Its texts were judged before. */
export function graphEdge(connectorId: ConnectorId, said: EdgeFields, digests: Digests): GraphEdge {
  const [from, to, type] = [line(said.from), line(said.to), line(said.type)];
  // A line holds no line feed, and nothing that sorts before one.
  const place = [from, to, type].join("\n");
  const digest = digests.sha256(JSON.stringify(said.properties));
  return {
    ...{ connectorId, id: digests.sha256(`${connectorId}\n${place}`), from, to, type, place },
    ...{ properties: said.properties, digest },
  };
}

const nodeFields = { externalId: "text", type: "text", label: "text" } as const;

/** A field that {@link nodeListing} knows. */
export type NodeField = keyof typeof nodeFields;

/** What nodes may be filtered and sorted by. */
export const nodeListing: Listing<NodeField> = {
  dialect: standardLists,
  fields: nodeFields,
  sorts: ["externalId", "type", "label"],
  sort: "externalId",
  direction: "asc",
};

const edgeFields = { from: "text", to: "text", type: "text" } as const;

/** A field that {@link edgeListing} knows. */
export type EdgeField = keyof typeof edgeFields;

/** What edges may be filtered and sorted by. */
export const edgeListing: Listing<EdgeField> = {
  dialect: standardLists,
  fields: edgeFields,
  sorts: ["from", "to", "type"],
  sort: "from",
  direction: "asc",
};
