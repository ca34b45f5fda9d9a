export {
  ATTACHMENTS_MAX,
  type FileReceiver,
  type IncidentAttachment,
  type IncidentAttachmentId,
  isImage,
  type UploadForm,
} from "./attachment.ts";
export { type AttachmentDownload, incidentBlobHolders } from "./attachments.ts";
export {
  INCIDENT_PRIORITIES,
  INCIDENT_SCOPES,
  INCIDENT_STATUSES,
  type Incident,
  type IncidentField,
  type IncidentId,
  type IncidentPriority,
  type IncidentScopeType,
  type IncidentStatus,
  incidentListing,
  incidentRecord,
  PARTNER_SYNC_STATES,
  type PartnerSyncState,
} from "./incident.ts";
export type { IncidentInput, IncidentTransition } from "./incident-input.ts";
export {
  type IncidentDetail,
  type IncidentScope,
  type ListedIncident,
  listedIncident,
} from "./incident-view.ts";
export { createIncidents, type Incidents } from "./incidents.ts";
export type { IncidentAttachmentStore, IncidentFileStore, IncidentStore, IncidentStores } from "./ports.ts";
