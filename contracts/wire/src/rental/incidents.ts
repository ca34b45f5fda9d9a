import {
  INCIDENT_PRIORITIES,
  INCIDENT_SCOPES,
  INCIDENT_STATUSES,
  type IncidentScopeType,
  incidentListing,
  PARTNER_SYNC_STATES,
} from "@cartulary/rental";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, instant, integer, listOf, text, uuid } from "../fields.ts";
import { BYTES, operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, needed, record } from "../record.ts";
import { input } from "./estate-fields.ts";

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

const listed = {
  id: uuid<"Incident">(),
  reference: text(),
  legacyReference: text().nullable(),
  title: text(),
  status: z.enum(INCIDENT_STATUSES),
  priority: z.enum(INCIDENT_PRIORITIES),
  scopeType: scopeType.nullable(),
  scopeId: uuid<string>().nullable(),
  categoryId: uuid<"IncidentCategory">().nullable(),
  categoryName: text().nullable(),
  assignedToId: uuid<string>().nullable(),
  assignedToName: text().nullable(),
  reporterId: uuid<string>().nullable(),
  reporterName: text().nullable(),
  reporterType: text().nullable(),
  leaseId: uuid<"Lease">().nullable(),
  room: text().nullable(),
  contactEmail: text().nullable(),
  contactPhone: text().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  acknowledgedAt: instant().nullable(),
  resolvedAt: instant().nullable(),
  closedAt: instant().nullable(),
  escalatedAt: instant().nullable(),
  dueAt: instant().nullable(),
  legacyType: text().nullable(),
  legacyNature: text().nullable(),
  legacyMotif: text().nullable(),
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
  outcomeMessage: text().nullable(),
  categoryPath: text().nullable(),
  scope: IncidentScope.nullable(),
  leaseReference: text().nullable(),
  routedMaintenanceContractId: uuid<string>().nullable(),
  routedMaintenanceContractName: text().nullable(),
  allowedTransitions: listOf(z.enum(INCIDENT_STATUSES)),
  partnerFollowups: PartnerFollowups.nullable(),
  partnerFollowupsFailed: flag(),
  partnerFollowupSteps: listOf(PartnerFollowupStep),
  attachments: listOf(IncidentAttachmentRecord),
  messagesCount: integer(),
  activeAssignmentsCount: integer(),
});

const emptyInstant = () => instant().nullable().exactOptional();

/** What is declared of an incident. */
export const IncidentDeclaration = record("IncidentDeclaration", {
  title: needed(input.text()),
  description: needed(input.text()),
  priority: input.choice(INCIDENT_PRIORITIES),
  scopeType: needed(scopeType.exactOptional()),
  scopeId: needed(input.id<string>()),
  legacyReference: input.emptyText(),
  leaseId: input.emptyId<"Lease">(),
  room: input.emptyText(),
  categoryId: input.emptyId<"IncidentCategory">(),
  categoryName: input.emptyText(),
  categoryPath: input.emptyText(),
  assignedToId: input.emptyId<string>(),
  assignedToName: input.emptyText(),
  reporterId: input.emptyId<string>(),
  reporterName: input.emptyText(),
  reporterType: input.emptyText(),
  contactEmail: input.emptyText(),
  contactPhone: input.emptyText(),
  legacyType: input.emptyText(),
  legacyNature: input.emptyText(),
  legacyMotif: input.emptyText(),
  routedMaintenanceContractId: input.emptyId<string>(),
  routedMaintenanceContractName: input.emptyText(),
  escalatedAt: emptyInstant(),
  dueAt: emptyInstant(),
});

/** How an incident goes on. */
export const IncidentMove = record("IncidentMove", {
  status: needed(z.enum(INCIDENT_STATUSES).exactOptional()),
  outcomeMessage: input.emptyText(),
});

const ALL = { path: `${RENTAL_BASE}/incidents`, tag: "incidents", mandataire: true } as const;
const ONE = `${RENTAL_BASE}/incidents/{id}`;

/** What members of a mandataire read of incidents. */
export const incidentOperations = operations({
  listIncidents: {
    ...ALL,
    method: "get",
    summary: "The incidents that programs declared",
    scope: "read",
    list: incidentListing,
    replies: { 200: listOf(ListedIncident) },
  },
  getIncident: {
    ...ALL,
    path: ONE,
    method: "get",
    summary: "One incident, with what it names and what is attached to it",
    scope: "read",
    params: snakeObject({ id: uuid<"Incident">() }),
    replies: { 200: IncidentRecord },
  },
  getIncidentAttachment: {
    ...ALL,
    path: `${ONE}/attachments/{attachment_id}`,
    method: "get",
    summary: "The bytes of what is attached to an incident",
    scope: "read",
    params: snakeObject({ id: uuid<"Incident">(), attachmentId: uuid<"IncidentAttachment">() }),
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});
