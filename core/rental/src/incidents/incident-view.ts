import type { Id } from "@cartulary/kernel";
import type { IncidentAttachment } from "./attachment.ts";
import {
  INCIDENT_TRANSITIONS,
  type Incident,
  type IncidentScopeType,
  type IncidentStatus,
  type PartnerSyncState,
  type ScopeFields,
  scopeOf,
} from "./incident.ts";

/** What lists tell of partners' systems: in 1.0 nothing is sent to any. */
const NO_PARTNER = {
  partnerSyncState: "not_applicable" as PartnerSyncState,
  partnerSkipReason: null,
  partnerSyncRepairable: false,
  partnerSyncStale: false,
  partnerPulled: false,
  partnerFollowupsSummary: null,
} as const;

const NO_FOLLOWUPS = { partnerFollowups: null, partnerFollowupsFailed: false, partnerFollowupSteps: [] } as const;

/** What the detail alone tells. */
const DETAIL_ONLY = [
  "description",
  "outcomeMessage",
  "categoryPath",
  "routedMaintenanceContractId",
  "routedMaintenanceContractName",
] as const;

/** What is answered under other names, or not at all. */
type Inner = keyof ScopeFields | "mandataireId" | "year" | "number";

/** An incident as lists answer it. */
export type ListedIncident = Omit<Incident, Inner | (typeof DETAIL_ONLY)[number]> &
  typeof NO_PARTNER & { readonly scopeType: IncidentScopeType; readonly scopeId: Id<string> };

/** The place of an incident, in words. */
export interface IncidentScope {
  readonly type: IncidentScopeType;
  readonly id: Id<string>;
  readonly name: string | null;
  /** Of a unit its own, of a property its code, of a lease its reference. */
  readonly identifier: string | null;
  /** In one line; of a lease that of its first unit. */
  readonly address: string | null;
  readonly propertyId: Id<"Property"> | null;
  readonly propertyName: string | null;
  readonly propertyAddress: string | null;
  readonly patrimonyCode: string | null;
}

/** What an incident names, as it is now. */
export interface IncidentSurroundings {
  readonly scope: Omit<IncidentScope, "type" | "id">;
  readonly leaseReference: string | null;
}

/** An incident whole. */
export interface IncidentDetail extends ListedIncident, Pick<Incident, (typeof DETAIL_ONLY)[number]> {
  readonly scope: IncidentScope;
  readonly leaseReference: string | null;
  readonly allowedTransitions: readonly IncidentStatus[];
  readonly partnerFollowups: null;
  readonly partnerFollowupsFailed: boolean;
  readonly partnerFollowupSteps: readonly never[];
  readonly attachments: readonly IncidentAttachment[];
  readonly messagesCount: number;
  readonly activeAssignmentsCount: number;
}

/** The incident as lists answer it. */
export function listedIncident(incident: Incident): ListedIncident {
  const { mandataireId, year, number, propertyId, unitId, scopeLeaseId, entranceId, ...shown } = incident;
  const { description, outcomeMessage, categoryPath, ...others } = shown;
  const { routedMaintenanceContractId, routedMaintenanceContractName, ...listed } = others;
  const { type: scopeType, id: scopeId } = scopeOf(incident);
  return { ...listed, scopeType, scopeId, ...NO_PARTNER };
}

/** The incident whole. */
export function incidentDetail(
  incident: Incident,
  { scope, leaseReference }: IncidentSurroundings,
  attachments: readonly IncidentAttachment[],
): IncidentDetail {
  const { description, outcomeMessage, categoryPath } = incident;
  const { routedMaintenanceContractId, routedMaintenanceContractName } = incident;
  return {
    ...listedIncident(incident),
    ...{ description, outcomeMessage, categoryPath, routedMaintenanceContractId, routedMaintenanceContractName },
    scope: { ...scopeOf(incident), ...scope },
    leaseReference,
    allowedTransitions: INCIDENT_TRANSITIONS[incident.status],
    ...NO_FOLLOWUPS,
    attachments,
    messagesCount: 0,
    activeAssignmentsCount: 0,
  };
}
