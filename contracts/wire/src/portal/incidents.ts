import { snakeObject } from "../casing.ts";
import { uuid } from "../fields.ts";
import { operations, PORTAL_BASE } from "../operation.ts";
import { record } from "../record.ts";
import { IncidentAttachmentRecord, IncidentDeclaration, IncidentMove, IncidentRecord } from "../rental/incidents.ts";

const portal = { tag: "portal", scope: "connector", area: "portal" } as const;
const PATH = `${PORTAL_BASE}/incidents`;
const One = snakeObject({ id: uuid<"Incident">() });

/** What a program that speaks for a mandataire does with incidents. */
export const portalIncidentOperations = operations({
  declareIncident: {
    ...portal,
    method: "post",
    path: PATH,
    summary: "Declare an incident; one whose legacy reference is known is answered as it is",
    body: IncidentDeclaration,
    replies: { 200: IncidentRecord, 201: IncidentRecord },
  },
  moveIncident: {
    ...portal,
    method: "patch",
    path: `${PATH}/{id}`,
    summary: "Move an incident on, to one of its allowed transitions",
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
