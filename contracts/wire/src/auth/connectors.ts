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

/** An external system that sends data with its own key. */
export const ConnectorRecord = record("Connector", fields);

export const CreatedConnector = record("MadeConnector", {
  ...fields,
  /** For the header X-Connector-Key; shown once. */
  key: text(),
});

/** An additional key. */
export const ConnectorKeyRecord = record("ConnectorKey", {
  id: uuid<"ConnectorKey">(),
  /** For the header X-Connector-Key; shown once. */
  key: text(),
  createdAt: instant(),
});

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

/** Administration of connectors and their keys. */
export const connectorOperations = operations({
  listConnectors: {
    ...ALL,
    method: "get",
    summary: "List connectors",
    list: connectorListing,
    replies: { 200: z.array(ConnectorRecord) },
  },
  createConnector: {
    ...ALL,
    method: "post",
    summary: "Create a connector; the key is shown once",
    body: ConnectorCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: CreatedConnector },
  },
  getConnector: {
    ...ONE,
    method: "get",
    summary: "Get a connector",
    replies: { 200: ConnectorRecord },
  },
  deleteConnector: {
    ...ONE,
    method: "delete",
    summary: "Delete a connector; its keys become invalid at once",
    replies: { 204: null },
  },
  createConnectorKey: {
    ...ONE,
    path: `${ADMINISTRATION_BASE}/connectors/{id}/keys`,
    method: "post",
    summary: "Create an additional key, shown once; of three keys the oldest becomes invalid",
    headers: ["Idempotency-Key"],
    replies: { 201: ConnectorKeyRecord },
  },
});
