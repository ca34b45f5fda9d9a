import type { RentalStores } from "../ports.ts";
import type { Entrance } from "../properties/entrance.ts";
import type { Property } from "../properties/property.ts";
import { unitAddressOf } from "../units/address.ts";
import type { Unit } from "../units/unit.ts";
import { type Incident, type IncidentScopeType, scopeOf } from "./incident.ts";
import type { IncidentSurroundings } from "./incident-view.ts";

/** What there is around an incident, as it is now: of a lease its first unit, of that its entrance and property. */
interface Place {
  readonly property: Property | null;
  readonly entrance: Entrance | null;
  readonly unit: Unit | null;
  /** Of the lease that is the place. */
  readonly leaseReference: string | null;
}

/** What an incident names, in words. */
export async function surroundingsOf(stores: RentalStores, incident: Incident): Promise<IncidentSurroundings> {
  const { leaseId, scopeLeaseId } = incident;
  const referenceOf = async (id: Incident["leaseId"]) => (id && (await stores.leases.find(id))?.reference) ?? null;
  const place = { ...(await placeOf(stores, incident)), leaseReference: await referenceOf(scopeLeaseId) };
  return { scope: inWords(scopeOf(incident).type, place), leaseReference: await referenceOf(leaseId) };
}

async function placeOf(
  { incidents, units, properties, entrances }: RentalStores,
  incident: Incident,
): Promise<Omit<Place, "leaseReference">> {
  const { scopeLeaseId } = incident;
  const unitId = incident.unitId ?? (scopeLeaseId && (await incidents.firstUnitOf(scopeLeaseId)));
  const unit = unitId ? await units.find(unitId) : null;
  const entranceId = incident.entranceId ?? unit?.entranceId ?? null;
  const ofEntrance = incident.entranceId && (await incidents.propertyOf(incident.entranceId));
  const propertyId = incident.propertyId ?? unit?.propertyId ?? ofEntrance;
  const property = propertyId ? await properties.find(propertyId) : null;
  const those = propertyId && entranceId ? await entrances.of(propertyId) : [];
  return { unit, property, entrance: those.find(({ id }) => id === entranceId) ?? null };
}

const NOWHERE = { address: null, postalCode: null, city: null } as const;

function inWords(type: IncidentScopeType, place: Place): IncidentSurroundings["scope"] {
  const { property, entrance, unit, leaseReference } = place;
  const names: Readonly<Record<IncidentScopeType, readonly (string | null | undefined)[]>> = {
    Property: [property?.name, property?.businessCode],
    Unit: [unit?.identifier, unit?.identifier],
    Lease: [leaseReference, leaseReference],
    Entrance: [entrance?.name],
  };
  const [name = null, identifier = null] = names[type];
  return {
    ...{ name, identifier },
    address: unitAddressOf(unit?.ownAddress ?? null, entrance, property ?? NOWHERE).formatted,
    propertyId: property?.id ?? null,
    propertyName: property?.name ?? null,
    propertyAddress: unitAddressOf(null, null, property ?? NOWHERE).formatted,
    patrimonyCode: (type === "Entrance" ? entrance?.patrimonyCode : null) ?? property?.patrimonyCode ?? null,
  };
}
