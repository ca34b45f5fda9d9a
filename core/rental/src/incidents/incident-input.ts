import type { FieldError, Id, Instant } from "@cartulary/kernel";
import { inputErrors, nullableRule, type PatchOf, passageRule, withoutNulls } from "@cartulary/kernel";
import { fieldError, missingErrors } from "../agency/field-rules.ts";
import {
  type Incident,
  type IncidentScopeType,
  type IncidentStatus,
  incidentRecord,
  incidentTransitions,
} from "./incident.ts";

/** The declaration of an incident by a program. */
export interface IncidentInput extends PatchOf<typeof incidentRecord> {
  readonly scopeType?: IncidentScopeType;
  readonly scopeId?: Id<string>;
}

/** Returns the errors of a declaration. The records that it names are looked up elsewhere. */
export function declarationErrors(input: IncidentInput): readonly FieldError[] {
  const places = (["scopeType", "scopeId"] as const).filter((name) => input[name] === undefined);
  return [
    ...missingErrors(incidentRecord, input),
    ...places.map((name) => fieldError(name, "blank", "can't be blank")),
    ...inputErrors(incidentRecord, input),
  ];
}

/** A change of an incident's status. */
export interface IncidentTransition {
  readonly status?: IncidentStatus;
  /** Outcome for the reporter; absent leaves it unchanged. */
  readonly outcomeMessage?: string | null;
}

const outcomeRule = nullableRule(passageRule);

/** Returns the errors of a transition, without those that depend on the incident. */
export function transitionErrors({ status, outcomeMessage = null }: IncidentTransition): readonly FieldError[] {
  return withoutNulls(
    status === undefined ? fieldError("status", "blank", "can't be blank") : null,
    outcomeRule.errorOf("outcomeMessage", outcomeMessage),
  );
}

/** Returns the incident after a transition. Throws `invalid_transition` if the status does not allow it. */
export function transitionIncident(
  incident: Incident,
  { status: next = incident.status, outcomeMessage = incident.outcomeMessage }: IncidentTransition,
  now: Instant,
): Incident {
  const message = () => `The incident is ${incident.status}; it cannot become ${next}`;
  const status = incidentTransitions.move(incident.status, next, message);
  return {
    ...incident,
    ...{ status, outcomeMessage, updatedAt: now },
    acknowledgedAt: status === "acknowledged" ? (incident.acknowledgedAt ?? now) : incident.acknowledgedAt,
    resolvedAt: status === "resolved" ? now : status === "acknowledged" ? null : incident.resolvedAt,
    closedAt: status === "closed" ? now : incident.closedAt,
  };
}
