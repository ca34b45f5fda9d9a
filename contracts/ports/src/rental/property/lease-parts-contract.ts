import type { Day, Decimal, Id, TransactFor } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import type { RentalStores } from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import {
  type HouseholdMember,
  type LeaseParty,
  type LeasePartyField,
  type LeasePartyView,
  type LeaseTermDetail,
  type LeaseTermField,
  type LeaseUnit,
  leasePartyListing,
  leaseTermListing,
  partyView,
  type Revision,
  type TermWithUnits,
  withUnitTerms,
} from "@cartulary/rental/property";
import { EPOCH, idOf, later } from "../../harness/document-records.ts";
import { listingContract } from "../../kernel/listing-contract.ts";
import { SAMPLED_TYPES } from "../../kernel/samples.ts";
import { describe, expect, it } from "../../runner/runner.ts";
import { dayOf, MANDATAIRE, SAMPLES, TENANTS, UNITS } from "./lease-samples.ts";

/** The stores of terms, parties and revisions of leases. */
export type LeasePartStoresUnderTest = Pick<
  RentalStores,
  "leases" | "leaseUnits" | "leaseTerms" | "leaseParties" | "leaseRevisions" | "householdMembers"
>;

/** The stores of one mandataire who has the samples and nothing else. */
type Estate = () => Promise<ReturnType<TransactFor<MandataireId, LeasePartStoresUnderTest>>>;

const TODAY = "2026-03-01" as Day;
const LEASE = idOf<"Lease">(0xcf00);
const DATED = { mandataireId: MANDATAIRE, leaseId: LEASE, createdAt: EPOCH, updatedAt: EPOCH };

/** Two units of the lease, the later one by its name first. */
const STAYS: readonly LeaseUnit[] = [1, 0].map((unit, index) => ({
  ...{ id: idOf<"LeaseUnit">(0xdf00 + index), leaseId: LEASE, unitId: UNITS[unit]?.id as Id<"Unit"> },
  ...{ entryDate: null, exitDate: null, indexType: "IRL", indexBaseDate: dayOf(-700), indexBaseValue: null },
}));
const [FIRST, SECOND] = STAYS as [LeaseUnit, LeaseUnit];

const termOf = (number: number, day: number, units: TermWithUnits["units"]): TermWithUnits => ({
  ...{ ...DATED, id: idOf<"LeaseTerm">(0xff00 + number), effectiveFrom: dayOf(day), effectiveTo: dayOf(day + 30) },
  ...{ effectiveToGiven: dayOf(day + 60), revisionMonth: 12, revisionFrequencyYears: 3, units },
  ...{ paymentToleranceType: "percent", paymentToleranceValue: 12_345 as Decimal, reachesBack: number === 1 },
});
const unitTermOf = (number: number, stay: LeaseUnit, annual: number): TermWithUnits["units"][number] => ({
  ...{ id: idOf<"LeaseUnitTerm">(0x1ff00 + number), leaseUnitId: stay.id, annualAmountCents: cents(annual) },
  ...{ rentPeriod: "year", chargeProvisionCents: null, chargeProvisionVatApplicable: false, vatApplicable: true },
  vatRate: 55_000 as Decimal,
});
const TERMS = [
  termOf(0, 40, []),
  termOf(1, -40, [unitTermOf(0, SECOND, 1200), unitTermOf(1, FIRST, 999)]),
  termOf(2, 0, [unitTermOf(2, FIRST, 2400)]),
] as const;

const partyOf = (number: number, validFrom: Day | null, who: Partial<LeaseParty>): LeaseParty => ({
  ...{ ...DATED, id: idOf<"LeaseParty">(0xef00 + number), partyType: "occupant", role: null },
  ...{ tenantId: null, contactId: null, householdMemberId: null, profileTenantId: null, ...who },
  ...{ shareNumerator: 1, shareDenominator: 3, validFrom, validTo: null, contributesToRent: true },
  ...{ rentContributionCents: cents(12_345), declared: true },
});
const memberOf = (number: number): HouseholdMember => ({
  ...{ mandataireId: MANDATAIRE, id: idOf<"HouseholdMember">(0xaf00 + number), firstName: "Léo", lastName: null },
  ...{ birthDate: "2012-02-29" as Day, relationship: null },
});

const revisionOf = (number: number, day: number, stays: readonly LeaseUnit[]): Revision => ({
  ...{ mandataireId: MANDATAIRE, leaseId: LEASE, id: idOf<"LeaseRevision">(0x2ff00 + number) },
  ...{ revisionDate: dayOf(day), effectiveFrom: number % 2 === 0 ? dayOf(day) : null, createdAt: later(number) },
  termId: number % 2 === 0 ? idOf<"LeaseTerm">(0x5ff00) : null,
  lines: stays.map((stay, index) => ({
    ...{ id: idOf<"LeaseRevisionLine">(0x3ff00 + 10 * number + index), leaseUnitId: stay.id, indexCode: "IRL" },
    ...{ referencePeriod: "2024-Q2" as never, revisionPeriod: "2025-Q2" as never, maxIncreasePercent: null },
    ...{ referenceValue: 1_451_700 as Decimal, revisionValue: 1_466_800 as Decimal },
    ...{ oldCents: cents(60_000), newCents: cents(60_624) },
  })),
});

/** Contract of the stores of lease terms, parties and revisions. */
export function leasePartStoresContract(name: string, estate: Estate): void {
  /** Does something to a lease of two units that is gone afterwards. */
  async function withLease(work: (stores: LeasePartStoresUnderTest) => Promise<void>): Promise<void> {
    const own = await estate();
    await own.write(async (stores) => {
      const [sample] = SAMPLES;
      await stores.leases.insert({ ...(sample?.lease ?? expect.unreachable()), id: LEASE });
      await stores.leaseUnits.save(STAYS);
      await work(stores);
      await stores.leaseRevisions.removeOf(LEASE);
      await stores.leaseTerms.removeOf(LEASE);
      await stores.leaseParties.removeOf(LEASE);
      await stores.leaseUnits.removeOf(LEASE);
      await stores.leases.remove(LEASE);
    });
  }
  const written = async ({ leaseTerms }: LeasePartStoresUnderTest) => {
    for (const { units, ...term } of TERMS) {
      await leaseTerms.insert(term);
      await leaseTerms.replaceUnits(term.id, units);
    }
  };

  describe(`${name} is a store of lease terms`, () => {
    it("that returns them in their order, with their units in the stored order", () =>
      withLease(async (stores) => {
        await written(stores);
        const [third, first, second] = TERMS;
        expect(await stores.leaseTerms.of(LEASE)).toEqual([first, second, third]);
        for (const { units: _, ...term } of TERMS) {
          expect(await stores.leaseTerms.find(term.id)).toEqual(term);
          expect(await stores.leaseTerms.lock(term.id)).toEqual(term);
        }
        expect(await stores.leaseTerms.find(termOf(9, 0, []).id)).toBeNull();
        expect(await stores.leaseTerms.detail(termOf(9, 0, []).id, TODAY)).toBeNull();
        expect(await stores.leaseTerms.of(idOf<"Lease">(1))).toEqual([]);
      }));

    it("whose detail has the values of every unit from the term, or from the one before it", () =>
      withLease(async (stores) => {
        await written(stores);
        const [third, first, second] = TERMS;
        const elements = async (term: TermWithUnits) =>
          (await stores.leaseTerms.detail(term.id, TODAY))?.leaseUnitTerms.map(({ id }) => id).sort();
        const [old, own, raised] = [first.units[0]?.id, first.units[1]?.id, second.units[0]?.id];
        expect([await elements(first), await elements(second), await elements(third)]).toEqual([
          [old, own].sort(),
          [old, raised].sort(),
          [old, raised].sort(),
        ]);
      }));

    it("that changes several last days at once, and replaces the units of a term", () =>
      withLease(async (stores) => {
        await written(stores);
        const [third, first, second] = TERMS;
        const changed = [first, second].map((term) => ({ ...term, effectiveTo: dayOf(99), updatedAt: later(5) }));
        await stores.leaseTerms.save(changed);
        await stores.leaseTerms.save([]);
        await stores.leaseTerms.replaceUnits(second.id, []);
        await stores.leaseTerms.replaceUnits(third.id, [unitTermOf(7, SECOND, 1), unitTermOf(8, FIRST, 2)]);
        expect(await stores.leaseTerms.of(LEASE)).toEqual([
          changed[0],
          { ...changed[1], units: [] },
          { ...third, units: [unitTermOf(7, SECOND, 1), unitTermOf(8, FIRST, 2)] },
        ]);
      }));

    it("that removes those of a lease, says which, and leaves those of others", () =>
      withLease(async (stores) => {
        await written(stores);
        const other = SAMPLES.find(({ terms }) => terms.length > 0) ?? expect.unreachable();
        const before = await stores.leaseTerms.of(other.lease.id);
        expect((await stores.leaseTerms.removeOf(LEASE)).toSorted()).toEqual(TERMS.map(({ id }) => id).sort());
        expect(await stores.leaseTerms.of(LEASE)).toEqual([]);
        expect(await stores.leaseTerms.removeOf(LEASE)).toEqual([]);
        expect(await stores.leaseTerms.of(other.lease.id)).toEqual(before);
      }));
  });

  describe(`${name} is a store of lease parties`, () => {
    it("that gives them back by their first day, changed ones too", () =>
      withLease(async (stores) => {
        const who = { tenantId: TENANTS[0]?.id as LeaseParty["tenantId"] };
        const [late, always, early] = [partyOf(0, dayOf(9), who), partyOf(1, null, who), partyOf(2, dayOf(-9), who)];
        for (const party of [late, always, early]) await stores.leaseParties.insert(party);
        expect(await stores.leaseParties.of(LEASE)).toEqual([always, early, late]);
        const changed = { ...always, role: "primary" as const, validFrom: dayOf(99), updatedAt: later(3) };
        await stores.leaseParties.update(changed);
        expect(await stores.leaseParties.of(LEASE)).toEqual([early, late, changed]);
        expect(await stores.leaseParties.lock(early.id)).toEqual(early);
        expect(await stores.leaseParties.detail(early.id, TODAY)).toEqual(partyView(early, null));
        await stores.leaseParties.remove(early.id);
        await stores.leaseParties.remove(early.id);
        expect(await stores.leaseParties.find(early.id)).toBeNull();
        expect((await stores.leaseParties.removeOf(LEASE)).toSorted()).toEqual([late.id, changed.id].sort());
      }));

    it("with whom a member of the household goes, once he is no party any more", () =>
      withLease(async (stores) => {
        const [one, other] = [memberOf(0), memberOf(1)];
        for (const member of [one, other]) await stores.householdMembers.insert(member);
        const parties = [one, one, other].map((member, number) =>
          partyOf(number, null, { householdMemberId: member.id }),
        );
        for (const party of parties) await stores.leaseParties.insert(party);
        await stores.householdMembers.removeUnused(one.id);
        await stores.leaseParties.remove(parties[0]?.id as LeaseParty["id"]);
        expect(await stores.householdMembers.lock(one.id)).toEqual(one);
        await stores.leaseParties.remove(parties[1]?.id as LeaseParty["id"]);
        expect(await stores.householdMembers.lock(one.id)).toBeNull();
        const renamed = { ...other, lastName: "Blin", birthDate: null };
        await stores.householdMembers.update(renamed);
        expect(await stores.householdMembers.lock(other.id)).toEqual(renamed);
        await stores.leaseParties.removeOf(LEASE);
        expect(await stores.householdMembers.lock(other.id)).toBeNull();
      }));
  });

  describe(`${name} is a store of revisions`, () => {
    it("that returns them by their date, with the names of their units", () =>
      withLease(async ({ leaseRevisions }) => {
        const [later_, first] = [revisionOf(0, 400, [FIRST, SECOND]), revisionOf(1, 35, [SECOND])];
        for (const revision of [later_, first]) await leaseRevisions.insert(revision);
        const called = (revision: Revision) => ({
          ...revision,
          lines: revision.lines.map((line) => {
            const stay = STAYS.find(({ id }) => id === line.leaseUnitId);
            return { ...line, unitIdentifier: UNITS.find(({ id }) => id === stay?.unitId)?.identifier };
          }),
        });
        expect(await leaseRevisions.of(LEASE)).toEqual([called(first), called(later_)]);
        const identifiers = (await leaseRevisions.unitsOf(LEASE)).map(({ identifier }) => identifier);
        expect(identifiers).toEqual(["A 1", "b 0"]);
        await leaseRevisions.removeOf(LEASE, idOf<"LeaseTerm">(0x5ff01));
        expect(await leaseRevisions.of(LEASE)).toHaveLength(2);
        await leaseRevisions.removeOf(LEASE, idOf<"LeaseTerm">(0x5ff00));
        expect(await leaseRevisions.of(LEASE)).toEqual([called(first)]);
        await leaseRevisions.removeOf(LEASE);
        expect(await leaseRevisions.of(LEASE)).toEqual([]);
      }));

    it("that applies no anniversary of a unit twice", async () => {
      const twice = withLease(async ({ leaseRevisions }) => {
        await leaseRevisions.insert(revisionOf(0, 400, [FIRST]));
        await leaseRevisions.insert(revisionOf(1, 400, [FIRST, SECOND]));
      });
      await expect(twice).rejects.toThrow(/unique|duplicate/i);
    });
  });

  listsContract(name, estate);
}

/** How terms and parties are filtered and ordered. */
function listsContract(name: string, estate: Estate): void {
  const samples = SAMPLES.slice(0, 16);
  const terms = samples.flatMap(({ terms: own }) =>
    withUnitTerms(own).map(
      ({ mandataireId: _, effectiveToGiven: __, reachesBack: _r, units: ___, unitTerms, ...term }) => ({
        ...term,
        leaseUnitTerms: [...unitTerms.values()].toSorted(byId),
      }),
    ),
  );
  const among = (records: readonly { readonly id: string }[]) =>
    ({ fields: ["id"], join: "or", predicate: "in", values: records.map(({ id }) => id) }) as const;
  listingContract<LeaseTermField, LeaseTermDetail>(`${name}, of lease terms,`, {
    ...{ listing: leaseTermListing, records: terms, values: 3, sampled: SAMPLED_TYPES },
    async create(records) {
      const own = await estate();
      return async (query) => {
        const conditions = [...query.conditions, among(records)];
        const page = await own.read(({ leaseTerms }) => leaseTerms.list({ ...query, conditions }, TODAY));
        const items = page.items.map((term) => ({ ...term, leaseUnitTerms: term.leaseUnitTerms.toSorted(byId) }));
        return { ...page, items };
      };
    },
  });
  type ListedParty = LeasePartyView & { readonly bankAccountId: null };
  const parties = samples.flatMap(({ parties: own }) =>
    own.map((party) => ({ ...partyView(party, null), bankAccountId: null })),
  );
  listingContract<LeasePartyField, ListedParty>(`${name}, of lease parties,`, {
    ...{ listing: leasePartyListing, records: parties, values: 3, sampled: SAMPLED_TYPES },
    async create(records) {
      const own = await estate();
      return async (query) => {
        const conditions = [...query.conditions, among(records)];
        const page = await own.read(({ leaseParties }) => leaseParties.list({ ...query, conditions }, TODAY));
        return { ...page, items: page.items.map((party) => ({ ...party, bankAccountId: null })) };
      };
    },
  });
}

const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1);
