import { type Id, type Instant, type Listing, standardLists } from "@cartulary/kernel";

/** What a connector's key opens: a part of the interface that no bearer token opens (auth.md 1.9). */
export const CONNECTOR_AREAS = ["portal", "knowledge_graph"] as const;
/** One of {@link CONNECTOR_AREAS}. */
export type ConnectorArea = (typeof CONNECTOR_AREAS)[number];

export type ConnectorId = Id<"Connector">;

/** Keys of one connector that live at once: a new one is put into use before the old one ends. */
export const CONNECTOR_KEYS_MAX = 2;

/** Another system that brings data by itself, nobody's user. */
export interface Connector {
  readonly id: ConnectorId;
  readonly name: string;
  readonly area: ConnectorArea;
  /** Whose data it brings; `null` where none is meant. */
  readonly mandataireId: Id<"Mandataire"> | null;
  /** The workspaces that it may speak of; none are named where all are meant. */
  readonly workspaceIds: readonly Id<"Workspace">[];
  /** From when on no key of it opens anything. */
  readonly disabledAt: Instant | null;
  readonly createdAt: Instant;
}

/** A key as it is stored: never the key itself, only its digest. */
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

/** A field that {@link connectorListing} knows. */
export type ConnectorField = keyof typeof fields;

/** What connectors may be filtered and sorted by: never by anything of their keys. */
export const connectorListing: Listing<ConnectorField> = {
  dialect: standardLists,
  fields,
  sorts: ["name", "createdAt"],
  updatedAt: "createdAt",
  sort: "createdAt",
};
