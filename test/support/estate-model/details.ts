import { isWithin, plusMonths } from "./calendar.ts";
import {
  type Expected,
  entranceOf,
  expectedLease,
  expectedMandate,
  expectedUnit,
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
import { mandateOnPaper, type Paper, type PaperList, type PaperRent, rentsOnPaper, termsOnPaper } from "./paper.ts";
import { noted, shownNotes } from "./record-state.ts";
import { expectedIndicator, expectedRevision } from "./revisions.ts";

const details: Readonly<Partial<Record<PaperList, (paper: Paper, id: string) => Expected>>> = {
  properties: (paper, id) => ({
    units: paper.units
      .filter(({ propertyId }) => propertyId === id)
      .sort(byName)
      .map((unit) => ({ ...shownNotes(paper, "units", unit.id, "list"), ...expectedUnit(paper, unit) })),
  }),
  units: expectedUnitDetail,
  owners: expectedOwnerDetail,
  tenants: expectedTenantDetail,
  service_providers: (_paper, id) => ({ id }),
  leases: expectedLeaseDetail,
  mandates: (paper, id) => ({
    ...expectedMandate(paper, id),
    ...{ renewalMode: found(paper.mandates, id).mode },
    effectiveAccountingMode: noted(paper, "mandates", id, "accountingMode") ?? "cash",
  }),
};

/** The fields of a detail today besides those of its list; of the collections whose detail has more. */
export function expectedDetail(paper: Paper, list: PaperList, id: string): Expected | null {
  const own = details[list]?.(paper, id);
  return own ? { ...shownNotes(paper, list, id, "detail"), ...own } : null;
}

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
      ...{ acquisitionType: noted(paper, "ownerships", share.id, "acquisitionType") },
      shareRatio: rounded(...sumOf([share]), 6),
    }));
  const leases = leasesOf(paper, id).sort((one, other) => latestFirst(one.lease, other.lease));
  const unit = found(paper.units, id);
  const { propertyId, entranceId, ownAddress } = unit;
  return {
    ...expectedUnit(paper, unit),
    ...{ propertyId, propertyName: found(paper.properties, propertyId).name, entranceId },
    entranceName: entranceOf(paper, propertyId, entranceId)?.name ?? null,
    ownAddress: ownAddress && { ...ownAddress, source: "own" },
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
  const { code, profileId, ...owner } = found(paper.owners, id);
  const subType = noted(paper, "owners", id, "ownerType");
  return {
    ...{ name: nameOf({ code, profileId, ...owner }), code, profileId, email: owner.email, phone: owner.phone },
    ...{ firstName: owner.firstName, lastName: owner.lastName, companyName: owner.company, subType },
    contactType: subType === "individual" ? "individual" : "company",
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
  units: ["allocations"],
  leases: ["parties"],
  lease_terms: ["leaseUnitTerms"],
};

function expectedTenantDetail(paper: Paper, id: string): Expected {
  const named = new Set(
    paper.lease_parties.filter(({ kind, who }) => kind === "TenantActor" && who === id).map(({ leaseId }) => leaseId),
  );
  const leases = paper.leases.filter((lease) => named.has(lease.id)).sort(latestFirst);
  const { code, profileId, ...tenant } = found(paper.tenants, id);
  const subType = noted(paper, "tenants", id, "tenantType");
  return {
    ...{ name: nameOf({ code, profileId, ...tenant }), code, profileId, email: tenant.email, phone: tenant.phone },
    ...{ firstName: tenant.firstName, lastName: tenant.lastName, tradeName: tenant.company, subType },
    contactType: subType === "individual" ? "individual" : "company",
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
  const before = noted(paper, "leases", id, "renewalNoticePeriod") as number | null;
  return {
    ...expectedLease(paper, lease),
    ...{ signatureDate: lease.signature, autoRenewal: lease.auto, noticeMonths: lease.noticeMonths },
    effectiveBillingCalendar: noted(paper, "leases", id, "billingCalendar") ?? "civil",
    effectiveBillingCycleMonth: noted(paper, "leases", id, "billingCycleMonth") ?? 1,
    renewalNoticeDate: before === null || lease.end === null ? null : plusMonths(lease.end, -before),
    revisionIndicator: expectedIndicator(paper, lease),
    revisions: lease.revisions
      .toSorted((one, other) => (`${one.date} ${one.id}` < `${other.date} ${other.id}` ? -1 : 1))
      .map((revision) => expectedRevision(paper, lease, revision)),
    units: staysOf(paper, lease).map(({ stay, unit }) => {
      const rent = today.get(stay.id);
      return {
        ...{ id: stay.id, unitId: unit.id, identifier: unit.identifier, areaSqm: unit.areaSqm },
        ...{ entryDate: stay.entry, exitDate: stay.exit, ...costOf(rent) },
        ...{ indexType: stay.index, indexBaseDate: stay.baseDay, indexBaseValue: stay.baseValue },
      };
    }),
    terms: termsOnPaper(paper, id).map((term) => {
      const rents = [...term.rents.values()];
      const baseRent = total(rents.map(({ annual }) => monthly(annual)));
      const chargeProvision = total(rents.map(({ charge }) => charge ?? 0));
      return {
        ...{ id: term.id, effectiveFrom: term.from, effectiveTo: term.to, baseRent, chargeProvision },
        revisionMonth: noted(paper, "lease_terms", term.id, "revisionMonth"),
        revisionFrequencyYears: noted(paper, "lease_terms", term.id, "revisionFrequencyYears"),
        totalMonthly: baseRent + chargeProvision,
      };
    }),
    parties: paper.lease_parties
      .filter(({ leaseId }) => leaseId === id)
      .map((party) => ({
        ...{ id: party.id, partyType: party.type, partyableType: party.kind, role: party.role },
        ...{ partyableId: party.who, validFrom: party.from, validTo: party.to },
        name: party.member
          ? [party.member.firstName, party.member.lastName].filter(Boolean).join(" ") || null
          : nameOf(found(people, party.who)),
        email: party.member ? null : found(people, party.who).email,
        householdMember: party.member && { id: party.who, ...party.member },
        ...{ shareNumerator: party.part?.[0] ?? null, shareDenominator: party.part?.[1] ?? null },
        tenantProfileId: party.profileOf && found(paper.tenants, party.profileOf).profileId,
        ...noteOfParty(paper, party),
      }))
      .sort(byId),
  };
}

/** The amount of a rent, and its tax. */
const costOf = (rent: PaperRent | undefined): Expected => ({
  ...{ annualAmountCents: rent?.annual ?? null, baseRentCents: rent ? monthly(rent.annual) : null },
  ...{ chargeProvisionCents: rent?.charge ?? null, vatApplicable: rent?.vat ?? false, vatRate: rent?.vatRate ?? null },
  chargeProvisionVatApplicable: rent?.chargeVat ?? rent?.vat ?? false,
});

/** The fields of a party that only the answer of its lease has. */
const noteOfParty = (paper: Paper, { id, wasTenant }: Paper["lease_parties"][number]): Expected => ({
  contributesToRent: noted(paper, "lease_parties", id, "contributesToRent") ?? wasTenant,
  ...Object.fromEntries(["rentContributionCents", "declared"].map((as) => [as, noted(paper, "lease_parties", id, as)])),
});
