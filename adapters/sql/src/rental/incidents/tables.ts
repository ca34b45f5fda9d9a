import type { BlobKey, Id } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import type { IncidentAttachmentId, IncidentId, IncidentPriority, IncidentStatus } from "@cartulary/rental/incidents";
import type { EntranceId, LeaseId, PropertyId, UnitId } from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { type Database, foldedText, id, instant, integer, text } from "../../engine/columns.ts";
import { key, timestampColumns, timestampIndexes } from "../property/tables/columns.ts";
import type { EstateTables } from "../property/tables.ts";

/** Incidents. Exactly one of four columns refers to the place. */
export const incidentRows = defineEntity({
  name: "Incident",
  tableName: "incidents",
  properties: {
    ...key<IncidentId>(),
    reference: text(),
    referenceFold: foldedText(),
    year: text(),
    number: integer(),
    legacyReference: text().nullable(),
    legacyReferenceFold: foldedText().nullable(),
    title: text(),
    titleFold: foldedText(),
    description: text().nullable(),
    status: text<IncidentStatus>(),
    priority: text<IncidentPriority>(),
    propertyId: id<PropertyId>().nullable(),
    unitId: id<UnitId>().nullable(),
    scopeLeaseId: id<LeaseId>().nullable(),
    entranceId: id<EntranceId>().nullable(),
    leaseId: id<LeaseId>().nullable(),
    room: text().nullable(),
    roomFold: foldedText().nullable(),
    categoryId: id<Id<"IncidentCategory">>().nullable(),
    categoryName: text().nullable(),
    categoryNameFold: foldedText().nullable(),
    categoryPath: text().nullable(),
    assignedToId: id<Id<string>>().nullable(),
    assignedToName: text().nullable(),
    assignedToNameFold: foldedText().nullable(),
    reporterId: id<Id<string>>().nullable(),
    reporterName: text().nullable(),
    reporterNameFold: foldedText().nullable(),
    reporterType: text().nullable(),
    reporterTypeFold: foldedText().nullable(),
    contactEmail: text().nullable(),
    contactEmailFold: foldedText().nullable(),
    contactPhone: text().nullable(),
    contactPhoneFold: foldedText().nullable(),
    legacyType: text().nullable(),
    legacyTypeFold: foldedText().nullable(),
    legacyNature: text().nullable(),
    legacyNatureFold: foldedText().nullable(),
    legacyMotif: text().nullable(),
    legacyMotifFold: foldedText().nullable(),
    routedMaintenanceContractId: id<Id<string>>().nullable(),
    routedMaintenanceContractName: text().nullable(),
    outcomeMessage: text().nullable(),
    acknowledgedAt: instant().nullable(),
    resolvedAt: instant().nullable(),
    closedAt: instant().nullable(),
    escalatedAt: instant().nullable(),
    dueAt: instant().nullable(),
    ...timestampColumns(),
  },
  uniques: [
    { name: "incidents_number_unique", properties: ["mandataireId", "year", "number"] },
    { name: "incidents_legacy_reference_unique", properties: ["mandataireId", "legacyReference"] },
  ],
  indexes: [
    { name: "incidents_property_id_index", properties: ["mandataireId", "propertyId"] },
    { name: "incidents_unit_id_index", properties: ["mandataireId", "unitId"] },
    { name: "incidents_scope_lease_id_index", properties: ["mandataireId", "scopeLeaseId"] },
    { name: "incidents_entrance_id_index", properties: ["mandataireId", "entranceId"] },
    { name: "incidents_lease_id_index", properties: ["mandataireId", "leaseId"] },
    ...timestampIndexes("incidents"),
  ],
});

export const incidentAttachmentRows = defineEntity({
  name: "IncidentAttachment",
  tableName: "incident_attachments",
  properties: {
    ...key<IncidentAttachmentId>(),
    incidentId: id<IncidentId>(),
    filename: text(),
    contentType: text(),
    byteSize: integer(),
    sha256: text(),
    createdAt: instant(),
  },
  indexes: [{ name: "incident_attachments_incident_id_index", properties: ["mandataireId", "incidentId"] }],
});

/** The blobs of attachments. No row-level security: the blob check counts the references of all mandataires. */
export const incidentFileRows = defineEntity({
  name: "IncidentFile",
  tableName: "incident_files",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    attachmentId: id<IncidentAttachmentId>().primary(),
    blobKey: text<BlobKey>(),
  },
  indexes: [{ name: "incident_files_blob_key_index", properties: ["blobKey"] }],
});

export type IncidentTables = EstateTables & Database<typeof incidentRows | typeof incidentAttachmentRows>;

export type IncidentFileTables = Database<typeof incidentFileRows>;
