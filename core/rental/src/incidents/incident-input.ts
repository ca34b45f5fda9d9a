import { type FieldError, type Id, type Instant, refused } from "@cartulary/kernel";
import {
  aLine,
  aName,
  anything,
  aPassage,
  aRequiredPassage,
  type FieldRules,
  fault,
  inputErrors,
  nullable,
} from "../estate/fields.ts";
import type { LeaseId } from "../leases/lease.ts";
import {
  INCIDENT_TRANSITIONS,
  type Incident,
  type IncidentPriority,
  type IncidentScopeType,
  type IncidentStatus,
} from "./incident.ts";

/** What is declared of an incident. */
export interface IncidentInput {
  readonly title?: string;
  readonly description?: string;
  readonly priority?: IncidentPriority;
  readonly scopeType?: IncidentScopeType;
  readonly scopeId?: Id<string>;
  readonly legacyReference?: string | null;
  readonly leaseId?: LeaseId | null;
  readonly room?: string | null;
  readonly categoryId?: Id<"IncidentCategory"> | null;
  readonly categoryName?: string | null;
  readonly categoryPath?: string | null;
  readonly assignedToId?: Id<string> | null;
  readonly assignedToName?: string | null;
  readonly reporterId?: Id<string> | null;
  readonly reporterName?: string | null;
  readonly reporterType?: string | null;
  readonly contactEmail?: string | null;
  readonly contactPhone?: string | null;
  readonly legacyType?: string | null;
  readonly legacyNature?: string | null;
  readonly legacyMotif?: string | null;
  readonly routedMaintenanceContractId?: Id<string> | null;
  readonly routedMaintenanceContractName?: string | null;
  readonly escalatedAt?: Instant | null;
  readonly dueAt?: Instant | null;
}

/** What an incident cannot do without. */
const REQUIRED = ["title", "description", "scopeType", "scopeId"] as const satisfies (keyof IncidentInput)[];

const aNullableLine = nullable(aLine);

/** What each field has to be. What names records is looked up. */
export const incidentRules: FieldRules<IncidentInput> = {
  title: aName,
  description: aRequiredPassage,
  priority: anything(),
  scopeType: anything(),
  scopeId: anything(),
  legacyReference: nullable(aName),
  leaseId: anything(),
  room: aNullableLine,
  categoryId: anything(),
  categoryName: aNullableLine,
  categoryPath: aNullableLine,
  assignedToId: anything(),
  assignedToName: aNullableLine,
  reporterId: anything(),
  reporterName: aNullableLine,
  reporterType: aNullableLine,
  contactEmail: aNullableLine,
  contactPhone: aNullableLine,
  legacyType: aNullableLine,
  legacyNature: aNullableLine,
  legacyMotif: aNullableLine,
  routedMaintenanceContractId: anything(),
  routedMaintenanceContractName: aNullableLine,
  escalatedAt: anything(),
  dueAt: anything(),
};

/** What is wrong with a declaration by itself. */
export function declarationErrors(input: IncidentInput): readonly FieldError[] {
  const missing = REQUIRED.filter((name) => input[name] === undefined);
  return [...missing.map((name) => fault(name, "blank", "can't be blank")), ...inputErrors(incidentRules, input)];
}

/** How an incident goes on. */
export interface IncidentTransition {
  readonly status?: IncidentStatus;
  /** What came of it, for whoever reported it; what was there stays when absent. */
  readonly outcomeMessage?: string | null;
}

const transitionRules: FieldRules<IncidentTransition> = { status: anything(), outcomeMessage: nullable(aPassage) };

/** What is wrong with a transition by itself. */
export function transitionErrors(transition: IncidentTransition): readonly FieldError[] {
  const missing = transition.status === undefined ? [fault("status", "blank", "can't be blank")] : [];
  return [...missing, ...inputErrors(transitionRules, transition)];
}

/** The incident after a transition; refuses (`invalid_transition`) what its status may not become. */
export function movedIncident(
  incident: Incident,
  { status = incident.status, outcomeMessage = incident.outcomeMessage }: IncidentTransition,
  now: Instant,
): Incident {
  const allowed: readonly IncidentStatus[] = INCIDENT_TRANSITIONS[incident.status];
  if (!allowed.includes(status))
    throw refused("invalid_transition", `The incident is ${incident.status}: it cannot become ${status}`, { allowed });
  return {
    ...incident,
    ...{ status, outcomeMessage, updatedAt: now },
    acknowledgedAt: status === "acknowledged" ? (incident.acknowledgedAt ?? now) : incident.acknowledgedAt,
    resolvedAt: status === "resolved" ? now : status === "acknowledged" ? null : incident.resolvedAt,
    closedAt: status === "closed" ? now : incident.closedAt,
  };
}
