import { snakeObject } from "../casing.ts";
import { uuid } from "../fields.ts";
import { operations, PORTAL_BASE } from "../operation.ts";
import { record } from "../record.ts";
import {
  IncidentAttachmentRecord,
  IncidentDeclaration,
  IncidentMove,
  IncidentRecord,
} from "../rental/incidents/incidents.ts";

const portal = { tag: "portal", scope: "connector", area: "portal" } as const;
const PATH = `${PORTAL_BASE}/incidents`;
const One = snakeObject({ id: uuid<"Incident">() });

/** Operations on incidents for a mandataire's connector. */
export const portalIncidentOperations = operations({
  declareIncident: {
    ...portal,
    method: "post",
    path: PATH,
    summary: "Declare an incident; a known legacy reference returns the existing incident",
    body: IncidentDeclaration,
    replies: { 200: IncidentRecord, 201: IncidentRecord },
  },
  moveIncident: {
    ...portal,
    method: "patch",
    path: `${PATH}/{id}`,
    summary: "Move an incident along one of its allowed transitions",
    params: One,
    body: IncidentMove,
    replies: { 200: IncidentRecord },
  },
  attachToIncident: {
    ...portal,
    method: "post",
    path: `${PATH}/{id}/attachments`,
    summary: "Attach a file to an incident",
    params: One,
    body: record("IncidentAttachmentForm", {}),
    encodings: ["multipart"],
    file: "file",
    replies: { 201: IncidentAttachmentRecord },
  },
});
