import type { Id } from "@cartulary/kernel";
import type { IncidentAttachment } from "./attachment.ts";
import {
  type Incident,
  type IncidentScopeType,
  type IncidentStatus,
  incidentTransitions,
  type PartnerSyncState,
  type ScopeFields,
  scopeOf,
} from "./incident.ts";

/** Partner fields of lists. Version 1.0 sends nothing to partners. */
const NO_PARTNER = {
  partnerSyncState: "not_applicable" as PartnerSyncState,
  partnerSkipReason: null,
  partnerSyncRepairable: false,
  partnerSyncStale: false,
  partnerPulled: false,
  partnerFollowupsSummary: null,
} as const;

const NO_FOLLOWUPS = { partnerFollowups: null, partnerFollowupsFailed: false, partnerFollowupSteps: [] } as const;

/** Fields of the detail that lists leave out. */
const DETAIL_ONLY = [
  "description",
  "outcomeMessage",
  "categoryPath",
  "routedMaintenanceContractId",
  "routedMaintenanceContractName",
] as const;

/** Fields that responses rename or leave out. */
type InternalField = keyof ScopeFields | "mandataireId" | "year" | "number";

/** An incident in a list. */
export type ListedIncident = Omit<Incident, InternalField | (typeof DETAIL_ONLY)[number]> &
  typeof NO_PARTNER & { readonly scopeType: IncidentScopeType; readonly scopeId: Id<string> };

/** The record that an incident is about, with name and address. */
export interface IncidentScope {
  readonly type: IncidentScopeType;
  readonly id: Id<string>;
  readonly name: string | null;
  /** Identifier of a unit, business code of a property, reference of a lease. */
  readonly identifier: string | null;
  /** In one line; for a lease the address of its first unit. */
  readonly address: string | null;
  readonly propertyId: Id<"Property"> | null;
  readonly propertyName: string | null;
  readonly propertyAddress: string | null;
  readonly patrimonyCode: string | null;
}

/** Names and addresses of the records of an incident, in their present state. */
export interface IncidentReferences {
  readonly scope: Omit<IncidentScope, "type" | "id">;
  readonly leaseReference: string | null;
}

/** An incident with all its details. */
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

/** Returns the incident as lists show it. */
export function listedIncident(incident: Incident): ListedIncident {
  const { mandataireId, year, number, propertyId, unitId, scopeLeaseId, entranceId, ...visible } = incident;
  const { description, outcomeMessage, categoryPath, ...remaining } = visible;
  const { routedMaintenanceContractId, routedMaintenanceContractName, ...listed } = remaining;
  const { type: scopeType, id: scopeId } = scopeOf(incident);
  return { ...listed, scopeType, scopeId, ...NO_PARTNER };
}

/** Returns the incident with all its details. */
export function incidentDetail(
  incident: Incident,
  { scope, leaseReference }: IncidentReferences,
  attachments: readonly IncidentAttachment[],
): IncidentDetail {
  const { description, outcomeMessage, categoryPath } = incident;
  const { routedMaintenanceContractId, routedMaintenanceContractName } = incident;
  return {
    ...listedIncident(incident),
    ...{ description, outcomeMessage, categoryPath, routedMaintenanceContractId, routedMaintenanceContractName },
    scope: { ...scopeOf(incident), ...scope },
    leaseReference,
    allowedTransitions: incidentTransitions.table[incident.status],
    ...NO_FOLLOWUPS,
    attachments,
    messagesCount: 0,
    activeAssignmentsCount: 0,
  };
}
