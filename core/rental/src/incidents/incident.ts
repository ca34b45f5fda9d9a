import type { Id, Instant, Listing } from "@cartulary/kernel";
import { ledgerLists } from "@cartulary/ledger";
import type { LeaseId } from "../leases/lease.ts";
import type { MandataireId } from "../mandataire.ts";
import type { EntranceId } from "../properties/entrance.ts";
import type { PropertyId } from "../properties/property.ts";
import type { UnitId } from "../units/unit.ts";

export type IncidentId = Id<"Incident">;

export const INCIDENT_STATUSES = [
  "reported",
  "acknowledged",
  "pending_info",
  "pending_intervention",
  "intervention_in_progress",
  "resolved",
  "closed",
  "cancelled",
] as const;
/** One of {@link INCIDENT_STATUSES}: how far an incident is. */
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** What each status may become (rental.md §4); `closed` and `cancelled` are for good. */
export const INCIDENT_TRANSITIONS: Readonly<Record<IncidentStatus, readonly IncidentStatus[]>> = {
  reported: ["acknowledged", "cancelled"],
  acknowledged: ["pending_info", "pending_intervention", "resolved", "cancelled"],
  pending_info: ["acknowledged", "pending_intervention", "resolved"],
  pending_intervention: ["intervention_in_progress", "pending_info", "resolved"],
  intervention_in_progress: ["pending_info", "pending_intervention", "resolved"],
  resolved: ["closed", "acknowledged"],
  closed: [],
  cancelled: [],
};

export const INCIDENT_PRIORITIES = ["low", "normal", "high", "urgent"] as const;
/** One of {@link INCIDENT_PRIORITIES}. */
export type IncidentPriority = (typeof INCIDENT_PRIORITIES)[number];

/** Where an incident is: each kind of place has a field of the incident that names it, and only one of them does. */
export const INCIDENT_SCOPES = {
  Property: "propertyId",
  Unit: "unitId",
  Lease: "scopeLeaseId",
  Entrance: "entranceId",
} as const;
/** A kind of place. */
export type IncidentScopeType = keyof typeof INCIDENT_SCOPES;

/** Whether and how a partner's system knows of an incident. In 1.0 none does. */
export const PARTNER_SYNC_STATES = ["not_applicable", "pending", "synced", "failed", "skipped"] as const;
/** One of {@link PARTNER_SYNC_STATES}. */
export type PartnerSyncState = (typeof PARTNER_SYNC_STATES)[number];

/** What names the place. */
export interface ScopeFields {
  readonly propertyId: PropertyId | null;
  readonly unitId: UnitId | null;
  readonly scopeLeaseId: LeaseId | null;
  readonly entranceId: EntranceId | null;
}

/** Something that is wrong somewhere, as it was declared and as far as it has come. */
export interface Incident extends ScopeFields {
  readonly mandataireId: MandataireId;
  readonly id: IncidentId;
  /** `IN-2026-000001`: of the year that it was in Paris. */
  readonly reference: string;
  readonly year: string;
  readonly number: number;
  /** What the program that declared it calls it; nobody else's. */
  readonly legacyReference: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly status: IncidentStatus;
  readonly priority: IncidentPriority;
  readonly leaseId: LeaseId | null;
  readonly room: string | null;
  readonly categoryId: Id<"IncidentCategory"> | null;
  readonly categoryName: string | null;
  readonly categoryPath: string | null;
  readonly assignedToId: Id<string> | null;
  readonly assignedToName: string | null;
  readonly reporterId: Id<string> | null;
  readonly reporterName: string | null;
  readonly reporterType: string | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly legacyType: string | null;
  readonly legacyNature: string | null;
  readonly legacyMotif: string | null;
  readonly routedMaintenanceContractId: Id<string> | null;
  readonly routedMaintenanceContractName: string | null;
  readonly outcomeMessage: string | null;
  /** When it was first acknowledged. */
  readonly acknowledgedAt: Instant | null;
  /** When it was last resolved; nothing once it is open again. */
  readonly resolvedAt: Instant | null;
  readonly closedAt: Instant | null;
  readonly escalatedAt: Instant | null;
  readonly dueAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  reference: "text",
  legacyReference: "text",
  title: "text",
  status: "keyword",
  priority: "keyword",
  scopeType: "keyword",
  scopeId: "uuid",
  categoryId: "uuid",
  categoryName: "text",
  assignedToId: "uuid",
  assignedToName: "text",
  reporterId: "uuid",
  reporterName: "text",
  reporterType: "text",
  leaseId: "uuid",
  room: "text",
  contactEmail: "text",
  contactPhone: "text",
  createdAt: "instant",
  updatedAt: "instant",
  acknowledgedAt: "instant",
  resolvedAt: "instant",
  closedAt: "instant",
  escalatedAt: "instant",
  dueAt: "instant",
  legacyType: "text",
  legacyNature: "text",
  legacyMotif: "text",
  partnerSyncState: "keyword",
  partnerSkipReason: "keyword",
  partnerSyncRepairable: "boolean",
  partnerSyncStale: "boolean",
  partnerPulled: "boolean",
} as const;

/** A field that {@link incidentListing} knows. */
export type IncidentField = keyof typeof fields;

/** What lists of incidents may be filtered and sorted by. */
export const incidentListing: Listing<IncidentField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as IncidentField[],
  sort: "createdAt",
  search: ["reference", "legacyReference", "title"],
};

/** The place of an incident, by its kind and id. */
export function scopeOf(incident: ScopeFields): { readonly type: IncidentScopeType; readonly id: Id<string> } {
  for (const type of Object.keys(INCIDENT_SCOPES) as IncidentScopeType[]) {
    const id = incident[INCIDENT_SCOPES[type]];
    if (id !== null) return { type, id };
  }
  throw new TypeError("An incident is somewhere");
}
