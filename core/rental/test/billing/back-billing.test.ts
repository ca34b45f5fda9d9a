import { addMonths, type Day, type Decimal, firstDay, type Month, monthOf, parseDay } from "@cartulary/kernel";
import { cents, sum } from "@cartulary/ledger";
import {
  type BilledDays,
  type BilledLease,
  type BilledUnit,
  type Franchise,
  type RentOfTerm,
  type TenantLine,
  tenantLines,
} from "@cartulary/rental/billing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backBillingLines } from "../../src/billing/computation/back-billing.ts";
import { owned } from "./billed-lease.ts";

const day = (text: string): Day => parseDay(text) as Day;
const percent = (number: number) => (number * 10_000) as Decimal;
const START = day("2025-11-17");

/** The facts of a lease that may change after days were billed. */
interface Facts {
  readonly rents: readonly RentOfTerm[];
  readonly franchises: readonly Franchise[];
  readonly endDate: Day | null;
  readonly entryDate: Day | null;
  readonly exitDate: Day | null;
}

/** How a lease is billed. */
type Manner = Pick<BilledLease["schedule"], "calendar" | "cycleMonth" | "frequency" | "timing"> &
  Pick<BilledLease, "proration">;

const MONTHLY: Manner = {
  ...{ calendar: "civil", cycleMonth: 1, frequency: "monthly", timing: "advance" },
  proration: "actual_month",
};

const rent = (from: string, annual: number, fields: Partial<RentOfTerm> = {}): RentOfTerm => ({
  ...{ from: day(from), to: null, annualAmountCents: cents(annual), chargeProvisionCents: cents(5_000) },
  ...{ vatApplicable: true, chargeProvisionVatApplicable: true, vatRate: percent(20), reachesBack: true },
  ...fields,
});

const ALWAYS: Facts = {
  ...{ rents: [rent("2025-11-17", 1_200_000)], franchises: [] },
  ...{ endDate: null, entryDate: null, exitDate: null },
};

function leaseOf(facts: Facts, manner: Manner, billed: readonly BilledDays[] = []): BilledLease {
  const { proration, ...schedule } = manner;
  const counted = billed.filter(({ isExcluded }) => !isExcluded);
  const unit = {
    ...{ id: "lease-unit", unitId: "unit", identifier: "A1", propertyId: "p", propertyName: "Lilas" },
    ...{ entryDate: facts.entryDate, exitDate: facts.exitDate, rents: facts.rents },
    ownerships: [
      { ownerId: "a", shareNumerator: 1, shareDenominator: 3, from: null, to: day("2026-02-09") },
      { ownerId: "b", shareNumerator: 2, shareDenominator: 3, from: null, to: null },
      { ownerId: "c", shareNumerator: 1, shareDenominator: 3, from: day("2026-02-10"), to: null },
    ],
    ...{ mandates: [], pendingInOtherRuns: [], otherLeases: [], revision: null, isCapExceeded: false, billed },
    alreadyBilled: counted.flatMap(({ category, basis, ...line }) =>
      (basis?.adjusted ?? [line]).map(({ from, to }) => ({ category, from, to })),
    ),
    lastBaseCents: { rent: null, charge_provision: null },
  };
  return {
    ...{ id: "lease", reference: "B-1", leaseType: "commercial", status: "active", signatureDate: START },
    ...{ schedule: { ...schedule, startDate: START, paymentDay: 1 }, endDate: facts.endDate, proration },
    tenants: [{ id: "t", name: "Zoé", share: null, from: null, to: null }],
    ...{ franchises: facts.franchises, depositCents: null, insurances: [], units: [unit as unknown as BilledUnit] },
  } as unknown as BilledLease;
}

const MONTHS = Array.from({ length: 8 }, (_, index) => monthOf(addMonths(firstDay("2025-11" as Month), index)));
const NEXT = "2026-07" as Month;

/** The lease with a tenant who left at the end of February, and one who followed. */
const withTwoTenants = (lease: BilledLease): BilledLease =>
  ({
    ...lease,
    tenants: [
      { id: "t", name: "Zoé", share: null, from: null, to: day("2026-02-28") },
      { id: "u", name: "Yves", share: null, from: day("2026-03-01"), to: null },
    ],
  }) as unknown as BilledLease;

/** A line as the next run reads it. */
const billedBy = (line: TenantLine, isExcluded = false): BilledDays => ({
  ...{ category: line.category as BilledDays["category"], from: line.days.from, to: line.days.to, isExcluded },
  ...{ htCents: line.htCents, vatCents: line.vatCents, vatRate: line.vatRate, isProrata: line.isProrata },
  ...{ isAdjustment: line.isAdjustment ?? false, basis: line.basis ?? null },
});

/** The lines of all months, billed one after the other, without adjustments. */
const billedMonths = (facts: Facts, manner: Manner): readonly TenantLine[] =>
  MONTHS.flatMap((month) => tenantLines(leaseOf(facts, manner), month));

const adjustmentsOf = (facts: Facts, manner: Manner, billed: readonly BilledDays[]): readonly TenantLine[] =>
  tenantLines(leaseOf(facts, manner, billed), NEXT).filter(({ isAdjustment }) => isAdjustment);

const totalOf = (lines: readonly Pick<TenantLine, "category" | "htCents" | "vatCents">[]) =>
  (["rent", "charge_provision"] as const).map((category) => {
    const own = lines.filter((line) => line.category === category);
    return [sum(own.map(({ htCents }) => htCents)), sum(own.map(({ vatCents }) => vatCents))];
  });

const dayBetween = fc.integer({ min: 0, max: 230 }).map((days) => {
  const at = new Date(Date.UTC(2025, 10, 17 + days));
  return at.toISOString().slice(0, 10) as Day;
});

const facts: fc.Arbitrary<Facts> = fc.record({
  rents: fc
    .uniqueArray(
      fc.record({
        from: dayBetween,
        annual: fc.integer({ min: 0, max: 5_000_000 }),
        charges: fc.option(fc.integer({ min: 0, max: 90_000 })),
        rate: fc.option(fc.constantFrom(percent(20), percent(10))),
      }),
      { selector: ({ from }) => from, maxLength: 3 },
    )
    .map((terms) =>
      [
        rent("2025-11-17", 1_199_999),
        ...terms
          .filter(({ from }) => from > START)
          .toSorted((one, other) => (one.from < other.from ? -1 : 1))
          .map(({ from, annual, charges, rate }) =>
            rent(from, annual, {
              chargeProvisionCents: charges === null ? null : cents(charges),
              ...{ vatApplicable: rate !== null, chargeProvisionVatApplicable: rate !== null, vatRate: rate },
            }),
          ),
      ].map((term, index, all) => ({ ...term, to: dayBeforeOf(all[index + 1]?.from ?? null) })),
    ),
  franchises: fc.array(
    fc.tuple(dayBetween, dayBetween, fc.constantFrom(50, 100), fc.constantFrom("rent", "charges", "all")).map(
      ([one, other, reduction, scopeType]): Franchise => ({
        ...{ from: one < other ? one : other, to: one < other ? other : one },
        ...{ reductionPercent: percent(reduction), scopeType: scopeType as Franchise["scopeType"] },
      }),
    ),
    { maxLength: 1 },
  ),
  endDate: fc.option(dayBetween),
  entryDate: fc.option(dayBetween),
  exitDate: fc.option(dayBetween),
});

function dayBeforeOf(next: Day | null): Day | null {
  if (next === null) return null;
  return new Date(Date.parse(next) - 86_400_000).toISOString().slice(0, 10) as Day;
}

const manner: fc.Arbitrary<Manner> = fc.record({
  calendar: fc.constantFrom("civil", "anniversary"),
  cycleMonth: fc.constantFrom(1, 3, 12),
  frequency: fc.constantFrom("monthly", "quarterly"),
  timing: fc.constantFrom("advance", "arrears"),
  proration: fc.constantFrom("actual_month", "thirty_days", "year_365", "full_month"),
});

describe("back billing", () => {
  it("concerns the tenant of the days, also where another one followed", () => {
    const billed = billedMonths(ALWAYS, MONTHLY).map((line) => billedBy(line));
    const changed = { ...ALWAYS, rents: [...ALWAYS.rents, rent("2026-02-01", 1_320_000)] };
    const lines = tenantLines(withTwoTenants(leaseOf(changed, MONTHLY, billed)), NEXT);
    const found = lines
      .filter(({ isAdjustment }) => isAdjustment)
      .map(
        ({ days, tenantId, isOfOtherTenant = false }) => [days.from.slice(0, 7), tenantId, isOfOtherTenant] as const,
      );
    expect(found).toEqual([
      ["2026-02", "t", true],
      ...["2026-03", "2026-04", "2026-05", "2026-06"].map((month) => [month, "u", false]),
    ]);
  });

  it("bills the difference of two fresh computations of the billed periods, and bills it once", () => {
    fc.assert(
      fc.property(facts, facts, facts, manner, (first, second, third, how) => {
        const billed = billedMonths(first, how);
        const periods = new Set(billed.map(({ wholePeriod }) => wholePeriod.from));
        const fresh = (present: Facts) =>
          [...billedMonths(present, how), ...tenantLines(leaseOf(present, how), NEXT)].filter(({ wholePeriod }) =>
            periods.has(wholePeriod.from),
          );
        let known = billed.map((line) => billedBy(line));
        for (const present of [first, second, third, first]) {
          const lines = adjustmentsOf(present, how, known);
          known = [...known, ...lines.map((line) => billedBy(line))];
          // Days that the next run bills itself are no difference.
          const now = tenantLines(leaseOf(present, how, known), NEXT).filter(
            ({ isAlreadyBilled, wholePeriod }) => !isAlreadyBilled && periods.has(wholePeriod.from),
          );
          expect(totalOf([...known, ...now])).toEqual(totalOf(fresh(present)));
          expect(adjustmentsOf(present, how, known)).toEqual([]);
        }
      }),
    );
  });

  it("divides each difference completely, and gives each line a key of its own", () => {
    fc.assert(
      fc.property(facts, facts, manner, (first, second, how) => {
        const lines = adjustmentsOf(
          second,
          how,
          billedMonths(first, how).map((line) => billedBy(line)),
        );
        for (const line of lines) {
          expect(sum([...line.owners, line.suspense].map(({ htCents }) => htCents))).toBe(line.htCents);
          expect(sum([...line.owners, line.suspense].map(({ vatCents }) => vatCents))).toBe(line.vatCents);
          expect([line.anomaly?.type, ...(line.anomaly?.others ?? [])]).toContain("back_billing");
        }
        expect(new Set(lines.map(({ category, days }) => `${category} ${days.from}`)).size).toBe(lines.length);
      }),
    );
  });

  it("leaves days alone that a user excluded", () => {
    const lines = billedMonths(ALWAYS, MONTHLY);
    const known = lines.map((line) => billedBy(line, line.category === "charge_provision"));
    expect(adjustmentsOf(ALWAYS, MONTHLY, known)).toEqual([]);
    const dearer = { ...ALWAYS, rents: [rent("2025-11-17", 1_320_000, { chargeProvisionCents: cents(9_000) })] };
    expect(new Set(adjustmentsOf(dearer, MONTHLY, known).map(({ category }) => category))).toEqual(new Set(["rent"]));
  });

  it("leaves billed days at their price under a term that does not reach back", () => {
    const quarterly: Manner = { ...MONTHLY, frequency: "quarterly" };
    const known = billedMonths(ALWAYS, quarterly).map((line) => billedBy(line));
    const [old] = ALWAYS.rents;
    const revised = [
      { ...(old as RentOfTerm), to: day("2026-05-14") },
      rent("2026-05-15", 1_320_000, { reachesBack: false }),
    ];
    expect(adjustmentsOf({ ...ALWAYS, rents: revised }, quarterly, known)).toEqual([]);
    // Before it, another term reaches back: only its days are billed again.
    const changed = [rent("2025-11-17", 1_212_000, { to: day("2026-05-14") }), ...revised.slice(1)];
    const lines = adjustmentsOf({ ...ALWAYS, rents: changed }, quarterly, known);
    expect(lines.at(-1)).toMatchObject({ days: { from: "2026-04-01", to: "2026-05-14" }, category: "rent" });
    // 10.00 a month: April, and 14 of the 31 days of May.
    expect(lines.at(-1)?.htCents).toBe(1_000 + 452);
  });

  it("leaves unchanged lines under unchanged terms, except for the end of the lease", () => {
    const known = billedMonths(ALWAYS, MONTHLY).map((line) => ({ ...billedBy(line), basis: null }));
    const dearer = { ...ALWAYS, rents: [rent("2025-11-17", 1_320_000, { reachesBack: false })] };
    expect(adjustmentsOf(dearer, MONTHLY, known)).toEqual([]);
    const ended = adjustmentsOf({ ...dearer, endDate: day("2026-05-31") }, MONTHLY, known);
    expect(totalOf(ended)).toEqual([
      [-100_000, -20_000],
      [-5_000, -1_000],
    ]);
  });

  it("explains the amounts and the reason to the tenant", () => {
    const known = billedMonths(ALWAYS, MONTHLY).map((line) => billedBy(line));
    const dearer = [{ ...(ALWAYS.rents[0] as RentOfTerm), to: day("2026-05-31") }, rent("2026-06-01", 1_320_000)];
    const [line, ...others] = adjustmentsOf({ ...ALWAYS, rents: dearer }, MONTHLY, known);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      label: "Loyer du 01/06/2026 au 30/06/2026, rappel",
      explanation: "1100,00 € dus − 1000,00 € facturés = 100,00 € HT + TVA 20,00 €",
      ...{ htCents: 10_000, vatCents: 2_000, dueDate: "2026-07-01" },
      owners: [{ ownerId: "b" }, { ownerId: "c" }],
    });
  });

  const OWNER = { mandateId: null, mandateFinding: "missing_mandate" };
  const [FIRST] = ALWAYS.rents as [RentOfTerm];
  const june = (from: number, to: number) => ({
    from: day(`2026-06-${from < 10 ? "0" : ""}${from}`),
    to: day(`2026-06-${to}`),
  });
  const until = (last: string, fields: Partial<RentOfTerm> = {}) => ({ ...FIRST, to: day(last), ...fields });
  const brief = (lines: readonly TenantLine[]) =>
    lines.map(({ category, days, htCents, vatCents }) => [category, days.from, days.to, htCents, vatCents]);
  /** What the next run bills after the facts have changed, for months that were billed with the first ones. */
  const afterwards = (first: Partial<Facts>, present: Partial<Facts>) =>
    adjustmentsOf(
      { ...ALWAYS, ...present },
      MONTHLY,
      billedMonths({ ...ALWAYS, ...first }, MONTHLY).map((line) => billedBy(line)),
    );
  const FREE_OF_CHARGES = { chargeProvisionCents: null };
  const free: Franchise = { ...june(1, 15), reductionPercent: percent(50), scopeType: "rent" };

  it("is a whole line on the next call, for the days whose price has changed", () => {
    const [line, ...others] = afterwards({}, { rents: [until("2026-06-14"), rent("2026-06-15", 1_320_000)] });
    expect(others).toEqual([]);
    const july = { from: "2026-07-01", to: "2026-07-31" };
    // 100.00 a month more, for 16 of 30 days.
    const difference = { htCents: 5_333, vatCents: 1_067 };
    expect(line).toEqual({
      ...{ leaseId: "lease", leaseUnitId: "lease-unit", category: "rent", tenantId: "t", days: june(15, 30) },
      ...{ period: july, wholePeriod: july, dueDate: "2026-07-01", isAdjustment: true, baseCents: 110_000 },
      ...{ ...difference, vatApplicable: true, vatRate: percent(20) },
      ...{ isProrata: false, prorataDays: null, isAlreadyBilled: false },
      owners: [
        { ...OWNER, ownerId: "b", htCents: 3_555, vatCents: 711 },
        { ...OWNER, ownerId: "c", htCents: 1_778, vatCents: 356 },
      ],
      suspense: { htCents: 0, vatCents: 0 },
      anomaly: { type: "back_billing", level: "warn", others: [] },
      label: "Loyer du 15/06/2026 au 30/06/2026, rappel",
      explanation: "1053,33 € dus − 1000,00 € facturés = 53,33 € HT + TVA 10,67 €",
      basis: {
        ...{ startDate: START, calendar: "civil", cycleMonth: 1, frequency: "monthly", proration: "actual_month" },
        ...{ annualCents: 1_320_000, reductionPercent: 0, adjusted: [{ ...june(15, 30), ...difference }] },
      },
    });
  });

  it.each<[string, Partial<Facts>, Partial<Facts>, readonly (readonly unknown[])[]]>([
    [
      "charges begin, at the same rent",
      { rents: [rent("2025-11-17", 1_200_000, { chargeProvisionCents: null })] },
      { rents: [until("2026-05-31", { chargeProvisionCents: null }), rent("2026-06-01", 1_200_000)] },
      [["charge_provision", "2026-06-01", "2026-06-30", 5_000, 1_000]],
    ],
    [
      "the first term begins later",
      {},
      { rents: [rent("2025-12-01", 1_200_000)] },
      [
        ["rent", "2025-11-17", "2025-11-30", -46_667, -9_333],
        ["charge_provision", "2025-11-17", "2025-11-30", -2_333, -467],
      ],
    ],
    [
      "the lease ends within a month",
      {},
      { endDate: day("2026-06-15") },
      [
        ["rent", "2026-06-16", "2026-06-30", -50_000, -10_000],
        ["charge_provision", "2026-06-16", "2026-06-30", -2_500, -500],
      ],
    ],
    [
      "the rate of VAT falls",
      {},
      { rents: [until("2026-05-31"), rent("2026-06-01", 1_200_000, { vatRate: percent(10) })] },
      [
        ["rent", "2026-06-01", "2026-06-30", 0, -10_000],
        ["charge_provision", "2026-06-01", "2026-06-30", 0, -500],
      ],
    ],
    ["a franchise is agreed", {}, { franchises: [free] }, [["rent", "2026-06-01", "2026-06-15", -25_000, -5_000]]],
    [
      "a franchise is agreed, after another one",
      {},
      { franchises: [{ ...free, from: day("2027-01-01"), to: day("2027-01-31") }, free] },
      [["rent", "2026-06-01", "2026-06-15", -25_000, -5_000]],
    ],
    [
      "a franchise of the whole month is taken back",
      { franchises: [{ ...free, ...june(1, 30) }] },
      {},
      [["rent", "2026-06-01", "2026-06-30", 50_000, 10_000]],
    ],
    [
      "a franchise is agreed, under a term that does not reach back",
      { rents: [{ ...FIRST, reachesBack: false }] },
      { rents: [{ ...FIRST, reachesBack: false }], franchises: [free] },
      [["rent", "2026-06-01", "2026-06-15", -25_000, -5_000]],
    ],
    [
      "the price of a franchise is kept, under a term that does not reach back",
      { franchises: [{ ...free, ...june(1, 30) }] },
      { rents: [until("2026-05-31"), rent("2026-06-01", 1_320_000, { reachesBack: false })] },
      [],
    ],
    [
      "a cent is due",
      {},
      { rents: [until("2026-05-31"), rent("2026-06-01", 1_200_012)] },
      [["rent", "2026-06-01", "2026-06-30", 1, 0]],
    ],
    [
      "a rise and a reduction are equal",
      {},
      {
        rents: [
          until("2026-05-31"),
          { ...rent("2026-06-01", 1_320_000), to: day("2026-06-15") },
          rent("2026-06-16", 1_080_000),
        ],
      },
      [],
    ],
    ["the tenant stays, without a term", { endDate: day("2026-06-14") }, { rents: [until("2026-06-14")] }, []],
    [
      "the lease goes on after its end",
      { endDate: day("2026-06-15") },
      {},
      [
        ["rent", "2026-06-16", "2026-06-30", 50_000, 10_000],
        ["charge_provision", "2026-06-16", "2026-06-30", 2_500, 500],
      ],
    ],
    [
      "the lease goes on after its end, under a term that does not reach back",
      { rents: [rent("2025-11-17", 1_200_000, FREE_OF_CHARGES)], endDate: day("2026-06-15") },
      {
        rents: [
          until("2026-05-31", FREE_OF_CHARGES),
          rent("2026-06-01", 1_200_000, { ...FREE_OF_CHARGES, reachesBack: false }),
        ],
      },
      [["rent", "2026-06-16", "2026-06-30", 50_000, 10_000]],
    ],
    [
      "charges begin with a term that does not reach back",
      { rents: [until("2026-06-14", FREE_OF_CHARGES), rent("2026-06-15", 1_320_000, FREE_OF_CHARGES)] },
      {
        rents: [
          until("2026-05-31", FREE_OF_CHARGES),
          rent("2026-06-01", 1_200_000, { to: day("2026-06-14"), reachesBack: false }),
          rent("2026-06-15", 1_320_000, { reachesBack: false }),
        ],
      },
      [],
    ],
    [
      "rounding moves a cent to days with the same price",
      { rents: [rent("2025-11-17", 1_200_014, FREE_OF_CHARGES)] },
      {
        rents: [
          until("2026-05-31", { ...FREE_OF_CHARGES, annualAmountCents: cents(1_200_014) }),
          rent("2026-06-01", 1_320_021, { ...FREE_OF_CHARGES, to: day("2026-06-10") }),
          rent("2026-06-11", 1_200_014, FREE_OF_CHARGES),
        ],
      },
      [["rent", "2026-06-01", "2026-06-10", 3_334, 667]],
    ],
    [
      "rounding moves a cent of VAT to days with the same rate",
      { rents: [rent("2025-11-17", 1_200_021, FREE_OF_CHARGES)] },
      {
        rents: [
          until("2026-05-31", { ...FREE_OF_CHARGES, annualAmountCents: cents(1_200_021) }),
          rent("2026-06-01", 1_200_021, { ...FREE_OF_CHARGES, to: day("2026-06-10"), vatRate: percent(10) }),
          rent("2026-06-11", 1_200_021, FREE_OF_CHARGES),
        ],
      },
      [["rent", "2026-06-01", "2026-06-10", 0, -3_333]],
    ],
  ])("is due where %s", (_what, first, present, expected) => {
    expect(brief(afterwards(first, present))).toEqual(expected);
  });

  it("without a price now has the rate of VAT that was billed", () => {
    const [line] = afterwards({}, { rents: [rent("2025-12-01", 1_200_000)] });
    expect(line).toMatchObject({
      ...{ vatApplicable: true, vatRate: percent(20), baseCents: 0, basis: { annualCents: 0 } },
      label: "Loyer du 17/11/2025 au 30/11/2025, trop-perçu",
      explanation: "0,00 € dus − 466,67 € facturés = -466,67 € HT + TVA -93,33 €",
    });
    const exempt = { vatApplicable: false, chargeProvisionVatApplicable: false };
    const withoutVat = (annual: number) => ({ rents: [until("2026-05-31"), rent("2026-06-01", annual, exempt)] });
    expect(afterwards({}, withoutVat(1_200_000))[0]).toMatchObject({
      ...{ htCents: 0, vatCents: -20_000, vatApplicable: true, vatRate: percent(20) },
      label: "Loyer du 01/06/2026 au 30/06/2026, trop-perçu",
    });
    expect(afterwards({}, withoutVat(1_440_000))[0]).toMatchObject({
      ...{ htCents: 20_000, vatCents: -20_000, label: "Loyer du 01/06/2026 au 30/06/2026, rappel" },
    });
    const always = { rents: [rent("2025-11-17", 1_200_000, exempt)] };
    const dearer = { rents: [until("2026-05-31", exempt), rent("2026-06-01", 1_320_000, exempt)] };
    expect(afterwards(always, dearer)).toMatchObject([
      {
        ...{ htCents: 10_000, vatCents: 0, vatApplicable: false, vatRate: null },
        explanation: "1100,00 € dus − 1000,00 € facturés = 100,00 € HT",
      },
    ]);
  });

  const DEARER = { ...ALWAYS, rents: [until("2026-04-30"), rent("2026-05-01", 1_320_000)] };
  const KNOWN = billedMonths(ALWAYS, MONTHLY).map((line) => billedBy(line));
  const linesOf = (lease: BilledLease) => tenantLines(lease, NEXT).filter(({ isAdjustment }) => isAdjustment);
  const withUnit = (lease: BilledLease, fields: Partial<BilledUnit>): BilledLease => ({
    ...lease,
    units: lease.units.map((unit) => ({ ...unit, ...fields })),
  });

  it("is in the order of the periods, however the lines are read", () => {
    const expected = [
      ["rent", "2026-05-01", "2026-05-31", 10_000, 2_000],
      ["rent", "2026-06-01", "2026-06-30", 10_000, 2_000],
    ];
    expect(brief(adjustmentsOf(DEARER, MONTHLY, KNOWN))).toEqual(expected);
    expect(brief(adjustmentsOf(DEARER, MONTHLY, KNOWN.toReversed()))).toEqual(expected);
  });

  it("leaves out old lines of another schedule than the present one", () => {
    const quarterly = billedMonths(ALWAYS, { ...MONTHLY, frequency: "quarterly" });
    const old = quarterly.map((line) => ({ ...billedBy(line), basis: null }));
    const since = (from: string) => old.filter((line) => line.from >= from);
    expect(brief(adjustmentsOf(DEARER, MONTHLY, since("2026-04-01")))).toEqual([]);
    const april = KNOWN.filter((line) => line.category === "rent" && line.from === "2026-04-01");
    const charges = since("2026-04-01").filter((line) => line.category === "charge_provision");
    const dearest = { ...ALWAYS, rents: [rent("2025-11-17", 1_320_000)] };
    expect(
      brief(
        adjustmentsOf(
          dearest,
          MONTHLY,
          april.map((line) => ({ ...line, basis: null })),
        ),
      ),
    ).toEqual([
      ["rent", "2026-04-01", "2026-04-30", 10_000, 2_000],
      ["charge_provision", "2026-04-01", "2026-04-30", 5_000, 1_000],
    ]);
    const mixed = [...april.map((line) => ({ ...line, basis: null })), ...charges];
    expect(brief(adjustmentsOf(dearest, MONTHLY, mixed))).toEqual([]);
  });

  it("is marked if another run bills it, too, or if it concerns no tenant", () => {
    const lease = leaseOf(DEARER, MONTHLY, KNOWN);
    const pending = [{ category: "rent" as const, ...june(10, 12) }];
    const anomalies = (of: BilledLease) =>
      linesOf(of).map(({ anomaly }) => [anomaly?.type, ...(anomaly?.others ?? [])].toSorted());
    expect(anomalies(withUnit(lease, { pendingAdjustments: pending }))).toEqual([
      ["back_billing"],
      ["back_billing", "pending_in_other_run"],
    ]);
    const ofCharges = [{ category: "charge_provision" as const, ...june(10, 12) }];
    expect(anomalies(withUnit(lease, { pendingAdjustments: ofCharges }))).toEqual([["back_billing"], ["back_billing"]]);
    const vacant = { ...lease, tenants: [] };
    expect(anomalies(vacant)).toEqual([
      ["back_billing", "missing_tenant"],
      ["back_billing", "missing_tenant"],
    ]);
    expect(linesOf(vacant).map(({ tenantId }) => tenantId)).toEqual([null, null]);
  });

  it("names the owners of all days by id, each once", () => {
    const ownerships = [
      owned("c", 1, 2, { to: day("2026-05-10") }),
      owned("b", 1, 2),
      owned("a", 1, 2, { from: day("2026-05-11") }),
    ];
    const lease = withUnit(leaseOf(DEARER, MONTHLY, KNOWN), { ownerships });
    // 100.00 for May, of which 10 days are those of c and b, and 21 those of a and b.
    expect(linesOf(lease)[0]?.owners.map(({ ownerId, htCents }) => [ownerId, htCents])).toEqual([
      ["a", 3_387],
      ["b", 5_000],
      ["c", 1_613],
    ]);
  });

  const INTERRUPTED = { ...ALWAYS, endDate: day("2026-06-15") };
  const BARE = { ...ALWAYS, rents: [rent("2025-11-17", 1_200_000, FREE_OF_CHARGES)] };
  const bareUntilJune = (more: Partial<RentOfTerm> = {}) => [
    until("2026-05-31", FREE_OF_CHARGES),
    rent("2026-06-01", 1_200_000, more),
  ];

  it.each<[string, Facts, Facts, Facts, readonly (readonly unknown[])[]]>([
    [
      "the price rises on more days",
      ALWAYS,
      { ...ALWAYS, rents: [until("2026-06-14"), rent("2026-06-15", 1_320_000)] },
      { ...ALWAYS, rents: [until("2026-05-31"), rent("2026-06-01", 1_320_000)] },
      [["rent", "2026-06-01", "2026-06-30", 4_667, 933]],
    ],
    [
      "the term ends",
      BARE,
      { ...ALWAYS, rents: bareUntilJune() },
      { ...ALWAYS, rents: bareUntilJune().slice(0, 1) },
      [
        ["rent", "2026-06-01", "2026-06-30", -100_000, -20_000],
        ["charge_provision", "2026-06-01", "2026-06-30", -5_000, -1_000],
      ],
    ],
    [
      "the lease ends, under a term that does not reach back",
      BARE,
      { ...ALWAYS, rents: bareUntilJune() },
      { ...INTERRUPTED, rents: bareUntilJune({ reachesBack: false }) },
      [
        ["rent", "2026-06-16", "2026-06-30", -50_000, -10_000],
        ["charge_provision", "2026-06-16", "2026-06-30", -2_500, -500],
      ],
    ],
  ])("counts what an earlier difference has billed, where %s", (_what, first, second, third, expected) => {
    const known = billedMonths(first, MONTHLY).map((line) => billedBy(line));
    const differences = adjustmentsOf(second, MONTHLY, known).map((line) => billedBy(line));
    expect(brief(adjustmentsOf(third, MONTHLY, [...known, ...differences]))).toEqual(expected);
  });

  const QUARTERLY: Manner = { ...MONTHLY, frequency: "quarterly" };
  const THIRTY: Manner = { ...MONTHLY, proration: "thirty_days" };
  /** What is known after a run of a month, of which a user excludes the categories. */
  const afterRun = (
    known: readonly BilledDays[],
    month: string,
    [present, how]: readonly [Facts, Manner],
    excluded: readonly string[] = [],
  ) => [
    ...known,
    ...tenantLines(leaseOf(present, how, known), month as Month)
      .filter(({ isAlreadyBilled }) => !isAlreadyBilled)
      .map((line) => billedBy(line, excluded.includes(line.category))),
  ];
  const UNTIL_MAY = { ...ALWAYS, endDate: day("2026-05-31") };
  const bareUntilMay = { ...BARE, endDate: UNTIL_MAY.endDate };
  const JUNE_DEARER = {
    ...ALWAYS,
    rents: [until("2026-05-31"), rent("2026-06-01", 1_320_000, { chargeProvisionCents: cents(6_000) })],
  };
  const JUNE_RISES = [
    ["charge_provision", "2026-06-01", "2026-06-30", 1_000, 200],
    ["rent", "2026-06-01", "2026-06-30", 10_000, 2_000],
  ];
  const REST_OF_JUNE = [
    ["charge_provision", "2026-06-16", "2026-06-30", 2_500, 500],
    ["rent", "2026-06-16", "2026-06-30", 50_000, 10_000],
  ];
  const inQuarter = afterRun([], "2026-04", [UNTIL_MAY, QUARTERLY]);
  const bareQuarter = afterRun([], "2026-04", [bareUntilMay, QUARTERLY]);
  const ofCategory = (category: string, lines: readonly BilledDays[]) =>
    lines.filter((line) => line.category === category);
  const monthsOfCharges = ["2026-04", "2026-05", "2026-06"].flatMap((month) =>
    ofCategory("charge_provision", afterRun([], month, [ALWAYS, MONTHLY])),
  );

  it.each<[string, readonly BilledDays[], Facts, readonly (readonly unknown[])[]]>([
    ["the lease goes on", afterRun(inQuarter, "2026-06", [INTERRUPTED, MONTHLY]), ALWAYS, REST_OF_JUNE],
    [
      "charges begin",
      afterRun(bareQuarter, "2026-06", [BARE, MONTHLY]),
      { ...ALWAYS, rents: [until("2026-03-31", FREE_OF_CHARGES), rent("2026-04-01", 1_200_000)] },
      [
        ["charge_provision", "2026-04-01", "2026-05-31", 10_000, 2_000],
        ["charge_provision", "2026-06-01", "2026-06-30", 5_000, 1_000],
      ],
    ],
    [
      "the rent was billed by the quarter, and charges by the month",
      [...ofCategory("rent", afterRun([], "2026-04", [ALWAYS, QUARTERLY])), ...monthsOfCharges],
      JUNE_DEARER,
      JUNE_RISES,
    ],
    [
      "a difference has billed the rent, and the next month charges",
      afterRun(
        afterRun(inQuarter, "2026-07", [{ ...ALWAYS, endDate: day("2026-06-30") }, MONTHLY], ["charge_provision"]),
        "2026-06",
        [ALWAYS, MONTHLY],
      ),
      JUNE_DEARER,
      JUNE_RISES,
    ],
    [
      "a user has excluded a difference",
      afterRun(inQuarter, "2026-07", [{ ...ALWAYS, endDate: day("2026-06-30") }, MONTHLY], ["charge_provision"]),
      ALWAYS,
      [["charge_provision", "2026-06-01", "2026-06-30", 5_000, 1_000]],
    ],
    [
      "no line has the rent",
      ofCategory("charge_provision", afterRun(inQuarter, "2026-06", [ALWAYS, MONTHLY])),
      ALWAYS,
      [["rent", "2026-04-01", "2026-06-30", 300_000, 60_000]],
    ],
    [
      "the custom of the days has changed, too",
      afterRun(afterRun([], "2026-06", [INTERRUPTED, MONTHLY]), "2026-06", [
        { ...ALWAYS, endDate: day("2026-06-20") },
        THIRTY,
      ]),
      ALWAYS,
      [
        ["charge_provision", "2026-06-21", "2026-06-30", 1_667, 333],
        ["rent", "2026-06-21", "2026-06-30", 33_333, 6_667],
      ],
    ],
  ])("bills each day once where the schedule has changed: %s", (_what, known, present, expected) => {
    for (const read of [known, known.toReversed()]) {
      const lines = adjustmentsOf(present, MONTHLY, read);
      expect(brief(lines).toSorted()).toEqual(expected);
      expect(adjustmentsOf(present, MONTHLY, [...read, ...lines.map((line) => billedBy(line))])).toEqual([]);
    }
  });

  it("leaves days to the other lines of the run, of its unit and category", () => {
    const known = afterRun([], "2026-06", [INTERRUPTED, MONTHLY]);
    const [own] = tenantLines(leaseOf(ALWAYS, MONTHLY), "2026-06" as Month) as readonly [TenantLine];
    const line = { ...own, days: june(20, 30) };
    const categoriesBeside = (fields: Partial<TenantLine>) =>
      backBillingLines(leaseOf(ALWAYS, MONTHLY, known), [{ ...line, ...fields }], NEXT).map(({ category, days }) => [
        category,
        days,
      ]);
    const whole = ["rent", "charge_provision"].map((category) => [category, june(16, 30)]);
    expect(categoriesBeside({})).toEqual([["rent", june(16, 19)], whole[1]]);
    expect(categoriesBeside({ category: "charge_provision" })).toEqual([whole[0], ["charge_provision", june(16, 19)]]);
    expect(categoriesBeside({ isAlreadyBilled: true })).toEqual(whole);
    expect(categoriesBeside({ leaseUnitId: "other" as unknown as TenantLine["leaseUnitId"] })).toEqual(whole);
  });
});
