import { isWithin } from "./calendar.ts";
import {
  mandateOnPaper,
  type Note,
  type Paper,
  type PaperLease,
  type PaperList,
  type PaperParty,
  type PaperPerson,
  type PaperStay,
  type PaperUnit,
  rentsOnPaper,
  termsOnPaper,
} from "./paper.ts";
import { noted, shownNotes } from "./record-state.ts";

/** The expected values of some fields of a record. */
export type Expected = Readonly<Record<string, unknown>>;

type Lists = { readonly [List in PaperList]: (paper: Paper) => readonly Expected[] };

const lists: Lists = {
  properties: (paper) => paper.properties.map(({ id }) => expectedProperty(paper, id)),
  units: (paper) => paper.units.map((unit) => expectedUnit(paper, unit)),
  owners: ({ owners }) =>
    owners.map((owner) => ({
      ...{ ...expectedPerson(owner), companyName: owner.company, accountingCode: owner.code },
      ownerProfileId: owner.profileId,
    })),
  tenants: ({ tenants }) =>
    tenants.map((tenant) => ({
      ...{ ...expectedPerson(tenant), tradeName: tenant.company, tenantProfileId: tenant.profileId },
    })),
  contacts: ({ contacts }) => contacts.map((one) => ({ ...expectedPerson(one), companyName: one.company })),
  service_providers: ({ service_providers }) =>
    service_providers.map((one) => ({ ...expectedPerson(one), companyName: one.company })),
  ownerships: ({ ownerships }) =>
    ownerships.map(({ id, ownerId, unitId, above, below, from, to }) => ({
      ...{ id, ownerId, unitId, shareNumerator: above, shareDenominator: below, validFrom: from, validTo: to },
    })),
  leases: (paper) => paper.leases.map((lease) => expectedLease(paper, lease)),
  lease_terms: (paper) => paper.lease_terms.map(({ id }) => expectedTerm(paper, id)),
  lease_parties: (paper) => paper.lease_parties.map((party) => expectedParty(paper, party)),
  mandates: (paper) => paper.mandates.map(({ id }) => expectedMandate(paper, id)),
};

/** The expected answer of each list today, in the order of creation. */
export const expectedLists = Object.fromEntries(
  Object.entries(lists).map(([list, expected]) => [
    list,
    (paper: Paper) =>
      expected(paper).map((record) => ({
        ...shownNotes(paper, list as PaperList, record.id as string, "list"),
        ...record,
      })),
  ]),
) as unknown as Lists;

export function nameOf({ company, firstName, lastName, email, code, phone }: PaperPerson): string {
  return company || [firstName, lastName].filter(Boolean).join(" ") || email || code || phone || "";
}

const expectedPerson = (person: PaperPerson): Expected => {
  const { id, email, phone, firstName, lastName } = person;
  return { id, displayName: nameOf(person), email, phone, firstName, lastName };
};

/** The record of an id in a list. */
export function found<Each extends { readonly id: string }>(list: readonly Each[], id: string): Each {
  const one = list.find((each) => each.id === id);
  if (!one) throw new Error(`Paper has no ${id}`);
  return one;
}

/** True when a lease is in force today, and its unit is let. */
function isLet({ today }: Paper, { status, start }: PaperLease, { entry, exit }: PaperStay): boolean {
  return (status === "active" || status === "notice") && start <= today && isWithin(today, entry, exit);
}

function expectedProperty(paper: Paper, id: string): Expected {
  const { name, city } = found(paper.properties, id);
  const units = paper.units.filter(({ propertyId }) => propertyId === id);
  const isHere = ({ unitId }: PaperStay) => units.some((unit) => unit.id === unitId);
  const let_ = (lease: PaperLease) => lease.stays.filter((stay) => isHere(stay) && isLet(paper, lease, stay));
  const occupiedCount = new Set(paper.leases.flatMap(let_).map(({ unitId }) => unitId)).size;
  const areas = units.flatMap(({ areaSqm }) => (areaSqm === null ? [] : [areaSqm]));
  return {
    ...{ id, name, city, unitsCount: units.length, occupiedCount, vacantCount: units.length - occupiedCount },
    activeLeaseCount: paper.leases.filter((lease) => let_(lease).length > 0).length,
    totalSurface: areas.length === 0 ? null : areas.reduce((sum, area) => sum + area, 0),
    occupancyRate: units.length === 0 ? null : rounded(BigInt(occupiedCount) * 100n, BigInt(units.length), 4),
  };
}

/** A fraction with so many decimals, halves away from zero. */
export function rounded(above: bigint, below: bigint, places: number): number {
  const scale = 10n ** BigInt(places);
  const whole = (2n * above * scale + below) / (2n * below);
  return Number(`${whole / scale}.${String(whole % scale).padStart(places, "0")}`);
}

/** The sum of fractions, over one denominator. */
export function sumOf(
  shares: readonly { readonly above: number; readonly below: number }[],
): readonly [bigint, bigint] {
  const below = shares.reduce((product, share) => product * BigInt(share.below), 1n);
  const above = shares.reduce((sum, share) => sum + (BigInt(share.above) * below) / BigInt(share.below), 0n);
  return [above, below];
}

/** The ownerships of a unit, the oldest first. */
export function ownershipsOf({ ownerships }: Paper, unitId: string) {
  const rank = ({ from, id }: (typeof ownerships)[number]) => `${from ?? ""} ${id}`;
  return ownerships.filter((each) => each.unitId === unitId).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** The leases that a unit is or was of, with its stay there. */
export function leasesOf({ leases }: Paper, unitId: string) {
  return leases.flatMap((lease) =>
    lease.stays.filter((stay) => stay.unitId === unitId).map((stay) => ({ lease, stay })),
  );
}

/** The later start first, then as they were made. */
export const latestFirst = (
  one: { readonly start: string; id: string },
  other: { readonly start: string; id: string },
) => (one.start > other.start ? -1 : one.start < other.start ? 1 : one.id < other.id ? -1 : 1);

function activeLease(paper: Paper, unitId: string): Expected | null {
  const signed = leasesOf(paper, unitId)
    .filter(({ lease }) => lease.status !== "draft" && lease.status !== "cancelled")
    .sort((one, other) => latestFirst(one.lease, other.lease));
  const now = signed.find(({ lease, stay }) => isLet(paper, lease, stay));
  const coming = signed.filter(({ lease }) => lease.status !== "ended" && lease.start > paper.today);
  const next = coming.toSorted((one, other) => -latestFirst(one.lease, other.lease));
  const soonest = next.filter(({ lease }) => lease.start === next[0]?.lease.start).at(-1);
  const { lease } = now ?? soonest ?? signed[0] ?? {};
  return lease ? { id: lease.id, reference: lease.reference, status: lease.status } : null;
}

/** The address of a unit: its own if a line of it has text, else its entrance's, else its property's. */
function addressOf(paper: Paper, { ownAddress, entranceId, propertyId }: PaperUnit): Expected {
  const { city } = found(paper.properties, propertyId);
  const at = (as: string) => noted(paper, "properties", propertyId, as);
  const none = { line1: null, line2: null, line3: null };
  const ofProperty = { ...none, line1: at("address"), postalCode: at("postalCode"), city, origin: "property" };
  const entrance = entranceOf(paper, propertyId, entranceId);
  const place = { postalCode: entrance?.postalCode ?? ofProperty.postalCode, city: entrance?.city ?? city };
  const ofEntrance = entrance?.address ? { ...none, ...place, line1: entrance.address, origin: "entrance" } : null;
  const own: Note | null =
    ownAddress && Object.values(ownAddress).some(Boolean) ? { ...ownAddress, origin: "own" } : null;
  const address: Note = own || ofEntrance || ofProperty;
  const town = [address.postalCode, address.city].filter(Boolean).join(" ");
  const lines = [address.line1, address.line2, address.line3, town].filter(Boolean);
  return { ...address, formatted: lines.join(", ") || null };
}

/** The entrance of a property, as paper has it. */
export function entranceOf({ notes }: Paper, propertyId: string, entranceId: string | null): Note | null {
  const entrances = (notes.get(propertyId)?.entrances ?? []) as readonly Note[];
  return entrances.find(({ id }) => id === entranceId) ?? null;
}

/** The shares of a unit, with what their keys are called. */
function allocationsOf({ notes }: Paper, { allocations, propertyId }: PaperUnit): readonly Expected[] {
  const keys = (notes.get(propertyId)?.shareKeys ?? []) as readonly Note[];
  const nameOfKey = (of: string) => keys.find(({ id }) => id === of)?.name;
  return allocations
    .map(({ shareKeyId, shares }) => ({ shareKeyId, shareKeyName: nameOfKey(shareKeyId), shares }))
    .sort((one, other) => (one.shareKeyId < other.shareKeyId ? -1 : 1));
}

export function expectedUnit(paper: Paper, unit: PaperUnit): Expected {
  const { id, identifier, areaSqm } = unit;
  const today = ownershipsOf(paper, id).filter(({ from, to }) => isWithin(paper.today, from, to));
  const owners = [...new Set(today.map(({ ownerId }) => ownerId))].map((ownerId) => ({
    id: ownerId,
    name: nameOf(found(paper.owners, ownerId)),
    shareRatio: rounded(...sumOf(today.filter((each) => each.ownerId === ownerId)), 6),
  }));
  const [address, allocations] = [addressOf(paper, unit), allocationsOf(paper, unit)];
  return { id, identifier, areaSqm, address, allocations, owners, activeLease: activeLease(paper, id) };
}

/** The stays of a lease by what their units are called. */
export function staysOf(paper: Paper, { stays }: PaperLease) {
  const named = stays.map((stay) => ({ stay, unit: found(paper.units, stay.unitId) }));
  const rank = ({ unit }: (typeof named)[number]) => `${unit.identifier.toLowerCase()} ${unit.id}`;
  return named.sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
}

/** The tenant of today: the primary one, else the one who came first (estate.md 3.5). */
function tenantOf({ lease_parties, today, tenants }: Paper, leaseId: string): PaperPerson | null {
  const rank = ({ role, from, id }: PaperParty) => `${role === "primary" ? 0 : 1} ${from ?? ""} ${id}`;
  const [first] = lease_parties
    .filter((party) => party.leaseId === leaseId && party.type === "tenant" && party.kind === "TenantActor")
    .filter(({ from, to }) => isWithin(today, from, to))
    .sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
  return first ? found(tenants, first.who) : null;
}

/** A twelfth of a rent by the year, halves of a cent up. */
export const monthly = (annual: number): number => Number((2n * BigInt(annual) + 12n) / 24n);

/** The rent of the units that are let today, or on the day of the lease that is nearest to it. */
function monthlyRent(paper: Paper, { id, start, end, stays }: PaperLease): number | null {
  const rents = rentsOnPaper(paper, id);
  const nearest = start > paper.today ? start : end !== null && end < paper.today ? end : paper.today;
  const let_ = stays.filter(({ entry, exit }) => isWithin(nearest, entry, exit));
  const amounts = let_.flatMap((stay) => rents.get(stay.id)?.annual ?? []).map(monthly);
  return amounts.length === 0 ? null : amounts.reduce((sum, each) => sum + each, 0);
}

export function expectedLease(paper: Paper, lease: PaperLease): Expected {
  const tenant = tenantOf(paper, lease.id);
  const units = staysOf(paper, lease).map(({ unit }) => ({
    identifier: unit.identifier,
    propertyName: found(paper.properties, unit.propertyId).name,
  }));
  const [first] = staysOf(paper, lease);
  return {
    ...{ id: lease.id, reference: lease.reference, leaseType: lease.type, status: lease.status },
    ...{ startDate: lease.start, endDate: lease.end, tenantId: tenant?.id ?? null, units },
    tenantName: tenant && nameOf(tenant),
    ...{ unitIdentifier: units[0]?.identifier ?? null, propertyName: units[0]?.propertyName ?? null },
    propertyId: first?.unit.propertyId ?? null,
    monthlyRent: monthlyRent(paper, lease),
  };
}

export function expectedMandate(paper: Paper, id: string): Expected {
  const mandate = found(paper.mandates, id);
  const [status, endDate] = mandateOnPaper(mandate, paper.today);
  const owner = found(paper.owners, mandate.ownerId);
  const properties = mandate.properties.map((property) => ({
    id: property,
    name: found(paper.properties, property).name,
    businessCode: noted(paper, "properties", property, "businessCode"),
  }));
  return {
    ...{ id, reference: mandate.reference, status, startDate: mandate.start, endDate },
    ...{ ownerId: owner.profileId, ownerActorId: owner.id, ownerName: nameOf(owner), ownerBusinessCode: owner.code },
    ...{ propertyId: properties[0]?.id ?? null, propertyName: properties[0]?.name ?? null, properties },
    propertyBusinessCode: properties[0]?.businessCode ?? null,
    businessCode: mandate.number === null ? null : String(mandate.number),
  };
}

function expectedTerm(paper: Paper, id: string): Expected {
  const { leaseId } = found(paper.lease_terms, id);
  const { from, to, rents } = found(termsOnPaper(paper, leaseId), id);
  const leaseUnitTerms = [...rents]
    .map(([leaseUnitId, { annual, charge, vat, vatRate }]) => ({
      ...{ leaseUnitId, annualAmountCents: annual, chargeProvisionCents: charge, vatApplicable: vat, vatRate },
    }))
    .sort((one, other) => (one.leaseUnitId < other.leaseUnitId ? -1 : 1));
  return { id, leaseId, effectiveFrom: from, effectiveTo: to, leaseUnitTerms };
}

function expectedParty({ tenants }: Paper, party: PaperParty): Expected {
  return {
    ...{ id: party.id, leaseId: party.leaseId, partyType: party.type, role: party.role },
    ...{ partyableType: party.kind, partyableId: party.who, validFrom: party.from, validTo: party.to },
    tenantProfileId: party.profileOf && found(tenants, party.profileOf).profileId,
    ...{ shareNumerator: party.part?.[0] ?? null, shareDenominator: party.part?.[1] ?? null },
  };
}
