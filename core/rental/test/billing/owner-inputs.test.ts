import type { Id, Month } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import type { BilledLease, BilledUnit } from "@cartulary/rental/billing";
import { describe, expect, it } from "vitest";
import {
  lettingsIn,
  type ManagedLetting,
  mandatesWithServices,
  type OwnerRead,
  ownerBasis,
  premiumsOf,
} from "../../src/billing/runs/owner-inputs.ts";
import { day, lease, owned, percent, rent, unit, mandate as unitMandate } from "./billed-lease.ts";

const MARCH = "2026-03" as Month;

type Mandate = OwnerRead["mandates"][number];
type Service = Mandate["services"][number];

const mandate = (id: string, fields: Partial<Mandate["mandate"]> = {}, services: readonly Service[] = []) =>
  ({
    mandate: {
      ...{ id, startDate: day("2020-01-01"), endDate: null, renewalMonths: null, terminatedOn: null },
      ...{ managementFeeRate: percent(7), vatRateOnFees: null, distributionFrequency: null, accountingMode: null },
      ...fields,
    },
    ...{ propertyIds: [], services },
  }) as unknown as Mandate;

const service = (id: string, fields: Partial<Service> = {}): Service =>
  ({
    ...{ id, label: null, serviceType: "other", billingMode: "fixed", rate: null, amountCents: cents(1_000) },
    ...{ calculationBase: null, frequency: "monthly", triggerEvent: null, target: "owner" },
    ...{ vatApplicable: true, vatRate: null, active: true },
    ...fields,
  }) as Service;
const billedService = (id: string, fields: object = {}) => ({
  ...{ id, label: null, billingMode: "fixed", rate: null, amountCents: 1_000, calculationBase: null },
  ...{ frequency: "monthly", triggerEvent: null, target: "owner", vatApplicable: true, vatRate: percent(20) },
  ...{ active: true, chargedElsewhere: [] },
  ...fields,
});

const READ: OwnerRead = {
  owner: { id: "a" as OwnerRead["owner"]["id"], displayName: "Anne", accountingCode: "A", hasBankAccount: true },
  ...{ mandates: [], creditCents: cents(5_000), waitingCents: cents(2_000), hasUnmatchedRejection: false },
  ...{ collected: [], premiums: [], lettings: [], events: [], charged: [], credited: new Set() },
};
const basisOf = (fields: Partial<OwnerRead>, accountingMode: "cash" | "accrual" = "cash") =>
  ownerBasis({ ...READ, ...fields }, { month: MARCH, accountingMode });

const idOf = <Noun extends string>(text: string) => text as unknown as Id<Noun>;
const letting = (leaseUnitId: string, fields: Partial<ManagedLetting> = {}): ManagedLetting => ({
  ...{ leaseId: idOf<"Lease">("lease"), leaseUnitId: idOf<"LeaseUnit">(leaseUnitId), ownerId: idOf<"OwnerActor">("a") },
  ...{ mandateId: idOf<"Mandate">("m"), isNew: false },
  ...fields,
});
type Event = OwnerRead["events"][number];
const event = (id: string, mandateServiceId: string, mandateId: string, quantity: number) =>
  ({ id, mandateServiceId, mandateId, quantity }) as unknown as Event;
const charge = (serviceId: string | null, insurerName: string | null, ...chargedFor: readonly string[]) =>
  ({ ownerId: "a", serviceId, insurerName, chargedFor }) as unknown as OwnerRead["charged"][number];

describe("The input of an owner's lines", () => {
  it("has the balance without waiting receipts, and each mandate with its lettings, services and events", () => {
    const services = [
      service("s", { vatRate: percent(10), label: "Visite" }),
      service("t", { billingMode: "per_event", active: false }),
    ];
    const read: Partial<OwnerRead> = {
      mandates: [
        mandate("n", { vatRateOnFees: percent(10), distributionFrequency: "quarterly", accountingMode: "accrual" }),
        mandate("m", {}, services),
      ],
      lettings: [
        letting("v", { leaseId: idOf<"Lease">("new"), isNew: true }),
        ...[letting("u"), letting("u"), letting("w", { mandateId: idOf<"Mandate">("other") })],
      ],
      events: [event("e", "t", "m", 3), event("f", "elsewhere", "m", 1)],
      charged: [charge("s", null, "v", "u"), charge("t", null, "d"), charge("s", null, "c"), charge(null, "AXA", "x")],
    };
    expect(basisOf(read)).toEqual({
      owner: {
        ...{ id: "a", balanceCents: 3_000, hasBankAccount: true },
        mandates: [
          {
            ...{ id: "m", managementFeeRate: percent(7), vatRateOnFees: percent(20), distributionFrequency: "monthly" },
            ...{ letUnits: ["u", "v"], newLeases: ["new"], newUnits: ["v"] },
            services: [
              billedService("s", { vatRate: percent(10), label: "Visite", chargedElsewhere: ["c", "u", "v"] }),
              billedService("t", {
                ...{ billingMode: "per_event", active: false, chargedElsewhere: ["d"] },
                events: [{ id: "e", quantity: 3 }],
              }),
            ],
          },
          {
            ...{ id: "n", managementFeeRate: percent(7), vatRateOnFees: percent(10) },
            ...{ distributionFrequency: "quarterly", services: [] },
          },
        ],
      },
      ...{ ownerName: "Anne", accrualMandates: ["n"], isAccrualWithoutMandate: false, collected: [], premiums: [] },
    });
  });

  it("has no new units where no lease is new", () => {
    const { owner } = basisOf({ mandates: [mandate("m")], lettings: [letting("v"), letting("u")] });
    expect(owner.mandates[0]).toEqual({
      ...{ id: "m", managementFeeRate: percent(7), vatRateOnFees: percent(20), distributionFrequency: "monthly" },
      ...{ letUnits: ["u", "v"], services: [] },
    });
  });

  it("has new leases and their units by id, each once", () => {
    const of = (leaseId: string, leaseUnitId: string) =>
      letting(leaseUnitId, { leaseId: idOf<"Lease">(leaseId), isNew: true });
    const { owner } = basisOf({ mandates: [mandate("m")], lettings: [of("l", "v"), of("k", "w"), of("k", "u")] });
    expect(owner.mandates[0]).toMatchObject({ newLeases: ["k", "l"], newUnits: ["u", "v", "w"] });
  });

  it("says if a rejected payment is in suspense", () => {
    expect(basisOf({ hasUnmatchedRejection: true }).owner.hasUnmatchedRejection).toBe(true);
    expect(basisOf({}).owner).not.toHaveProperty("hasUnmatchedRejection");
  });

  const ended = (id: string, endDate: string) => mandate(id, { endDate: day(endDate) });
  const FUTURE = mandate("future", { startDate: day("2026-04-01") });

  it("has the mandates that run in the month, and those with amounts", () => {
    const mandates = [
      ...[mandate("runs"), ended("first day", "2026-03-01"), ended("before", "2026-02-28"), FUTURE],
      mandate("last day", { startDate: day("2026-03-31") }),
      mandate("renewed", { endDate: day("2025-01-01"), renewalMonths: 12 }),
      mandate("terminated", { endDate: day("2025-01-01"), renewalMonths: 12, terminatedOn: day("2024-12-01") }),
    ];
    const RUNNING = ["first day", "last day", "renewed", "runs"];
    const idsOf = (fields: Partial<OwnerRead>) => {
      const { owner } = basisOf({ mandates, ...fields });
      expect(owner).not.toHaveProperty("endedMandateId");
      return owner.mandates.map(({ id }) => id);
    };
    expect(idsOf({})).toEqual(RUNNING);
    const amount = { mandateId: idOf<"Mandate">("before") };
    const withBefore = ["before", ...RUNNING];
    expect(idsOf({ credited: new Set([amount.mandateId]) })).toEqual(withBefore);
    expect(idsOf({ collected: [amount as OwnerRead["collected"][number]] })).toEqual(withBefore);
    expect(idsOf({ events: [event("e", "t", "before", 1)] })).toEqual(withBefore);
    const premium = { ...amount, leaseId: idOf<"Lease">("lease"), insurerName: "AXA" } as OwnerRead["premiums"][number];
    expect(idsOf({ premiums: [premium] })).toEqual(withBefore);
    // A premium that another run has charged is none.
    expect(idsOf({ premiums: [premium], charged: [charge(null, "AXA", "lease")] })).toEqual(RUNNING);
    for (const other of [charge(null, "MAIF", "lease"), charge(null, "AXA", "other"), charge("s", "AXA", "lease")])
      expect(idsOf({ premiums: [premium], charged: [other] })).toEqual(withBefore);
  });

  it("has the mandate that ended last, if none runs", () => {
    const endedOf = (...mandates: readonly Mandate[]) => {
      const { owner } = basisOf({ mandates });
      return [owner.endedMandateId ?? null, owner.mandates.map(({ id }) => id)];
    };
    const [one, two, other] = [ended("1", "2026-01-31"), ended("2", "2026-02-28"), ended("3", "2026-02-28")];
    expect(endedOf(one, two)).toEqual(["2", ["2"]]);
    expect(endedOf(two, one)).toEqual(["2", ["2"]]);
    expect(endedOf(two, other, FUTURE)).toEqual(["3", ["3"]]);
    expect(endedOf(other, two)).toEqual(["3", ["3"]]);
    expect(endedOf(FUTURE)).toEqual([null, []]);
    const limited = mandate("limited", { startDate: day("2026-04-01"), endDate: day("2026-12-31") });
    expect(endedOf(two, limited)).toEqual(["2", ["2"]]);
    expect(endedOf(two, mandate("runs"))).toEqual([null, ["runs"]]);
  });

  it("has fixed prices of running mandates only", () => {
    const services = (["fixed", "per_unit", "percentage", "per_event"] as const).map((mode) =>
      service(mode, { billingMode: mode }),
    );
    const of = (fields: Partial<Mandate["mandate"]>) =>
      basisOf({ mandates: [mandate("m", fields, services)] }).owner.mandates[0]?.services.map(({ id }) => id);
    expect(of({})).toEqual(["fixed", "per_unit", "percentage", "per_event"]);
    expect(of({ endDate: day("2026-02-28") })).toEqual(["per_unit", "percentage", "per_event"]);
  });

  it("goes by the accounting mode of each mandate, or else of the agency", () => {
    const mandates = [
      mandate("z"),
      mandate("y", { accountingMode: "accrual" }),
      mandate("x", { accountingMode: "cash" }),
      mandate("w"),
    ];
    expect(basisOf({ mandates })).toMatchObject({ accrualMandates: ["y"], isAccrualWithoutMandate: false });
    expect(basisOf({ mandates }, "accrual")).toMatchObject({
      ...{ accrualMandates: ["w", "y", "z"], isAccrualWithoutMandate: true },
    });
  });
});

describe("The lettings of a month", () => {
  const OF_A = new Set([idOf<"Mandate">("of a")]);
  const A = { leaseId: "lease", leaseUnitId: "lease-unit", ownerId: "a", mandateId: "of a" };
  const starting = (start: string, fields: Partial<BilledLease> = {}) =>
    lease([unit()], { schedule: { ...lease().schedule, startDate: day(start) }, ...fields });

  it("are the units that are let, under some mandates, new or not", () => {
    expect(lettingsIn(lease(), MARCH, OF_A)).toEqual([{ ...A, isNew: false }]);
    const both = new Set([idOf<"Mandate">("of b"), ...OF_A]);
    expect(lettingsIn(lease(), MARCH, both).map(({ ownerId }) => ownerId)).toEqual(["a", "b"]);
    expect(lettingsIn(lease(), MARCH, new Set())).toEqual([]);
    expect(lettingsIn(starting("2026-02-28"), MARCH, OF_A)).toEqual([{ ...A, isNew: false }]);
    expect(lettingsIn(starting("2026-03-01"), MARCH, OF_A)).toEqual([{ ...A, isNew: true }]);
    expect(lettingsIn(starting("2026-03-31"), MARCH, OF_A)).toEqual([{ ...A, isNew: true }]);
    expect(lettingsIn(starting("2026-04-01"), MARCH, OF_A)).toEqual([]);
    expect(lettingsIn(lease([unit({ exitDate: day("2026-03-01") })]), MARCH, OF_A)).toHaveLength(1);
    expect(lettingsIn(lease([unit({ exitDate: day("2026-02-28") })]), MARCH, OF_A)).toEqual([]);
    for (const status of ["draft", "cancelled"] as const)
      expect(lettingsIn(lease([unit()], { status }), MARCH, OF_A)).toEqual([]);
  });

  it("are of the owners and mandates of the first let day", () => {
    const ownerships = [owned("b", 1, 1, { to: day("2026-03-09") }), owned("a", 1, 1, { from: day("2026-03-10") })];
    const entering = (entry: string) => lease([unit({ ownerships, entryDate: day(entry) })]);
    expect(lettingsIn(entering("2026-03-09"), MARCH, OF_A)).toEqual([]);
    expect(lettingsIn(entering("2026-03-10"), MARCH, OF_A)).toEqual([{ ...A, isNew: false }]);
    expect(lettingsIn(lease([unit({ mandates: [] })]), MARCH, OF_A)).toEqual([]);
  });

  it("count for mandates with services that their owner pays without receipts", () => {
    const with_ = (id: string, ...services: readonly Service[]) => mandate(id, {}, services);
    const found = mandatesWithServices([
      with_("none"),
      with_("fixed", service("s", { active: false }), service("t")),
      with_("per unit", service("s", { billingMode: "per_unit" })),
      with_("inactive", service("s", { active: false })),
      with_("of tenants", service("s", { target: "tenant" })),
      with_("percentage", service("s", { billingMode: "percentage" })),
      with_("per event", service("s", { billingMode: "per_event" })),
    ]);
    expect([...found]).toEqual(["fixed", "per unit"]);
  });
});

describe("The insurance premiums of a lease", () => {
  type Policy = Parameters<typeof premiumsOf>[1][number];
  const policy = (fields: Partial<Policy> = {}): Policy =>
    ({
      ...{
        premiumCents: cents(3_000),
        premiumFrequency: "monthly",
        startDate: null,
        endDate: null,
        insurerName: "AXA",
      },
      ...fields,
    }) as Policy;
  const partsOf = (fields: Partial<Policy> = {}, let_ = lease(), month = MARCH) =>
    premiumsOf(let_, [policy(fields)], month).map(({ ownerId, mandateId, amountCents }) => [
      ownerId,
      mandateId,
      amountCents,
    ]);
  const WHOLE = [
    ["a", "of a", 1_000],
    ["b", "of b", 2_000],
  ];

  it("are divided among its owners", () => {
    const common = { leaseId: "lease", insurerName: "AXA" };
    expect(premiumsOf(lease(), [policy()], MARCH)).toEqual([
      { ...common, ownerId: "a", mandateId: "of a", amountCents: 1_000 },
      { ...common, ownerId: "b", mandateId: "of b", amountCents: 2_000 },
    ]);
    expect(partsOf({}, lease([unit({ ownerships: [] })]))).toEqual([]);
  });

  it.each<[Partial<Policy>, boolean]>([
    [{ premiumCents: null }, false],
    [{ premiumCents: cents(0) }, false],
    [{ premiumFrequency: "quarterly" }, true],
    [{ premiumFrequency: "annual" }, false],
    [{ startDate: day("2026-03-31") }, true],
    [{ startDate: day("2026-04-01") }, false],
    [{ endDate: day("2026-03-01") }, true],
    [{ endDate: day("2026-02-28") }, false],
  ])("%j are due in March: %s", (fields, isDue) => {
    expect(partsOf(fields)).toEqual(isDue ? WHOLE : []);
  });

  it("end with the lease", () => {
    expect(partsOf({}, lease([unit()], { endDate: day("2026-03-01") }))).toEqual(WHOLE);
    expect(partsOf({}, lease([unit()], { endDate: day("2026-02-28") }))).toEqual([]);
  });

  it("go by the owners of the first insured day of the month", () => {
    const ownerships = [owned("a", 1, 1, { to: day("2026-03-09") }), owned("b", 1, 1, { from: day("2026-03-10") })];
    const changing = lease([unit({ ownerships })]);
    expect(partsOf({}, changing)).toEqual([["a", "of a", 3_000]]);
    expect(partsOf({ startDate: day("2020-03-10") }, changing)).toEqual([["a", "of a", 3_000]]);
    expect(partsOf({ startDate: day("2026-03-10") }, changing)).toEqual([["b", "of b", 3_000]]);
    const sold = [owned("b", 1, 1, { to: day("2025-12-31") }), owned("a", 1, 1, { from: day("2026-01-01") })];
    expect(partsOf({ startDate: day("2020-01-01") }, lease([unit({ ownerships: sold })]))).toEqual([
      ["a", "of a", 3_000],
    ]);
  });

  it("weigh by the rents of the let units, one without rent a little", () => {
    const of = (ownerId: string, fields: Partial<BilledUnit> = {}) =>
      unit({ ownerships: [owned(ownerId, 1, 1)], mandates: [unitMandate(ownerId)], ...fields });
    const risen = [
      rent({ to: day("2026-02-28"), annualAmountCents: cents(1) }),
      rent({ from: day("2026-03-01"), annualAmountCents: cents(750_000) }),
    ];
    expect(partsOf({}, lease([of("b"), of("a", { rents: risen })]))).toEqual([
      ["a", "of a", 1_000],
      ["b", "of b", 2_000],
    ]);
    const free = [rent({ annualAmountCents: cents(0) })];
    expect(partsOf({}, lease([of("b", { rents: free }), of("a", { rents: [] })]))).toEqual([
      ["a", "of a", 1_500],
      ["b", "of b", 1_500],
    ]);
    expect(partsOf({}, lease([of("b"), of("a", { entryDate: day("2026-03-02") })]))).toEqual([["b", "of b", 3_000]]);
    expect(partsOf({}, lease([of("b"), of("a", { exitDate: day("2026-02-28") })]))).toEqual([["b", "of b", 3_000]]);
    expect(partsOf({}, lease([of("a", { mandates: [] }), of("a"), of("b")]))).toEqual([
      ["a", "of a", 2_000],
      ["b", "of b", 1_000],
    ]);
    expect(
      partsOf({}, lease([of("a"), of("a", { mandates: [unitMandate("a", { id: idOf<"Mandate">("other") })] })])),
    ).toEqual([["a", "of a", 3_000]]);
  });
});
