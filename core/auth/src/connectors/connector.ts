import { DEFAULT_LIST_DIALECT, type Id, type Instant, type Listing } from "@cartulary/kernel";

/** Areas of the API that only connector keys open, not bearer tokens (auth.md 1.9). */
export const CONNECTOR_AREAS = ["portal", "knowledge_graph"] as const;
export type ConnectorArea = (typeof CONNECTOR_AREAS)[number];

export type ConnectorId = Id<"Connector">;

/** Maximum number of valid keys per connector: a new key can be deployed before the old one ends. */
export const CONNECTOR_KEYS_MAX = 2;

/** Another system that sends data on its own behalf, without a user. */
export interface Connector {
  readonly id: ConnectorId;
  readonly name: string;
  readonly area: ConnectorArea;
  /** The mandataire of its data; `null` for none. */
  readonly mandataireId: Id<"Mandataire"> | null;
  /** The workspaces it may refer to; empty for all. */
  readonly workspaceIds: readonly Id<"Workspace">[];
  /** Its keys are rejected from this time on. */
  readonly disabledAt: Instant | null;
  readonly createdAt: Instant;
}

/** A stored key: its digest only. */
export interface ConnectorKey {
  readonly id: Id<"ConnectorKey">;
  readonly connectorId: ConnectorId;
  /** SHA-256 of the whole key, lower-case hexadecimal; unique. */
  readonly hash: string;
  readonly createdAt: Instant;
}

const fields = {
  id: "uuid",
  name: "text",
  area: "keyword",
  mandataireId: "uuid",
  disabledAt: "instant",
  createdAt: "instant",
} as const;

export type ConnectorField = keyof typeof fields;

/** Filters and sorts of lists of connectors; never on keys. */
export const connectorListing: Listing<ConnectorField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["name", "createdAt"],
  updatedAt: "createdAt",
  sort: "createdAt",
};
