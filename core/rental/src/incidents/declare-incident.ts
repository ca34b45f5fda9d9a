import {
  type CreationOf,
  type FieldError,
  type Id,
  type Instant,
  newRecord,
  orNotFound,
  throwIfInvalid,
} from "@cartulary/kernel";
import { unknownError } from "../agency/field-rules.ts";
import { nextReference, SERIES, useReference } from "../agency/reference.ts";
import { lockBookShared, type WriteContext } from "../property/estate/estate-use-cases.ts";
import type { LeaseId } from "../property/leases/lease.ts";
import type { EstateStores } from "../property/ports.ts";
import type { EntranceId } from "../property/properties/entrance.ts";
import {
  INCIDENT_SCOPES,
  type Incident,
  type IncidentId,
  type IncidentScopeType,
  incidentRecord,
  type ScopeFields,
} from "./incident.ts";
import {
  declarationErrors,
  type IncidentInput,
  type IncidentTransition,
  transitionErrors,
  transitionIncident,
} from "./incident-input.ts";
import type { IncidentStore } from "./ports.ts";

/** Stores that a declaration reads and writes. */
export interface DeclareStores extends EstateStores {
  readonly incidents: IncidentStore;
}

/** A declared incident. `isNew` is false if it existed already. */
export interface DeclareResult {
  readonly incident: Incident;
  readonly isNew: boolean;
}

/**
 * Declares an incident. If its legacy reference exists already, returns that incident unchanged, so that a program may
 * repeat a declaration.
 */
export async function declareIncident(
  stores: DeclareStores,
  input: IncidentInput,
  context: WriteContext,
): Promise<DeclareResult> {
  throwIfInvalid(declarationErrors(input));
  await lockBookShared(stores);
  const declared = newRecord(incidentRecord, input as CreationOf<typeof incidentRecord>);
  const reference = await nextReference(stores.codes, SERIES.incident, context.today.slice(0, 4));
  const existing = await findExisting(stores, declared.legacyReference);
  if (existing) return { incident: existing, isNew: false };
  throwIfInvalid(await unknownErrors(stores, input));
  const { year, number, text } = reference;
  const numbered = { ...declared, year, number, reference: text };
  const incident = newIncident(numbered, input, context);
  if (!(await stores.incidents.insert(incident)))
    return { incident: orNotFound(await findExisting(stores, incident.legacyReference)), isNew: false };
  await useReference(stores.codes, SERIES.incident, reference);
  return { incident, isNew: true };
}

/** Applies a transition and returns the updated incident. */
export async function moveIncident(
  { incidents }: Pick<DeclareStores, "incidents">,
  { id, ...transition }: IncidentTransition & { readonly id: IncidentId },
  now: Instant,
): Promise<Incident> {
  throwIfInvalid(transitionErrors(transition));
  const updated = transitionIncident(orNotFound(await incidents.lock(id)), transition, now);
  await incidents.update(updated);
  return updated;
}

async function findExisting(
  { incidents }: DeclareStores,
  legacyReference: string | null = null,
): Promise<Incident | null> {
  return legacyReference === null ? null : incidents.findLegacy(legacyReference);
}

function newIncident(
  declared: Omit<Incident, "mandataireId" | "id" | "createdAt" | "updatedAt">,
  { scopeType, scopeId }: IncidentInput,
  { mandataireId, newId, now }: WriteContext,
): Incident {
  return {
    ...declared,
    ...fieldsOf(scopeType as IncidentScopeType, scopeId as Id<string>),
    ...(scopeType === "Lease" && declared.leaseId === null && { leaseId: scopeId as Incident["leaseId"] }),
    ...{ mandataireId, id: newId(), createdAt: now, updatedAt: now },
  };
}

const NO_SCOPE: ScopeFields = { propertyId: null, unitId: null, scopeLeaseId: null, entranceId: null };

const fieldsOf = (type: IncidentScopeType, id: Id<string>): ScopeFields => ({
  ...NO_SCOPE,
  [INCIDENT_SCOPES[type]]: id,
});

/** Returns errors for a scope or a lease that does not exist. Locks both, so that they are not removed meanwhile. */
async function unknownErrors(
  stores: DeclareStores,
  { scopeType, scopeId, leaseId }: IncidentInput,
): Promise<readonly FieldError[]> {
  const scopeExists = scopeType && scopeId && (await lockScope[scopeType](stores, scopeId as never));
  return [
    ...(scopeExists ? [] : [unknownError("scopeId")]),
    ...((leaseId ?? null) !== null && !(await stores.leases.lock(leaseId as LeaseId)) ? [unknownError("leaseId")] : []),
  ];
}

/** Locks the record that an incident is about; the result is falsy if it does not exist. */
const lockScope: Readonly<Record<IncidentScopeType, (stores: DeclareStores, id: never) => Promise<unknown>>> = {
  Property: ({ properties }, id) => properties.lock(id),
  Unit: ({ units }, id) => units.lock(id),
  Lease: ({ leases }, id) => leases.lock(id),
  Entrance: lockEntrance,
};

/** Entrances are replaced together with those of their property, under the lock of the property. */
async function lockEntrance({ incidents, properties, entrances }: DeclareStores, id: EntranceId): Promise<boolean> {
  const propertyId = await incidents.propertyOf(id);
  if (propertyId === null) return false;
  await properties.lock(propertyId);
  return (await entrances.of(propertyId)).some((entrance) => entrance.id === id);
}
