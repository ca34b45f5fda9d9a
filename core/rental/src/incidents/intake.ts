import { existing, type FieldError, type Id, type Instant, requireSound } from "@cartulary/kernel";
import { holdBook, type Occasion } from "../estate/family.ts";
import { patchOf, unknownError } from "../estate/fields.ts";
import type { LeaseId } from "../leases/lease.ts";
import type { EstateStores } from "../ports.ts";
import type { EntranceId } from "../properties/entrance.ts";
import { nextReference, takeReference } from "../references/reference.ts";
import {
  INCIDENT_SCOPES,
  type Incident,
  type IncidentId,
  type IncidentScopeType,
  type ScopeFields,
} from "./incident.ts";
import {
  declarationErrors,
  type IncidentInput,
  type IncidentTransition,
  incidentRules,
  movedIncident,
  transitionErrors,
} from "./incident-input.ts";
import type { IncidentStore } from "./store.ts";

/** What taking an incident in touches. */
export interface IntakeStores extends EstateStores {
  readonly incidents: IncidentStore;
}

/** An incident that was declared, and whether it was for the first time. */
export interface Declared {
  readonly incident: Incident;
  readonly isNew: boolean;
}

/**
 * Takes an incident in. One whose legacy reference is known is the one that is there, whatever else is said of it now: a
 * program may declare as often as it likes.
 */
export async function declareIncident(
  stores: IntakeStores,
  input: IncidentInput,
  occasion: Occasion,
): Promise<Declared> {
  requireSound(declarationErrors(input));
  await holdBook(stores);
  const declared = patchOf(incidentRules, input);
  const reference = await nextReference(stores.codes, "IN", occasion.today.slice(0, 4));
  const known = await knownAs(stores, declared.legacyReference);
  if (known) return { incident: known, isNew: false };
  requireSound(await unknownErrors(stores, declared));
  const incident = newIncident(declared, { ...reference, reference: reference.text }, occasion);
  if (!(await stores.incidents.insert(incident)))
    return { incident: existing(await knownAs(stores, incident.legacyReference)), isNew: false };
  await takeReference(stores.codes, "IN", reference);
  return { incident, isNew: true };
}

/** Moves an incident on; what it is now. */
export async function moveIncident(
  { incidents }: Pick<IntakeStores, "incidents">,
  { id, ...transition }: IncidentTransition & { readonly id: IncidentId },
  now: Instant,
): Promise<Incident> {
  requireSound(transitionErrors(transition));
  const moved = movedIncident(existing(await incidents.lock(id)), transition, now);
  await incidents.update(moved);
  return moved;
}

async function knownAs({ incidents }: IntakeStores, legacyReference: string | null = null): Promise<Incident | null> {
  return legacyReference === null ? null : incidents.findLegacy(legacyReference);
}

type Numbered = Pick<Incident, "reference" | "year" | "number">;

function newIncident(
  { scopeType, scopeId, ...declared }: IncidentInput,
  { reference, year, number }: Numbered,
  { mandataireId, newId, now }: Occasion,
): Incident {
  return {
    ...blankIncident,
    ...declared,
    ...namedBy(scopeType as IncidentScopeType, scopeId as Id<string>),
    ...(scopeType === "Lease" && (declared.leaseId ?? null) === null && { leaseId: scopeId as Incident["leaseId"] }),
    ...{ mandataireId, id: newId(), reference, year, number, status: "reported", createdAt: now, updatedAt: now },
  } as Incident;
}

/** What an incident is until something is said of it. */
const blankIncident = {
  ...{ legacyReference: null, priority: "normal", leaseId: null, room: null, outcomeMessage: null },
  ...{ categoryId: null, categoryName: null, categoryPath: null, assignedToId: null, assignedToName: null },
  ...{ reporterId: null, reporterName: null, reporterType: null, contactEmail: null, contactPhone: null },
  ...{ legacyType: null, legacyNature: null, legacyMotif: null },
  ...{ routedMaintenanceContractId: null, routedMaintenanceContractName: null },
  ...{ acknowledgedAt: null, resolvedAt: null, closedAt: null, escalatedAt: null, dueAt: null },
} as const;

const NOWHERE: ScopeFields = { propertyId: null, unitId: null, scopeLeaseId: null, entranceId: null };

const namedBy = (type: IncidentScopeType, id: Id<string>): ScopeFields => ({ ...NOWHERE, [INCIDENT_SCOPES[type]]: id });

/** Place and lease are locked, so that they stay. */
async function unknownErrors(
  stores: IntakeStores,
  { scopeType, scopeId, leaseId }: IncidentInput,
): Promise<readonly FieldError[]> {
  const isThere = scopeType && scopeId && (await lockPlace[scopeType](stores, scopeId as never));
  return [
    ...(isThere ? [] : [unknownError("scopeId")]),
    ...((leaseId ?? null) !== null && !(await stores.leases.lock(leaseId as LeaseId)) ? [unknownError("leaseId")] : []),
  ];
}

/** How each kind of place is kept from going. */
const lockPlace: Readonly<Record<IncidentScopeType, (stores: IntakeStores, id: never) => Promise<unknown>>> = {
  Property: ({ properties }, id) => properties.lock(id),
  Unit: ({ units }, id) => units.lock(id),
  Lease: ({ leases }, id) => leases.lock(id),
  Entrance: lockEntrance,
};

/** An entrance goes and stays with its property's array: whoever changes that has the property locked. */
async function lockEntrance({ incidents, properties, entrances }: IntakeStores, id: EntranceId): Promise<boolean> {
  const propertyId = await incidents.propertyOf(id);
  if (propertyId === null) return false;
  await properties.lock(propertyId);
  return (await entrances.of(propertyId)).some((entrance) => entrance.id === id);
}
