import {
  DEFAULT_LIST_DIALECT,
  type Digests,
  type Id,
  type JsonObject,
  type Listing,
  normalizeLine,
} from "@cartulary/kernel";

/** The owner of a graph; graphs of different connectors are separate. */
export type ConnectorId = Id<"Connector">;

/** Fields of a node, as stored. */
export interface NodeFields {
  /** The connector's own id. */
  readonly externalId: string;
  readonly type: string;
  readonly label: string;
  readonly properties: JsonObject;
}

/** A node, identified by its connector and external id. */
export interface GraphNode extends NodeFields {
  readonly connectorId: ConnectorId;
  /** SHA-256 of the mutable fields, to detect unchanged updates. */
  readonly digest: string;
}

/** Fields of an edge, as stored. */
export interface EdgeFields {
  /** External ids of the start and end nodes. */
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly properties: JsonObject;
}

/** An edge, identified by its connector, nodes and type. */
export interface GraphEdge extends EdgeFields {
  readonly connectorId: ConnectorId;
  /** SHA-256 of connector and place; the texts themselves exceed an index entry of Postgres. */
  readonly id: string;
  /** Its nodes and type, the key and order of edges. */
  readonly place: string;
  /** As for nodes. */
  readonly digest: string;
}

/** Builds a node from valid fields. */
export function graphNode(connectorId: ConnectorId, fields: NodeFields, digests: Digests): GraphNode {
  const [externalId, type, label] = [
    normalizeLine(fields.externalId),
    normalizeLine(fields.type),
    normalizeLine(fields.label),
  ];
  const digest = digests.sha256(JSON.stringify([type, label, fields.properties]));
  return { connectorId, externalId, type, label, properties: fields.properties, digest };
}

/** Builds an edge from valid fields. */
export function graphEdge(connectorId: ConnectorId, fields: EdgeFields, digests: Digests): GraphEdge {
  const [from, to, type] = [normalizeLine(fields.from), normalizeLine(fields.to), normalizeLine(fields.type)];
  // Lines contain no line feed or lower character.
  const place = [from, to, type].join("\n");
  const digest = digests.sha256(JSON.stringify(fields.properties));
  return {
    ...{ connectorId, id: digests.sha256(`${connectorId}\n${place}`), from, to, type, place },
    ...{ properties: fields.properties, digest },
  };
}

const nodeFields = { externalId: "text", type: "text", label: "text" } as const;

export type NodeField = keyof typeof nodeFields;

/** Filters and sorts of lists of nodes. */
export const nodeListing: Listing<NodeField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields: nodeFields,
  sorts: ["externalId", "type", "label"],
  sort: "externalId",
  direction: "asc",
};

const edgeFields = { from: "text", to: "text", type: "text" } as const;

export type EdgeField = keyof typeof edgeFields;

/** Filters and sorts of lists of edges. */
export const edgeListing: Listing<EdgeField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields: edgeFields,
  sorts: ["from", "to", "type"],
  sort: "from",
  direction: "asc",
};
