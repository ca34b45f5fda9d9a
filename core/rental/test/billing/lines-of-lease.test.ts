import type { Id, Month } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { type BilledLease, type BilledUnit, type TenantLine, tenantLines } from "@cartulary/rental/billing";
import { describe, expect, it } from "vitest";
import { day, lease, mandate, owned, percent, rent, unit } from "./billed-lease.ts";

const [MARCH, APRIL, DECEMBER] = ["2026-03", "2026-04", "2026-12"] as [Month, Month, Month];
const NONE = { htCents: 0, vatCents: 0 };
const WHOLE_MARCH = { from: "2026-03-01", to: "2026-03-31" };

const second = (fields: Partial<BilledUnit> = {}) => unit({ id: "second" as BilledUnit["id"], ...fields });
const startingOn = (start: string) => ({ schedule: { ...lease().schedule, startDate: day(start) } });
const [BEFORE_MARCH, TENANT] = [{ endDate: day("2026-02-28") }, lease().tenants[0]];
const tenantUntil = (end: string) => (TENANT ? [{ ...TENANT, to: day(end) }] : []);

const linesOf = (category: TenantLine["category"], let_: BilledLease, month: Month) =>
  tenantLines(let_, month).filter((line) => line.category === category);

describe("The fees of a tenant", () => {
  type Service = NonNullable<BilledLease["tenantServices"]>[number];
  const service = (fields: Partial<Service> = {}): Service => ({
    ...{ id: "service" as Service["id"], label: null, serviceType: "other", billingMode: "fixed", rate: null },
    ...{ amountCents: cents(6_000), calculationBase: null, frequency: "monthly", triggerEvent: null },
    ...{ vatApplicable: true, vatRate: null, mandateId: "of a" as Service["mandateId"] },
    ...{ ownerId: "a" as Service["ownerId"], billedMonths: [], events: [] },
    ...fields,
  });
  const events = [2, 1].map((quantity, index) => ({
    id: `event ${index}` as Id<string> as Id<"ServiceEvent">,
    quantity,
  }));
  const feesOf = (fields: Partial<Service>, let_ = lease(), month = MARCH) =>
    linesOf("tenant_fee", { ...let_, tenantServices: [service(fields)] }, month);
  const amountsOf = (fields: Partial<Service>, let_?: BilledLease, month?: Month) =>
    feesOf(fields, let_, month).map(({ htCents, vatCents }) => [htCents, vatCents]);

  it("are on the first call of the month, by the share of the owner of the mandate", () => {
    expect(feesOf({})).toEqual([
      {
        ...{ leaseId: "lease", leaseUnitId: null, category: "tenant_fee", tenantId: "tenant", dueDate: "2026-03-01" },
        ...{ days: WHOLE_MARCH, period: WHOLE_MARCH, wholePeriod: WHOLE_MARCH },
        ...{ baseCents: 2_000, htCents: 2_000, vatCents: 400, vatApplicable: true, vatRate: percent(20) },
        ...{ isProrata: false, prorataDays: null, isAlreadyBilled: false, owners: [], suspense: NONE, anomaly: null },
        ...{ chargedFor: ["service"], serviceId: "service", mandateId: "of a", label: "other" },
        explanation: "20,00 € HT d'honoraires + TVA 4,00 €",
      },
    ]);
    expect(amountsOf({ ownerId: "b" as Service["ownerId"], mandateId: "of b" as Service["mandateId"] })).toEqual([
      [4_000, 800],
    ]);
    expect(amountsOf({ mandateId: "of b" as Service["mandateId"] })).toEqual([]);
    expect(amountsOf({ ownerId: "b" as Service["ownerId"] })).toEqual([]);
  });

  it("are on the call of the first day that the run bills, and of the first line of it", () => {
    const daysOf = (let_: BilledLease) => feesOf({}, let_)[0]?.days;
    const entering = (...starts: readonly string[]) =>
      starts.map((start, index) => unit({ id: `unit ${index}` as BilledUnit["id"], entryDate: day(start) }));
    expect(daysOf(lease(entering("2026-03-10", "2026-03-05", "2026-03-12")))).toMatchObject({ from: "2026-03-05" });
    const alreadyBilled = (["rent", "charge_provision"] as const).map((category) => ({
      ...{ category, from: day("2026-03-01"), to: day("2026-03-10") },
    }));
    expect(daysOf(lease([unit({ alreadyBilled })]))).toEqual({ from: "2026-03-11", to: "2026-03-31" });
    const half = { from: day("2026-03-16"), to: day("2026-03-31"), reductionPercent: percent(50) };
    const reduced = lease([unit()], { franchises: [{ ...half, scopeType: "rent" }] });
    expect(daysOf(reduced)).toEqual({ from: "2026-03-01", to: "2026-03-15" });
  });

  it("bear the VAT of the service, and have its label", () => {
    expect(feesOf({ vatRate: percent(10), label: "Visite" })[0]).toMatchObject({
      ...{ vatCents: 200, vatApplicable: true, vatRate: percent(10), label: "Visite" },
      explanation: "20,00 € HT d'honoraires + TVA 2,00 €",
    });
    expect(feesOf({ vatRate: percent(10), vatApplicable: false })[0]).toMatchObject({
      ...{ vatCents: 0, vatApplicable: false, vatRate: null },
      explanation: "20,00 € HT d'honoraires",
    });
  });

  it.each<[string, Service["billingMode"], readonly BilledUnit[], number]>([
    ["two managed units, at a fixed price", "fixed", [unit(), second()], 2_000],
    ["two managed units, at a price for each", "per_unit", [unit(), second()], 4_000],
    ["a unit that the tenant left", "per_unit", [unit(), second({ exitDate: day("2026-02-28") })], 2_000],
    ["a unit that the tenant gets next month", "per_unit", [unit(), second({ entryDate: day("2026-04-01") })], 2_000],
    [
      "a unit of other owners",
      "per_unit",
      [unit(), second({ ownerships: [owned("c", 1, 1)], mandates: [mandate("c")] })],
      1_000,
    ],
    ["units of other owners only", "fixed", [unit({ ownerships: [owned("b", 1, 1)], mandates: [mandate("b")] })], 0],
  ])("count the units that are let under the mandate: %s", (_what, billingMode, units, expected) => {
    expect(amountsOf({ billingMode, vatApplicable: false }, lease(units))).toEqual(
      expected === 0 ? [] : [[expected, 0]],
    );
  });

  it("are due by their frequency, once a month", () => {
    const isDue = (fields: Partial<Service>, month: Month) => amountsOf(fields, lease(), month).length > 0;
    const due = (fields: Partial<Service>) => [MARCH, APRIL, DECEMBER].map((month) => isDue(fields, month));
    expect(due({})).toEqual([true, true, true]);
    expect(due({ frequency: "quarterly" })).toEqual([true, false, true]);
    expect(due({ frequency: "annual" })).toEqual([false, false, true]);
    expect(due({ billedMonths: [APRIL] })).toEqual([true, false, true]);
  });

  it("at the beginning of a lease are due with its first day alone", () => {
    const start = {
      triggerEvent: "lease_start" as Service["triggerEvent"],
      frequency: "annual" as Service["frequency"],
    };
    const from12March = lease([unit(), second({ entryDate: day("2026-03-20") })], startingOn("2026-03-12"));
    expect(amountsOf(start, from12March)).toEqual([[2_000, 400]]);
    expect(amountsOf({ ...start, billedMonths: [APRIL] }, from12March)).toEqual([]);
    expect(amountsOf(start, from12March, APRIL)).toEqual([]);
    const [inApril, inMarch] = ["2026-04-10", "2026-03-20"].map((entry) => unit({ entryDate: day(entry) }));
    const two = lease(inApril && inMarch ? [inApril, inMarch] : []);
    expect([MARCH, APRIL].map((month) => amountsOf(start, two, month).length)).toEqual([1, 0]);
    const alreadyBilled = (["rent", "charge_provision"] as const).map((category) => ({
      ...{ category, from: day("2026-03-12"), to: day("2026-03-14") },
    }));
    expect(amountsOf(start, lease([unit({ alreadyBilled })], startingOn("2026-03-12")))).toEqual([]);
  });

  it("in percent apply to the rent, with charges or VAT if agreed, of what the run bills", () => {
    const percentage: Partial<Service> = { billingMode: "percentage", rate: percent(8), vatApplicable: false };
    const of = (fields: Partial<Service>, let_?: BilledLease) => amountsOf({ ...percentage, ...fields }, let_)[0]?.[0];
    // A third of 8 % of 1,250.00, of 1,400.00 and of 1,680.00.
    expect(of({})).toBe(3_333);
    expect(of({ calculationBase: "rent_excl_tax" })).toBe(3_333);
    expect(of({ calculationBase: "rent_and_charges_excl_tax" })).toBe(3_733);
    expect(of({ calculationBase: "total_incl_tax" })).toBe(4_480);
    expect(of({ rate: null })).toBeUndefined();
    expect(feesOf(percentage)[0]?.chargedFor).toEqual(["service"]);
    const billed = { category: "rent", from: day("2026-03-01"), to: day("2026-03-10") } as const;
    // 8 % of 21 of 31 days of rent.
    expect(of({}, lease([unit({ alreadyBilled: [billed] })]))).toBe(2_258);
  });

  it("of events are due in full, for each event, also after the lease", () => {
    const visits: Partial<Service> = { billingMode: "per_event", frequency: "annual", billedMonths: [MARCH], events };
    expect(feesOf(visits)).toMatchObject([{ htCents: 18_000, vatCents: 3_600, chargedFor: ["event 0", "event 1"] }]);
    expect(feesOf({ ...visits, events: [] })).toEqual([]);
    const ended = lease([unit()], { ...BEFORE_MARCH, schedule: { ...lease().schedule, paymentDay: 5 } });
    expect(feesOf(visits, ended)).toMatchObject([
      {
        ...{ days: WHOLE_MARCH, period: WHOLE_MARCH, wholePeriod: WHOLE_MARCH, dueDate: "2026-03-05" },
        ...{ tenantId: "tenant", htCents: 18_000, anomaly: null },
      },
    ]);
    expect(feesOf(visits, { ...ended, tenants: tenantUntil("2026-02-28") })).toMatchObject([
      { tenantId: null, anomaly: { type: "missing_tenant", others: [] } },
    ]);
  });

  it("go by the owners of the first let day of the month, even if the call begins earlier", () => {
    const ownerships = [owned("b", 1, 1, { to: day("2026-01-31") }), owned("a", 1, 1, { from: day("2026-02-01") })];
    const inArrears = lease([unit({ ownerships })], {
      schedule: { ...lease().schedule, frequency: "quarterly", timing: "arrears" },
    });
    expect(feesOf({}, inArrears)).toMatchObject([{ htCents: 6_000, days: { from: "2026-01-01" } }]);
    const late = [owned("b", 1, 1, { to: day("2026-03-11") }), owned("a", 1, 1, { from: day("2026-03-12") })];
    const from12March = lease([unit({ ownerships: late })], startingOn("2026-03-12"));
    expect(amountsOf({}, from12March)).toEqual([[6_000, 1_200]]);
    const changing = [owned("a", 1, 1, { to: day("2026-03-15") }), owned("b", 1, 1, { from: day("2026-03-16") })];
    const units = [second({ ownerships: changing, entryDate: day("2026-03-20") }), unit({ ownerships: changing })];
    expect(amountsOf({}, lease(units, startingOn("2026-03-12")))).toEqual([[6_000, 1_200]]);
  });
});

describe("The deposit of a lease", () => {
  const keeping = (ownerId: string) => mandate(ownerId, { isDepositHeldByOwner: true });
  const depositOf = (amount: number, units?: readonly BilledUnit[], fields: Partial<BilledLease> = {}) =>
    linesOf("deposit", lease(units, { depositCents: cents(amount), ...fields }), MARCH);
  const partsOf = (units: readonly BilledUnit[], amount = 250_000) =>
    depositOf(amount, units)[0]?.owners.map(({ ownerId, htCents }) => [ownerId, htCents]);

  it("is called once, on the first day that the run bills, without VAT", () => {
    const third = unit({ id: "third" as BilledUnit["id"], entryDate: day("2026-03-12") });
    const units = [unit({ entryDate: day("2026-03-10") }), second({ entryDate: day("2026-03-05") }), third];
    const first = { from: "2026-03-05", to: "2026-03-05" };
    expect(depositOf(250_000, units)).toEqual([
      {
        ...{ leaseId: "lease", leaseUnitId: null, category: "deposit", tenantId: "tenant", dueDate: "2026-03-05" },
        ...{ days: first, period: first, wholePeriod: WHOLE_MARCH },
        ...{ baseCents: 250_000, htCents: 250_000, vatCents: 0, vatApplicable: false, vatRate: null },
        ...{ isProrata: false, prorataDays: null, isAlreadyBilled: false, owners: [], suspense: NONE, anomaly: null },
        explanation: "2500,00 € de dépôt de garantie, appelé une fois",
      },
    ]);
    expect(linesOf("deposit", lease(), MARCH)).toEqual([]);
    expect(depositOf(250_000, [unit()], BEFORE_MARCH)).toEqual([]);
    // Due with the first of two lines that begin together.
    const inArrears = { schedule: { ...lease().schedule, timing: "arrears" as const, paymentDay: 15 } };
    const leaving = [unit({ exitDate: day("2026-03-10") }), second()];
    expect(depositOf(250_000, leaving, inArrears)[0]?.dueDate).toBe("2026-03-15");
  });

  it("is marked without a tenant", () => {
    const [line] = depositOf(250_000, [unit()], { tenants: tenantUntil("2026-02-28") });
    expect(line).toMatchObject({ tenantId: null, anomaly: { type: "missing_tenant", others: [] } });
  });

  it("goes to the owners whose mandate keeps it with them", () => {
    expect(partsOf([unit({ mandates: [keeping("a"), mandate("b")] })])).toEqual([["a", 83_333]]);
    expect(partsOf([unit({ mandates: [keeping("b"), keeping("a")] })])).toEqual([
      ["a", 83_333],
      ["b", 166_667],
    ]);
    expect(partsOf([unit({ mandates: [keeping("a")] })])).toEqual([["a", 83_333]]);
  });

  it("is divided among owners by the rents of their units, or equally without any", () => {
    const of = (ownerId: string, annual: number | null) => ({
      ...{ ownerships: [owned(ownerId, 1, 1)], mandates: [keeping(ownerId)] },
      rents: annual === null ? [] : [rent({ annualAmountCents: cents(annual) })],
    });
    const units = (one: number | null, other: number | null) => [unit(of("b", one)), second(of("a", other))];
    expect(partsOf(units(1_200_000, 600_000), 90_000)).toEqual([
      ["a", 30_000],
      ["b", 60_000],
    ]);
    expect(partsOf(units(0, 600_000), 90_000)).toEqual([
      ["a", 90_000],
      ["b", 0],
    ]);
    expect(partsOf(units(1_200_000, null), 90_000)).toEqual([
      ["a", 0],
      ["b", 90_000],
    ]);
    for (const none of [0, null])
      expect(partsOf(units(none, none), 90_000)).toEqual([
        ["a", 45_000],
        ["b", 45_000],
      ]);
    expect(partsOf([unit(of("a", 100)), second(of("a", 200))], 90_000)).toEqual([["a", 90_000]]);
  });

  it("is divided by the rents of its day, or the first ones before them", () => {
    const one = { ownerships: [owned("a", 1, 1)], mandates: [keeping("a")] };
    const other = { ownerships: [owned("b", 1, 1)], mandates: [keeping("b")], rents: [rent()] };
    const risen = [
      rent({ to: day("2026-02-28"), annualAmountCents: cents(500_000) }),
      rent({ from: day("2026-03-01"), annualAmountCents: cents(3_000_000) }),
    ];
    expect(partsOf([unit({ ...one, rents: risen }), second(other)], 90_000)).toEqual([
      ["a", 60_000],
      ["b", 30_000],
    ]);
    const later = [rent({ from: day("2026-04-01"), annualAmountCents: cents(500_000) })];
    expect(partsOf([unit({ ...one, rents: later }), second(other)], 90_000)).toEqual([
      ["a", 22_500],
      ["b", 67_500],
    ]);
  });

  it.each<[BilledLease["leaseType"], number]>([
    ["residential_unfurnished", 250_000],
    ["residential_furnished", 500_000],
    ["student", 500_000],
    ["mobility", 0],
  ])("of type %s is above the law beyond %d cents for two rents of 1,250 a month", (leaseType, most) => {
    const risen = [rent({ to: day("2026-02-28") }), rent({ from: day("2026-03-01"), annualAmountCents: cents(9) })];
    const anomalyOf = (amount: number) =>
      depositOf(amount, [unit(), second({ rents: risen })], { leaseType })[0]?.anomaly;
    expect(anomalyOf(most)).toBeNull();
    expect(anomalyOf(most + 1)).toMatchObject({ type: "deposit_above_law", others: [] });
    expect(depositOf(1, [unit({ rents: [] })], { leaseType })[0]?.anomaly?.type).toBe("deposit_above_law");
    expect(depositOf(most + 1, [unit()], { leaseType: "commercial" })[0]?.anomaly).toBeNull();
  });
});

describe("The balance of charges of a lease", () => {
  type Adjustment = NonNullable<BilledLease["adjustments"]>[number];
  const ADJUSTMENT: Adjustment = {
    ...{
      statementId: "statement" as Adjustment["statementId"],
      leaseUnitId: "lease-unit" as Adjustment["leaseUnitId"],
    },
    ...{ leaseId: "lease" as Adjustment["leaseId"], balanceCents: cents(-9_000) },
    ...{ periodFrom: day("2025-01-01"), periodTo: day("2025-12-31"), lastDay: day("2025-11-30") },
  };
  const rents = [rent({ from: day("2025-01-01") })];
  const balancesOf = (fields: Partial<BilledUnit> = {}, leaseFields: Partial<BilledLease> = {}) =>
    linesOf(
      "charges_adjustment",
      lease([unit({ rents, ...fields })], { adjustments: [ADJUSTMENT], ...leaseFields }),
      MARCH,
    );

  it("is on the first call of the month, with the owners and the VAT of the last settled day", () => {
    const ownerships = [owned("a", 1, 3, { to: day("2025-11-30") }), owned("b", 1, 1, { from: day("2025-12-01") })];
    const mandates = [mandate("a"), mandate("b")];
    const a = { ownerId: "a", mandateId: "of a", mandateFinding: null };
    expect(balancesOf({ ownerships, mandates })).toEqual([
      {
        ...{ leaseId: "lease", leaseUnitId: "lease-unit", category: "charges_adjustment", tenantId: "tenant" },
        ...{ days: WHOLE_MARCH, period: WHOLE_MARCH, wholePeriod: WHOLE_MARCH, dueDate: "2026-03-01" },
        ...{ baseCents: -9_000, htCents: -9_000, vatCents: -1_800, vatApplicable: true, vatRate: percent(20) },
        ...{ isProrata: false, prorataDays: null, isAlreadyBilled: false, chargedFor: ["statement"], anomaly: null },
        owners: [{ ...a, htCents: -3_000, vatCents: -600 }],
        suspense: { htCents: -6_000, vatCents: -1_200 },
        label: "Régularisation de charges du 01/01/2025 au 31/12/2025",
        explanation: "Charges récupérables moins provisions appelées : -90,00 € hors taxes, TVA des provisions",
      },
    ]);
  });

  it("bears no VAT where the provisions bore none", () => {
    const [line] = balancesOf({ rents: [rent({ from: day("2025-01-01"), chargeProvisionVatApplicable: false })] });
    expect(line).toMatchObject({
      ...{ vatCents: 0, vatApplicable: false, vatRate: null },
      explanation: "Charges récupérables moins provisions appelées : -90,00 € hors taxes",
    });
    expect(balancesOf({ rents: [rent({ from: day("2025-12-01") })] })[0]).toMatchObject({ vatCents: 0, vatRate: null });
  });

  it("is in suspense without an owner, and marked without a tenant", () => {
    expect(balancesOf({ ownerships: [] })[0]).toMatchObject({
      ...{ owners: [], suspense: { htCents: -9_000, vatCents: -1_800 } },
    });
    const tenants = TENANT ? [{ ...TENANT, from: day("2025-12-01") }] : [];
    expect(balancesOf({}, { tenants })[0]).toMatchObject({
      ...{ tenantId: null, anomaly: { type: "negative_total", others: ["missing_tenant"] } },
    });
  });

  it("is billed for the units of the lease alone", () => {
    expect(balancesOf({ id: "other" as BilledUnit["id"] })).toEqual([]);
  });
});
