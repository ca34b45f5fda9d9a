import {
  choice,
  filtersOf,
  type Id,
  id,
  instant,
  integer,
  type Listing,
  passage,
  type RecordOf,
  record,
  type Transitions,
  text,
  transitions,
} from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { ofMandataire, timestamps } from "../agency/field-rules.ts";

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
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** The statuses that each status may become (rental.md §4); `closed` and `cancelled` are final. */
export const incidentTransitions: Transitions<IncidentStatus> = transitions({
  reported: ["acknowledged", "cancelled"],
  acknowledged: ["pending_info", "pending_intervention", "resolved", "cancelled"],
  pending_info: ["acknowledged", "pending_intervention", "resolved"],
  pending_intervention: ["intervention_in_progress", "pending_info", "resolved"],
  intervention_in_progress: ["pending_info", "pending_intervention", "resolved"],
  resolved: ["closed", "acknowledged"],
  closed: [],
  cancelled: [],
});

export const INCIDENT_PRIORITIES = ["low", "normal", "high", "urgent"] as const;
export type IncidentPriority = (typeof INCIDENT_PRIORITIES)[number];

/** Kinds of scope and the field of the incident with the scope's id. Exactly one of these fields is set. */
export const INCIDENT_SCOPES = {
  Property: "propertyId",
  Unit: "unitId",
  Lease: "scopeLeaseId",
  Entrance: "entranceId",
} as const;
export type IncidentScopeType = keyof typeof INCIDENT_SCOPES;

/** States of synchronization with a partner's system. Version 1.0 always uses `not_applicable`. */
export const PARTNER_SYNC_STATES = ["not_applicable", "pending", "synced", "failed", "skipped"] as const;
export type PartnerSyncState = (typeof PARTNER_SYNC_STATES)[number];

const place = { set: "program", nullable: true } as const;

/** The declaration of an incident. Partners' fields are computed. */
export const incidentRecord = record("incident", {
  ...ofMandataire,
  id: id("Incident", { set: "program", filter: true, description: "Identifier of the incident" }),
  reference: text({
    set: "program",
    filter: true,
    description: "Number for people, such as IN-2026-000001, gap-free within the year of Paris",
  }),
  year: text({ ascii: true, set: "program", description: "Year of the reference, four digits" }),
  number: integer({ set: "program", description: "Number within the year of the reference" }),
  title: text({ filled: true, filter: true, description: "What is wrong, in a few words" }),
  status: choice(INCIDENT_STATUSES, {
    set: "program",
    default: "reported",
    filter: true,
    description: "How far the incident is; allowedTransitions names the next ones",
  }),
  description: passage({ filled: true, description: "What is wrong, in the words of the reporter" }),
  priority: choice(INCIDENT_PRIORITIES, { default: "normal", filter: true, description: "How soon somebody must act" }),
  legacyReference: text({
    filled: true,
    nullable: true,
    filter: true,
    description: "Reference in the declaring program; a second declaration with it returns the first incident",
  }),
  propertyId: id("Property", { ...place, description: "Property that the incident is in" }),
  unitId: id("Unit", { ...place, description: "Unit that the incident is in" }),
  scopeLeaseId: id("Lease", { ...place, description: "Lease whose units the incident is in" }),
  entranceId: id("Entrance", { ...place, description: "Entrance that the incident is in" }),
  leaseId: id("Lease", { nullable: true, filter: true, description: "Lease of the tenant whom the incident concerns" }),
  room: text({ nullable: true, filter: true, description: "Room of the unit" }),
  categoryId: id("IncidentCategory", {
    nullable: true,
    filter: true,
    description: "Category in the declaring program",
  }),
  categoryName: text({
    nullable: true,
    filter: true,
    description: "Title of the incident category, as the declaring program shows it",
  }),
  categoryPath: text({ nullable: true, description: "Names of the category and those above it" }),
  assignedToId: id("Assignee" as string, {
    nullable: true,
    filter: true,
    description: "Person in the declaring program who handles the incident",
  }),
  assignedToName: text({ nullable: true, filter: true, description: "Name of the person who handles the incident" }),
  reporterId: id("Reporter" as string, {
    nullable: true,
    filter: true,
    description: "Person in the declaring program who reported the incident",
  }),
  reporterName: text({ nullable: true, filter: true, description: "Name of the person who reported the incident" }),
  reporterType: text({ nullable: true, filter: true, description: "Who reported it, such as a tenant or a caretaker" }),
  contactEmail: text({ nullable: true, filter: true, description: "E-mail address for questions about the incident" }),
  contactPhone: text({
    nullable: true,
    filter: true,
    description: "Telephone number for questions about the incident",
  }),
  legacyType: text({
    nullable: true,
    filter: true,
    description: "Type in the classification of the declaring program",
  }),
  legacyNature: text({
    nullable: true,
    filter: true,
    description: "Nature in the classification of the declaring program",
  }),
  legacyMotif: text({
    nullable: true,
    filter: true,
    description: "Reason in the classification of the declaring program",
  }),
  routedMaintenanceContractId: id("MaintenanceContract" as string, {
    nullable: true,
    description: "Maintenance contract that covers the repair",
  }),
  routedMaintenanceContractName: text({
    nullable: true,
    description: "Title of the maintenance contract to which it is routed",
  }),
  outcomeMessage: passage({ set: "program", nullable: true, description: "Result, for the person who reported it" }),
  acknowledgedAt: instant({ ...place, filter: true, description: "When the incident was first acknowledged" }),
  resolvedAt: instant({ ...place, filter: true, description: "When it was last resolved; null once it is open again" }),
  closedAt: instant({ ...place, filter: true, description: "When the incident was closed for good" }),
  escalatedAt: instant({ nullable: true, filter: true, description: "When the incident was escalated" }),
  dueAt: instant({ nullable: true, filter: true, description: "When the incident is to be resolved at the latest" }),
  ...timestamps,
});
/** The fields that name the place; exactly one of them is not null. */
export type ScopeFields = Pick<
  RecordOf<typeof incidentRecord>,
  "propertyId" | "unitId" | "scopeLeaseId" | "entranceId"
>;

/** A defect that a program declared, with how far it is. Older incidents have no description. */
export type Incident = Omit<RecordOf<typeof incidentRecord>, "description"> & { readonly description: string | null };

const {
  id: incidentId,
  reference,
  title,
  status,
  priority,
  legacyReference,
  ...otherFilters
} = filtersOf(incidentRecord);
const fields = {
  id: incidentId,
  reference,
  legacyReference,
  title,
  status,
  priority,
  scopeType: "keyword",
  scopeId: "uuid",
  ...otherFilters,
  partnerSyncState: "keyword",
  partnerSkipReason: "keyword",
  partnerSyncRepairable: "boolean",
  partnerSyncStale: "boolean",
  partnerPulled: "boolean",
} as const;

export type IncidentField = keyof typeof fields;

/** Filters and sorts of lists of incidents. */
export const incidentListing: Listing<IncidentField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as IncidentField[],
  sort: "createdAt",
  search: ["reference", "legacyReference", "title"],
};

/** Returns kind and id of the scope. */
export function scopeOf(incident: ScopeFields): { readonly type: IncidentScopeType; readonly id: Id<string> } {
  for (const type of Object.keys(INCIDENT_SCOPES) as IncidentScopeType[]) {
    const id = incident[INCIDENT_SCOPES[type]];
    if (id !== null) return { type, id };
  }
  throw new TypeError("Incident without scope");
}
