import type { BlobKey, ListQuery, Page } from "@cartulary/kernel";
import type { LeaseId } from "../leases/lease.ts";
import type { MandataireId } from "../mandataire.ts";
import type { EntranceId } from "../properties/entrance.ts";
import type { PropertyId } from "../properties/property.ts";
import type { UnitId } from "../units/unit.ts";
import type { IncidentAttachment, IncidentAttachmentId } from "./attachment.ts";
import type { Incident, IncidentField, IncidentId } from "./incident.ts";
import type { ListedIncident } from "./incident-view.ts";

/** Where the incidents of one mandataire are kept. */
export interface IncidentStore {
  find(id: IncidentId): Promise<Incident | null>;
  /** Locked until the transaction ends. */
  lock(id: IncidentId): Promise<Incident | null>;
  /** What a program calls by this name. */
  findLegacy(legacyReference: string): Promise<Incident | null>;
  list(query: ListQuery<IncidentField>): Promise<Page<ListedIncident>>;
  /** Whose entrance it is; `null` where there is none. */
  propertyOf(entranceId: EntranceId): Promise<PropertyId | null>;
  /** The first unit of a lease, by identifier; `null` of a lease without units. */
  firstUnitOf(leaseId: LeaseId): Promise<UnitId | null>;
  /** False, with nothing written, where another one has its legacy reference. */
  insert(incident: Incident): Promise<boolean>;
  /** Replaces the record. */
  update(incident: Incident): Promise<void>;
  /** Whether there is any. */
  any(): Promise<boolean>;
}

/** What is attached to the incidents of one mandataire. */
export interface IncidentAttachmentStore {
  /** In the order in which they came. */
  of(incidentId: IncidentId): Promise<readonly IncidentAttachment[]>;
  find(incidentId: IncidentId, id: IncidentAttachmentId): Promise<IncidentAttachment | null>;
  insert(attachment: IncidentAttachment): Promise<void>;
}

/** Which blobs attachments are kept in, whosever they are: the checks of blobs count holders in one snapshot. */
export interface IncidentFileStore {
  find(mandataireId: MandataireId, id: IncidentAttachmentId): Promise<BlobKey | null>;
  insert(mandataireId: MandataireId, id: IncidentAttachmentId, key: BlobKey): Promise<void>;
  /** How many attachments refer to each blob between two keys, both included; those of none are left out. */
  holders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}
