import { CONNECTOR_AREAS, connectorListing } from "@cartulary/auth";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, listOf, text, uuid } from "../fields.ts";
import { ADMINISTRATION_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

const area = z.enum(CONNECTOR_AREAS);

const fields = {
  id: uuid<"Connector">(),
  name: text(),
  area,
  mandataireId: uuid<"Mandataire">().nullable(),
  workspaceIds: listOf(uuid<"Workspace">()),
  disabledAt: instant().nullable(),
  createdAt: instant(),
};

/** Another system that brings data with a key of its own. */
export const ConnectorRecord = record("Connector", fields);

/** The answer of a creation. */
export const MadeConnector = record("MadeConnector", {
  ...fields,
  /** For the header X-Connector-Key; told this once. */
  key: text(),
});

/** A further key. */
export const ConnectorKeyRecord = record("ConnectorKey", {
  id: uuid<"ConnectorKey">(),
  /** For the header X-Connector-Key; told this once. */
  key: text(),
  createdAt: instant(),
});

/** What is said of a connector that is being made. */
export const ConnectorCreation = record("ConnectorCreate", {
  name: text(),
  area,
  mandataireId: uuid<"Mandataire">().nullable().exactOptional(),
  workspaceIds: listOf(uuid<"Workspace">()).exactOptional(),
});

const ALL = {
  path: `${ADMINISTRATION_BASE}/connectors`,
  tag: "extensions",
  scope: "admin",
  role: "admin",
} as const;
const ONE = {
  ...ALL,
  path: `${ADMINISTRATION_BASE}/connectors/{id}`,
  params: snakeObject({ id: uuid<"Connector">() }),
} as const;

/** How administrators keep connectors and their keys. */
export const connectorOperations = operations({
  listConnectors: {
    ...ALL,
    method: "get",
    summary: "The connectors that there are",
    list: connectorListing,
    replies: { 200: z.array(ConnectorRecord) },
  },
  createConnector: {
    ...ALL,
    method: "post",
    summary: "Make a connector; its key is answered once",
    body: ConnectorCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: MadeConnector },
  },
  getConnector: {
    ...ONE,
    method: "get",
    summary: "One connector",
    replies: { 200: ConnectorRecord },
  },
  deleteConnector: {
    ...ONE,
    method: "delete",
    summary: "Delete a connector; its keys end at once",
    replies: { 204: null },
  },
  createConnectorKey: {
    ...ONE,
    path: `${ADMINISTRATION_BASE}/connectors/{id}/keys`,
    method: "post",
    summary: "Make a second key, answered once; where there are two already, the oldest ends",
    headers: ["Idempotency-Key"],
    replies: { 201: ConnectorKeyRecord },
  },
});
