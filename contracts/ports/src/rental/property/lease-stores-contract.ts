import type { Day, Transact, TransactFor } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { RentalStores } from "@cartulary/rental";
import { type MandataireId, UNSTATED_IDENTITY } from "@cartulary/rental/agency";
import {
  type LeaseField,
  type ListedLease,
  leaseListing,
  leaseStatusOn,
  monthlyCents,
  partyView,
  tenantOn,
  termOn,
  withUnitTerms,
} from "@cartulary/rental/property";
import { EPOCH, idOf } from "../../harness/document-records.ts";
import { listingContract } from "../../kernel/listing-contract.ts";
import { SAMPLED_TYPES } from "../../kernel/samples.ts";
import { describe, expect, it } from "../../runner/runner.ts";
import { type LeasePartStoresUnderTest, leasePartStoresContract } from "./lease-parts-contract.ts";
import { dayOf, MANDATAIRE, PROPERTY, SAMPLES, type Sample, TENANTS, UNITS } from "./lease-samples.ts";

/** The stores of leases. */
export type LeaseStoresUnderTest = Pick<RentalStores, "properties" | "units" | "tenants"> & LeasePartStoresUnderTest;

/** Databases for them. */
interface LeaseStoresHarness {
  /** One with nothing in it that stays until the last test. */
  openSharedDatabase(): Promise<{
    readonly transact: Transact<Pick<RentalStores, "mandataires">>;
    readonly transactFor: TransactFor<MandataireId, LeaseStoresUnderTest>;
  }>;
}

const TODAY = "2026-03-01" as Day;
/** When leases that end are over. */
const LONG_AFTER = dayOf(2000);

/** Days of every sort, and those on which something of some samples begins or is the last time. */
const DAYS: readonly Day[] = [
  ...[-500, -200, 0, 365, 800, 2000, 4321].map(dayOf),
  ...SAMPLES.slice(0, 14).flatMap(({ lease, terms, parties }) => [
    ...[lease.endDate, ...parties.map(({ validTo }) => validTo)],
    ...terms.map(({ effectiveFrom }) => effectiveFrom),
  ]),
  ...SAMPLES.flatMap(({ units }) => units.map(({ exitDate }) => exitDate)),
].filter((day, index, all): day is Day => day !== null && all.indexOf(day) === index);

/** The fields that lists filter and sort by, but do not show. */
const unlistedFields = ({ lease: { createdAt } }: Sample) => ({ createdAt });
type UnlistedFields = ReturnType<typeof unlistedFields>;

/** The lease as a list answers it on a day, by the rules of the core alone. */
function listedOn({ lease, units, terms, parties }: Sample, today: Day): ListedLease {
  const { id, reference, leaseType, startDate, paymentTiming, updatedAt, ...own } = leaseStatusOn(lease, today);
  const { status, endDate } = own;
  const known = UNITS.filter((unit) => units.some(({ unitId }) => unitId === unit.id)).toSorted((one, other) =>
    one.identifier.toLowerCase() < other.identifier.toLowerCase() ? -1 : 1,
  );
  const views = parties.map((party) => partyView(party, null));
  const tenant = TENANTS.find(({ id: each }) => each === tenantOn(views, today)?.partyableId);
  const at = startDate > today ? startDate : endDate !== null && endDate < today ? endDate : today;
  const unitTerms = termOn(withUnitTerms(terms), today)?.unitTerms;
  const let_ = units.filter(
    ({ entryDate, exitDate }) => !(entryDate && entryDate > at) && !(exitDate && exitDate < at),
  );
  const rents = let_.flatMap((unit) => unitTerms?.get(unit.id)?.annualAmountCents ?? []).map(monthlyCents);
  return {
    ...{ id, reference, leaseType, status, startDate, endDate, paymentTiming, updatedAt },
    ...{ tenantName: tenant?.name ?? null, tenantId: tenant?.id ?? null },
    unitIdentifier: known[0]?.identifier ?? null,
    ...{ propertyName: known[0] ? PROPERTY.name : null, propertyId: known[0] ? PROPERTY.id : null },
    monthlyRent: rents.length === 0 ? null : (rents.reduce((all, rent) => all + rent, 0) as Cents),
    units: known.map(({ identifier }) => ({ identifier, propertyName: PROPERTY.name })),
  };
}

/** Contract of lease stores: on every day they match the core's rules in lists, filters, sorts and details. */
export function leaseStoresContract(name: string, { openSharedDatabase }: LeaseStoresHarness): void {
  const filled = async () => {
    const { transact, transactFor } = await openSharedDatabase();
    await transact.write(({ mandataires }) => mandataires.insert(A_MANDATAIRE));
    const own = transactFor(MANDATAIRE);
    await own.write(fill);
    return own;
  };
  let place: ReturnType<typeof filled> | null = null;
  const estate = () => {
    place ??= filled();
    return place;
  };
  const QUERY = { page: 1, perPage: 100, sort: "id", direction: "asc", conditions: [] } as const;

  describe(`${name} is a store of leases`, () => {
    it("that lists each lease on every day as the rules of the core compute it", async () => {
      const own = await estate();
      for (const today of DAYS) {
        const { items } = await own.read(({ leases }) => leases.list(QUERY, today));
        expect({ today, items }).toEqual({ today, items: SAMPLES.map((sample) => listedOn(sample, today)) });
      }
    });

    it("whose detail on a day agrees with the list, with all units, terms and parties", async () => {
      const own = await estate();
      for (const [index, sample] of SAMPLES.entries()) {
        const today = dayOf((index % 9) * 100 - 400);
        const detail = await detailListedOn(own, sample, today);
        expect(detail?.units.map(({ id }) => id).sort()).toEqual(sample.units.map(({ id }) => id).sort());
        expect(detail?.terms.map(({ id, effectiveFrom, effectiveTo }) => [id, effectiveFrom, effectiveTo])).toEqual(
          sample.terms.map(({ id, effectiveFrom, effectiveTo }) => [id, effectiveFrom, effectiveTo]),
        );
        expect(detail?.parties).toHaveLength(sample.parties.length);
        for (const unit of await unitsOn(own, sample, today)) {
          const ofLease = detail?.units.find(({ id }) => id === unit.leaseUnitId);
          expect(unit).toMatchObject({ status: detail?.status, endDate: detail?.endDate });
          expect([unit.baseRentCents, unit.chargeProvisionCents]).toEqual([
            ofLease?.baseRentCents,
            ofLease?.chargeProvisionCents,
          ]);
        }
      }
      for (const sample of SAMPLES) await detailListedOn(own, sample, LONG_AFTER);
    });

    it("returns the written lease, and null for an unknown one", async () => {
      const own = await estate();
      for (const { lease, units } of SAMPLES.slice(0, 5)) {
        const found = await own.write(async ({ leases, leaseUnits }) => [
          await leases.find(lease.id),
          await leases.lock(lease.id),
          await leaseUnits.of(lease.id),
        ]);
        expect(found).toEqual([lease, lease, units]);
      }
      expect(await own.read(({ leases }) => leases.find(idOf<"Lease">(1)))).toBeNull();
      expect(await own.read(({ leases }) => leases.detail(idOf<"Lease">(1), TODAY))).toBeNull();
    });
  });

  const ofDay = SAMPLES.slice(0, 12).map((sample) => ({ ...listedOn(sample, TODAY), ...unlistedFields(sample) }));
  type LeaseOfDay = (typeof ofDay)[number];
  listingContract<LeaseField, LeaseOfDay>(`${name}, of leases,`, {
    listing: leaseListing,
    records: ofDay,
    values: 3,
    sampled: SAMPLED_TYPES,
    async create(records) {
      const own = await estate();
      const among = {
        fields: ["id"],
        join: "or",
        predicate: "in",
        values: records.map(({ id }) => id),
      } as const;
      return async (query) => {
        const conditions = [...query.conditions, among];
        const page = await own.read(({ leases }) => leases.list({ ...query, conditions }, TODAY));
        const unlisted = new Map(SAMPLES.map((sample) => [sample.lease.id, unlistedFields(sample)]));
        const whole = (lease: ListedLease) => ({ ...lease, ...(unlisted.get(lease.id) as UnlistedFields) });
        return { ...page, items: page.items.map(whole) };
      };
    },
  });
  leasePartStoresContract(name, estate);
}

interface Reading {
  read<Result>(work: (stores: LeaseStoresUnderTest) => Promise<Result>): Promise<Result>;
}

/** Returns a lease's detail in the form of the list. */
async function detailListedOn(own: Reading, sample: Sample, today: Day) {
  const detail = await own.read(({ leases }) => leases.detail(sample.lease.id, today));
  const { units: _, ...ofDay } = listedOn(sample, today);
  expect(detail).toMatchObject(ofDay);
  return detail;
}

/** Returns the lease's units in lists of units. */
async function unitsOn(own: Reading, { lease, units }: Sample, today: Day) {
  const details = await own.read(({ units: store }) =>
    Promise.all(units.map(({ unitId }) => store.detail(unitId, today))),
  );
  return details.flatMap((unit) => unit?.leases.filter(({ id }) => id === lease.id) ?? []);
}

async function fill(stores: LeaseStoresUnderTest): Promise<void> {
  await stores.properties.insert({ ...A_PROPERTY, id: PROPERTY.id, name: PROPERTY.name });
  for (const { id, identifier } of UNITS) await stores.units.insert({ ...A_UNIT, id, identifier });
  for (const { id, name } of TENANTS) await stores.tenants.insert({ ...A_TENANT, id, displayName: name });
  for (const { lease, units, terms, parties } of SAMPLES) {
    await stores.leases.insert(lease);
    await stores.leaseUnits.save(units);
    for (const { units: named, ...term } of terms) {
      await stores.leaseTerms.insert(term);
      await stores.leaseTerms.replaceUnits(term.id, named);
    }
    for (const party of parties) await stores.leaseParties.insert(party);
  }
}

const DATED = { mandataireId: MANDATAIRE, createdAt: EPOCH, updatedAt: EPOCH };

const A_MANDATAIRE = {
  id: MANDATAIRE,
  name: "An agency",
  accountingCode: null,
  siren: null,
  billingCalendar: "civil",
  billingCycleMonth: 1,
  accountingMode: "cash",
  iban: null,
  bic: null,
  address: null,
  ...UNSTATED_IDENTITY,
  createdAt: EPOCH,
  updatedAt: EPOCH,
} as const;

const A_PROPERTY = {
  ...DATED,
  propertyType: "mixed",
  address: "1 rue du Port",
  city: null,
  postalCode: null,
  hasElevator: false,
  floorCount: null,
  active: true,
  externalId: null,
  businessCode: null,
  patrimonyCode: null,
  navigationOnly: false,
} as const;

const A_UNIT = {
  ...DATED,
  propertyId: PROPERTY.id,
  entranceId: null,
  unitType: "retail",
  areaSqm: null,
  floor: null,
  lotNumber: null,
  active: true,
  externalId: null,
  dateReception: null,
  energyClass: null,
  description: null,
  ownAddress: null,
} as const;

const A_TENANT = {
  ...DATED,
  profileId: idOf<"TenantProfile">(0xb400),
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  tenantType: "individual",
  tradeName: null,
  siret: null,
  vatNumber: null,
  billingEmail: null,
  billingAddress: null,
  accountingCode: "LOC0001",
} as const;
