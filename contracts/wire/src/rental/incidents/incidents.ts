import {
  INCIDENT_SCOPES,
  INCIDENT_STATUSES,
  type IncidentScopeType,
  incidentListing,
  incidentRecord,
  PARTNER_SYNC_STATES,
} from "@cartulary/rental/incidents";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { flag, instant, integer, listOf, text, uuid } from "../../fields.ts";
import { BYTES, operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record, requiredByOperation } from "../../record.ts";
import { answerShape, lenientCreationShape } from "../../record-shapes.ts";
import { input } from "../agency/input-fields.ts";

/** How many of the steps that a partner was to take are taken. */
const PartnerFollowupsSummary = camelRecord("PartnerFollowupsSummary", {
  total: integer(),
  verified: integer(),
  pending: integer(),
  failed: integer(),
  status: text().nullable(),
});

const PartnerFollowups = camelRecord("PartnerFollowups", {
  event: text().nullable(),
  posted: integer().nullable(),
  errored: integer().nullable(),
  errors: listOf(text()),
  at: instant().nullable(),
});

const PartnerFollowupStep = camelRecord("PartnerFollowupStep", {
  code: text(),
  source: text().nullable(),
  status: text(),
  emittedAt: instant().nullable(),
  verifiedAt: instant().nullable(),
  attempts: integer(),
  error: text().nullable(),
});

const scopeType = z.enum(Object.keys(INCIDENT_SCOPES) as IncidentScopeType[]);

const { mandataireId: _1, year: _2, number: _3, propertyId: _4, unitId: _5, ...answered } = answerShape(incidentRecord);
const { scopeLeaseId: _6, entranceId: _7, description: _8, outcomeMessage, categoryPath, ...stored } = answered;
const { routedMaintenanceContractId, routedMaintenanceContractName, ...listedFields } = stored;

const listed = {
  ...listedFields,
  scopeType: scopeType.nullable(),
  scopeId: uuid<string>().nullable(),
  partnerSyncState: z.enum(PARTNER_SYNC_STATES),
  partnerSkipReason: text().nullable(),
  partnerSyncRepairable: flag(),
  partnerSyncStale: flag(),
  partnerPulled: flag(),
  partnerFollowupsSummary: PartnerFollowupsSummary.nullable(),
};

/** An incident as lists answer it. */
export const ListedIncident = camelRecord("ListedIncident", listed);

const IncidentScope = camelRecord("IncidentScope", {
  type: scopeType,
  id: uuid<string>(),
  name: text().nullable(),
  identifier: text().nullable(),
  address: text().nullable(),
  propertyId: uuid<"Property">().nullable(),
  propertyName: text().nullable(),
  propertyAddress: text().nullable(),
  patrimonyCode: text().nullable(),
});

/** A file that was attached to an incident, and where its bytes are. */
export const IncidentAttachmentRecord = camelRecord("IncidentAttachment", {
  id: uuid<"IncidentAttachment">(),
  filename: text(),
  contentType: text(),
  byteSize: integer(),
  image: flag(),
  url: text(),
});

/** An incident whole. */
export const IncidentRecord = camelRecord("Incident", {
  ...listed,
  description: text().nullable(),
  outcomeMessage,
  categoryPath,
  scope: IncidentScope.nullable(),
  leaseReference: text().nullable(),
  routedMaintenanceContractId,
  routedMaintenanceContractName,
  allowedTransitions: listOf(z.enum(INCIDENT_STATUSES)),
  partnerFollowups: PartnerFollowups.nullable(),
  partnerFollowupsFailed: flag(),
  partnerFollowupSteps: listOf(PartnerFollowupStep),
  attachments: listOf(IncidentAttachmentRecord),
  messagesCount: integer(),
  activeAssignmentsCount: integer(),
});

/** The body by which a program declares an incident. */
export const IncidentDeclaration = record("IncidentDeclaration", {
  scopeType: requiredByOperation(scopeType.exactOptional()),
  scopeId: requiredByOperation(input.id<string>()),
  ...lenientCreationShape(incidentRecord),
});

/** A change of the status of an incident. */
export const IncidentMove = record("IncidentMove", {
  status: requiredByOperation(z.enum(INCIDENT_STATUSES).exactOptional()),
  outcomeMessage: input.emptyText(),
});

const ALL = { path: `${RENTAL_BASE}/incidents`, tag: "incidents", mandataire: true } as const;
const ONE = `${RENTAL_BASE}/incidents/{id}`;

/** Operations for members of a mandataire. */
export const incidentOperations = operations({
  listIncidents: {
    ...ALL,
    method: "get",
    summary: "List incidents",
    scope: "read",
    list: incidentListing,
    replies: { 200: listOf(ListedIncident) },
  },
  getIncident: {
    ...ALL,
    path: ONE,
    method: "get",
    summary: "Get an incident with its references and attachments",
    scope: "read",
    params: snakeObject({ id: uuid<"Incident">() }),
    replies: { 200: IncidentRecord },
  },
  getIncidentAttachment: {
    ...ALL,
    path: `${ONE}/attachments/{attachment_id}`,
    method: "get",
    summary: "Download an attachment of an incident",
    scope: "read",
    params: snakeObject({ id: uuid<"Incident">(), attachmentId: uuid<"IncidentAttachment">() }),
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});
