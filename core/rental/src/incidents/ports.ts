import type { BlobStores } from "@cartulary/blobs";
import type { BlobKey, ListQuery, Page } from "@cartulary/kernel";
import type { MandataireId } from "../agency/mandataire.ts";
import type { AgencyStores } from "../agency/ports.ts";
import type { LeaseId } from "../property/leases/lease.ts";
import type { OwnEstateStores } from "../property/ports.ts";
import type { EntranceId } from "../property/properties/entrance.ts";
import type { PropertyId } from "../property/properties/property.ts";
import type { UnitId } from "../property/units/unit.ts";
import type { IncidentAttachment, IncidentAttachmentId } from "./attachment.ts";
import type { Incident, IncidentField, IncidentId } from "./incident.ts";
import type { ListedIncident } from "./incident-view.ts";

/** Port: stores the incidents of one mandataire. */
export interface IncidentStore {
  find(id: IncidentId): Promise<Incident | null>;
  /** Locks the incident until the transaction ends. */
  lock(id: IncidentId): Promise<Incident | null>;
  findLegacy(legacyReference: string): Promise<Incident | null>;
  list(query: ListQuery<IncidentField>): Promise<Page<ListedIncident>>;
  /** Returns the property of an entrance; `null` if the entrance does not exist. */
  propertyOf(entranceId: EntranceId): Promise<PropertyId | null>;
  /** Returns the first unit of a lease by identifier; `null` if it has no units. */
  firstUnitOf(leaseId: LeaseId): Promise<UnitId | null>;
  /** Returns false, without writing, if the legacy reference exists already. */
  insert(incident: Incident): Promise<boolean>;
  /** Replaces the record. */
  update(incident: Incident): Promise<void>;
  /** Returns true if the mandataire has an incident. */
  any(): Promise<boolean>;
}

/** Port: stores the attachments of one mandataire's incidents. */
export interface IncidentAttachmentStore {
  /** Ordered by creation. */
  of(incidentId: IncidentId): Promise<readonly IncidentAttachment[]>;
  find(incidentId: IncidentId, id: IncidentAttachmentId): Promise<IncidentAttachment | null>;
  insert(attachment: IncidentAttachment): Promise<void>;
}

/**
 * Port: maps attachments of all mandataires to their blobs, so that the checks of blobs count references in one
 * snapshot.
 */
export interface IncidentFileStore {
  find(mandataireId: MandataireId, id: IncidentAttachmentId): Promise<BlobKey | null>;
  insert(mandataireId: MandataireId, id: IncidentAttachmentId, key: BlobKey): Promise<void>;
  /** Counts the attachments of each blob between two keys, both included. Blobs without attachments are left out. */
  holders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

/** Stores of this wing and of the wings below, in a transaction of one mandataire. */
export interface IncidentStores extends AgencyStores, OwnEstateStores, BlobStores {
  readonly incidents: IncidentStore;
  readonly incidentAttachments: IncidentAttachmentStore;
  readonly incidentFiles: IncidentFileStore;
}
