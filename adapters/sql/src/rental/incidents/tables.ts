import type { BlobKey, Id } from "@cartulary/kernel";
import type {
  EntranceId,
  IncidentAttachmentId,
  IncidentId,
  IncidentPriority,
  IncidentStatus,
  LeaseId,
  MandataireId,
  PropertyId,
  UnitId,
} from "@cartulary/rental";
import { defineEntity } from "@mikro-orm/core";
import { folded, id, instant, integer, text } from "../../engine/columns.ts";
import { dated, datedIndexes, key } from "../estate/tables/columns.ts";

/** Incidents. Of the four columns that name a place one has a value. */
export const incidentRows = defineEntity({
  name: "Incident",
  tableName: "incidents",
  properties: {
    ...key<IncidentId>(),
    reference: text(),
    referenceFold: folded(),
    year: text(),
    number: integer(),
    legacyReference: text().nullable(),
    legacyReferenceFold: folded().nullable(),
    title: text(),
    titleFold: folded(),
    description: text().nullable(),
    status: text<IncidentStatus>(),
    priority: text<IncidentPriority>(),
    propertyId: id<PropertyId>().nullable(),
    unitId: id<UnitId>().nullable(),
    scopeLeaseId: id<LeaseId>().nullable(),
    entranceId: id<EntranceId>().nullable(),
    leaseId: id<LeaseId>().nullable(),
    room: text().nullable(),
    roomFold: folded().nullable(),
    categoryId: id<Id<"IncidentCategory">>().nullable(),
    categoryName: text().nullable(),
    categoryNameFold: folded().nullable(),
    categoryPath: text().nullable(),
    assignedToId: id<Id<string>>().nullable(),
    assignedToName: text().nullable(),
    assignedToNameFold: folded().nullable(),
    reporterId: id<Id<string>>().nullable(),
    reporterName: text().nullable(),
    reporterNameFold: folded().nullable(),
    reporterType: text().nullable(),
    reporterTypeFold: folded().nullable(),
    contactEmail: text().nullable(),
    contactEmailFold: folded().nullable(),
    contactPhone: text().nullable(),
    contactPhoneFold: folded().nullable(),
    legacyType: text().nullable(),
    legacyTypeFold: folded().nullable(),
    legacyNature: text().nullable(),
    legacyNatureFold: folded().nullable(),
    legacyMotif: text().nullable(),
    legacyMotifFold: folded().nullable(),
    routedMaintenanceContractId: id<Id<string>>().nullable(),
    routedMaintenanceContractName: text().nullable(),
    outcomeMessage: text().nullable(),
    acknowledgedAt: instant().nullable(),
    resolvedAt: instant().nullable(),
    closedAt: instant().nullable(),
    escalatedAt: instant().nullable(),
    dueAt: instant().nullable(),
    ...dated(),
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
    ...datedIndexes("incidents"),
  ],
});

/** What is attached to incidents. */
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

/** Where their bytes are: before the wall, since the checks of blobs count holders of all at once. */
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
