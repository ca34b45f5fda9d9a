import { isWithin } from "./calendar.ts";
import {
  type Expected,
  expectedLease,
  expectedMandate,
  found,
  latestFirst,
  leasesOf,
  monthly,
  nameOf,
  ownershipsOf,
  rounded,
  staysOf,
  sumOf,
} from "./lists.ts";
import { mandateOnPaper, type Paper, type PaperList, rentsOnPaper, termsOnPaper } from "./paper.ts";

/** What a detail is to answer today besides what its list does; of the collections whose detail has more. */
export const expectedDetails: Readonly<Partial<Record<PaperList, (paper: Paper, id: string) => Expected>>> = {
  properties: (paper, id) => ({
    units: paper.units
      .filter(({ propertyId }) => propertyId === id)
      .sort(byName)
      .map((unit) => ({ id: unit.id, identifier: unit.identifier })),
  }),
  units: expectedUnitDetail,
  owners: expectedOwnerDetail,
  tenants: expectedTenantDetail,
  leases: expectedLeaseDetail,
  mandates: (paper, id) => expectedMandate(paper, id),
};

interface Named {
  readonly id: string;
  readonly identifier: string;
}

const rankOf = ({ identifier, id }: Named) => `${identifier.toLowerCase()} ${id}`;
const byName = (one: Named, other: Named) => (rankOf(one) < rankOf(other) ? -1 : 1);

function expectedUnitDetail(paper: Paper, id: string): Expected {
  const history = ownershipsOf(paper, id);
  const today = history.filter(({ from, to }) => isWithin(paper.today, from, to));
  const [above, below] = sumOf(today);
  const shown = (shares: typeof history) =>
    shares.map((share) => ({
      ...{ id: share.id, ownerId: share.ownerId, ownerName: nameOf(found(paper.owners, share.ownerId)) },
      ...{ shareNumerator: share.above, shareDenominator: share.below, validFrom: share.from },
      shareRatio: rounded(...sumOf([share]), 6),
    }));
  const leases = leasesOf(paper, id).sort((one, other) => latestFirst(one.lease, other.lease));
  return {
    ...{ ownerships: shown(today), ownershipHistory: shown(history) },
    ...{ sharesComplete: above === below, totalSharePercent: rounded(100n * above, below, 4) },
    leases: leases.map(({ lease, stay }) => {
      const rent = rentsOnPaper(paper, lease.id).get(stay.id);
      return {
        ...{ id: lease.id, leaseUnitId: stay.id, reference: lease.reference, status: lease.status },
        ...{ startDate: lease.start, endDate: lease.end, exitDate: stay.exit },
        baseRentCents: rent ? monthly(rent.annual) : null,
        chargeProvisionCents: rent?.charge ?? null,
      };
    }),
  };
}

function expectedOwnerDetail(paper: Paper, id: string): Expected {
  const owned = paper.ownerships
    .filter(({ ownerId, from, to }) => ownerId === id && isWithin(paper.today, from, to))
    .map((share) => ({ share, unit: found(paper.units, share.unitId) }));
  const properties = [...new Set(owned.map(({ unit }) => unit.propertyId))];
  const unitsOf = (property: string) =>
    new Set(owned.filter(({ unit }) => unit.propertyId === property).map(({ unit }) => unit.id));
  const mandates = paper.mandates.filter(({ ownerId }) => ownerId === id).sort(latestFirst);
  return {
    name: nameOf(found(paper.owners, id)),
    ownerships: owned
      .map(({ share, unit }) => ({ id: share.id, unitId: unit.id, propertyId: unit.propertyId }))
      .sort(byId),
    properties: properties.map((property) => ({ id: property, unitsOwned: unitsOf(property).size })).sort(byId),
    mandates: mandates.map((mandate) => {
      const [status, endDate] = mandateOnPaper(mandate, paper.today);
      return { id: mandate.id, reference: mandate.reference, status, startDate: mandate.start, endDate };
    }),
  };
}

/** Elements that the interface promises no order of. */
const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1);

/** Arrays that are compared by what they are of. */
export const UNORDERED: Readonly<Partial<Record<PaperList, readonly string[]>>> = {
  owners: ["ownerships", "properties"],
  leases: ["parties"],
  lease_terms: ["leaseUnitTerms"],
};

function expectedTenantDetail(paper: Paper, id: string): Expected {
  const named = new Set(
    paper.lease_parties.filter(({ kind, who }) => kind === "TenantActor" && who === id).map(({ leaseId }) => leaseId),
  );
  const leases = paper.leases.filter((lease) => named.has(lease.id)).sort(latestFirst);
  return {
    name: nameOf(found(paper.tenants, id)),
    leases: leases.map((lease) => ({
      ...{ id: lease.id, reference: lease.reference, status: lease.status, endDate: lease.end },
      unitIdentifier: staysOf(paper, lease)[0]?.unit.identifier ?? null,
    })),
  };
}

function expectedLeaseDetail(paper: Paper, id: string): Expected {
  const lease = found(paper.leases, id);
  const today = rentsOnPaper(paper, id);
  const total = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);
  const people = [...paper.tenants, ...paper.contacts, ...paper.service_providers];
  return {
    ...expectedLease(paper, lease),
    ...{ signatureDate: lease.signature, autoRenewal: lease.auto, noticeMonths: lease.noticeMonths },
    units: staysOf(paper, lease).map(({ stay, unit }) => {
      const rent = today.get(stay.id);
      return {
        ...{ id: stay.id, unitId: unit.id, identifier: unit.identifier, areaSqm: unit.areaSqm },
        ...{ entryDate: stay.entry, exitDate: stay.exit, annualAmountCents: rent?.annual ?? null },
        baseRentCents: rent ? monthly(rent.annual) : null,
        chargeProvisionCents: rent?.charge ?? null,
      };
    }),
    terms: termsOnPaper(paper, id).map((term) => {
      const rents = [...term.rents.values()];
      const baseRent = total(rents.map(({ annual }) => monthly(annual)));
      const chargeProvision = total(rents.map(({ charge }) => charge ?? 0));
      return {
        ...{ id: term.id, effectiveFrom: term.from, effectiveTo: term.to, baseRent, chargeProvision },
        totalMonthly: baseRent + chargeProvision,
      };
    }),
    parties: paper.lease_parties
      .filter(({ leaseId }) => leaseId === id)
      .map((party) => ({
        ...{ id: party.id, partyType: party.type, partyableType: party.kind, role: party.role },
        ...{ partyableId: party.who, validFrom: party.from, validTo: party.to },
        name: party.kind === "HouseholdMember" ? party.name : nameOf(found(people, party.who)),
      }))
      .sort(byId),
  };
}
