import type { Entrance } from "../property/properties/entrance.ts";
import type { Property } from "../property/properties/property.ts";
import { unitAddressOf } from "../property/units/address.ts";
import type { Unit } from "../property/units/unit.ts";
import { type Incident, type IncidentScopeType, scopeOf } from "./incident.ts";
import type { IncidentReferences } from "./incident-view.ts";
import type { IncidentStores } from "./ports.ts";

/**
 * Records around an incident, in their present state. A lease gives its first unit, a unit its entrance and property.
 */
interface RelatedRecords {
  readonly property: Property | null;
  readonly entrance: Entrance | null;
  readonly unit: Unit | null;
  /** Set if the scope is a lease. */
  readonly leaseReference: string | null;
}

/** Reads the names and addresses of the records to which an incident refers. */
export async function readIncidentReferences(stores: IncidentStores, incident: Incident): Promise<IncidentReferences> {
  const { leaseId, scopeLeaseId } = incident;
  const referenceOf = async (id: Incident["leaseId"]) => (id && (await stores.leases.find(id))?.reference) ?? null;
  const related = { ...(await relatedRecordsOf(stores, incident)), leaseReference: await referenceOf(scopeLeaseId) };
  return { scope: describeScope(scopeOf(incident).type, related), leaseReference: await referenceOf(leaseId) };
}

async function relatedRecordsOf(
  { incidents, units, properties, entrances }: IncidentStores,
  incident: Incident,
): Promise<Omit<RelatedRecords, "leaseReference">> {
  const { scopeLeaseId } = incident;
  const unitId = incident.unitId ?? (scopeLeaseId && (await incidents.firstUnitOf(scopeLeaseId)));
  const unit = unitId ? await units.find(unitId) : null;
  const entranceId = incident.entranceId ?? unit?.entranceId ?? null;
  const propertyOfEntrance = incident.entranceId && (await incidents.propertyOf(incident.entranceId));
  const propertyId = incident.propertyId ?? unit?.propertyId ?? propertyOfEntrance;
  const property = propertyId ? await properties.find(propertyId) : null;
  const ofProperty = propertyId && entranceId ? await entrances.of(propertyId) : [];
  return { unit, property, entrance: ofProperty.find(({ id }) => id === entranceId) ?? null };
}

const NO_ADDRESS = { address: null, postalCode: null, city: null } as const;

function describeScope(type: IncidentScopeType, related: RelatedRecords): IncidentReferences["scope"] {
  const { property, entrance, unit, leaseReference } = related;
  const names: Readonly<Record<IncidentScopeType, readonly (string | null | undefined)[]>> = {
    Property: [property?.name, property?.businessCode],
    Unit: [unit?.identifier, unit?.identifier],
    Lease: [leaseReference, leaseReference],
    Entrance: [entrance?.name],
  };
  const [name = null, identifier = null] = names[type];
  return {
    ...{ name, identifier },
    address: unitAddressOf(unit?.ownAddress ?? null, entrance, property ?? NO_ADDRESS).formatted,
    propertyId: property?.id ?? null,
    propertyName: property?.name ?? null,
    propertyAddress: unitAddressOf(null, null, property ?? NO_ADDRESS).formatted,
    patrimonyCode: (type === "Entrance" ? entrance?.patrimonyCode : null) ?? property?.patrimonyCode ?? null,
  };
}
