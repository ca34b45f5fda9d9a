import { createHash } from "node:crypto";
import { type Day, type Decimal, type Month, parseDay } from "@cartulary/kernel";
import { type Cents, cents, sum } from "@cartulary/ledger";
import {
  type BilledLease,
  type BilledUnit,
  computeRun,
  type LineKey,
  type OwnerCredit,
  type OwnerSnapshot,
  type RunScope,
  type RunSnapshot,
} from "@cartulary/rental/billing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const day = (text: string): Day => parseDay(text) as Day;
const percent = (number: number) => (number * 10_000) as Decimal;
const digests = { sha256: (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex") };

const scope = (fields: Partial<RunScope> = {}): RunScope => ({
  month: "2026-03" as Month,
  propertyId: null,
  frequencies: [],
  timings: [],
  leaseTypes: [],
  leaseIds: [],
  excludedLeaseIds: [],
  ...fields,
});

function unit(id: string, propertyId = "lilas", annual = 1_500_000): BilledUnit {
  return {
    id,
    unitId: `unit ${id}`,
    identifier: id.toUpperCase(),
    propertyId,
    propertyName: propertyId,
    entryDate: null,
    exitDate: null,
    rents: [
      {
        from: day("2026-01-01"),
        to: null,
        annualAmountCents: cents(annual),
        chargeProvisionCents: cents(15_000),
        vatApplicable: true,
        chargeProvisionVatApplicable: true,
        vatRate: percent(20),
      },
    ],
    ownerships: [
      { ownerId: "a", shareNumerator: 1, shareDenominator: 3, from: null, to: null },
      { ownerId: "b", shareNumerator: 2, shareDenominator: 3, from: null, to: null },
    ],
    mandates: ["a", "b"].map((ownerId) => ({ id: `of ${ownerId}`, ownerId, from: day("2020-01-01"), to: null })),
    alreadyBilled: [],
    pendingInOtherRuns: [],
    otherLeases: [],
    lastBaseCents: { rent: null, charge_provision: null },
    revision: null,
    isCapExceeded: false,
  } as unknown as BilledUnit;
}

function lease(id: string, fields: Partial<BilledLease> = {}, start = "2026-01-01"): BilledLease {
  return {
    id: id as BilledLease["id"],
    reference: `B-${id}`,
    leaseType: "commercial",
    status: "active",
    signatureDate: day("2026-01-01"),
    depositCents: null,
    schedule: {
      startDate: day(start),
      calendar: "civil",
      cycleMonth: 1,
      frequency: "monthly",
      timing: "advance",
      paymentDay: 1,
    },
    endDate: null,
    proration: "actual_month",
    tenants: [
      { id: "tenant" as BilledLease["tenants"][number]["id"], name: "Café Élan", from: null, to: null, share: null },
    ],
    franchises: [],
    insurances: [],
    units: [unit(`u${id}`)],
    ...fields,
  };
}

const owner = (id: string, fields: Partial<OwnerSnapshot> = {}): OwnerSnapshot =>
  ({
    id,
    balanceCents: 0,
    hasBankAccount: true,
    mandates: [
      {
        id: `of ${id}`,
        managementFeeRate: percent(7),
        vatRateOnFees: percent(20),
        distributionFrequency: "monthly",
        services: [],
      },
    ],
    ...fields,
  }) as OwnerSnapshot;

const accrual = (leases: readonly BilledLease[], fields: Partial<RunSnapshot> = {}): RunSnapshot => ({
  leases,
  owners: [owner("a"), owner("b")],
  accrualMandates: ["of a", "of b"] as readonly string[] as RunSnapshot["accrualMandates"],
  isAccrualWithoutMandate: true,
  collected: [],
  premiums: [],
  isMonthClosed: false,
  ...fields,
});

const shop = lease("1", {}, "2026-03-12");
const run = (snapshot: RunSnapshot, scopeFields: Partial<RunScope> = {}, excluded: readonly LineKey[] = []) =>
  computeRun(digests, snapshot, scope(scopeFields), new Set(excluded));

describe("A run", () => {
  it("computes the example in accrual: calls, fees, payouts", () => {
    const { ownerLines, totals } = run(accrual([shop]));
    expect(totals).toEqual({
      tenantCents: 108_386,
      rentCents: 96_774,
      chargesCents: 11_612,
      payoutCents: 101_612,
      linesCount: 2,
      anomaliesCount: 2,
      vat: [{ rate: 200_000, baseCents: 90_322, vatCents: 18_064 }],
    });
    const payouts = ownerLines.filter(({ category }) => category === "payout");
    expect(payouts.map(({ ownerId, htCents }) => [ownerId, htCents])).toEqual([
      ["a", 33_871],
      ["b", 67_741],
    ]);
  });

  it("computes the example in cash: owners are credited only after collection, with the same amounts", () => {
    const cash = { accrualMandates: [], isAccrualWithoutMandate: false } as const;
    const march = run(accrual([shop], cash));
    expect([march.totals.tenantCents, march.ownerLines]).toEqual([108_386, []]);
    const collected = march.tenantLines.flatMap(({ owners, category, leaseUnitId }) =>
      owners.map((part): OwnerCredit => ({ ...part, category, leaseUnitId })),
    );
    const april = run(accrual([], { ...cash, collected }), { month: "2026-04" as Month });
    expect(april.totals).toMatchObject({ tenantCents: 0, payoutCents: 101_612, linesCount: 0 });
  });

  it("bills the leases in scope, without drafts and cancelled ones", () => {
    const leases = [
      lease("1"),
      lease("2", { leaseType: "parking", units: [unit("u2", "tilleuls"), unit("u3")] }),
      lease("3", { schedule: { ...lease("3").schedule, timing: "arrears", frequency: "quarterly" } }),
      lease("4", { status: "draft" }),
      lease("5", { status: "cancelled" }),
      lease("6", { status: "ended", endDate: day("2026-03-10") }),
      lease("7", { status: "ended", endDate: day("2026-02-10") }),
    ];
    const billed = (scopeFields: Partial<RunScope>) => [
      ...new Set(run(accrual(leases), scopeFields).tenantLines.map(({ leaseUnitId }) => leaseUnitId as string)),
    ];
    expect(billed({})).toEqual(["u1", "u2", "u3", "u3", "u6"].filter((id, index, all) => all.indexOf(id) === index));
    expect(billed({ propertyId: "tilleuls" as RunScope["propertyId"] })).toEqual(["u2"]);
    expect(billed({ leaseTypes: ["parking"] })).toEqual(["u2", "u3"]);
    expect(billed({ timings: ["arrears"] })).toEqual(["u3"]);
    expect(billed({ frequencies: ["annual"] })).toEqual([]);
    expect(billed({ leaseIds: ["6"] as unknown as RunScope["leaseIds"] })).toEqual(["u6"]);
    expect(billed({ excludedLeaseIds: ["1", "2", "3"] as unknown as RunScope["leaseIds"] })).toEqual(["u6"]);
  });

  it("is the same, including keys, for any input order [R-13]", () => {
    const leases = ["1", "2", "3"].map((id) => lease(id, { units: [unit(`x${id}`), unit(`y${id}`)] }));
    const inputs = fc.record({
      leases: fc.shuffledSubarray(leases, { minLength: 3 }),
      owners: fc.shuffledSubarray([owner("a"), owner("b")], { minLength: 2 }),
    });
    fc.assert(
      fc.property(inputs, ({ leases: shuffled, owners }) => {
        const turned = shuffled.map((each) => ({ ...each, units: each.units.toReversed() }));
        expect(run(accrual(turned, { owners }))).toEqual(run(accrual(leases)));
      }),
      { numRuns: 20 },
    );
  });

  it("gives each line a unique key that does not depend on other lines", () => {
    const first = run(accrual([lease("1"), lease("2")]));
    const keys = [...first.tenantLines, ...first.ownerLines].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(run(accrual([lease("2")])).tenantLines.map(({ key }) => key)).toEqual(
      first.tenantLines.filter(({ leaseId }) => (leaseId as string) === "2").map(({ key }) => key),
    );
    const [april, march] = ["2026-04", "2026-03"].map((month) => run(accrual([lease("1")]), { month: month as Month }));
    expect(april?.ownerLines[0]?.key).not.toBe(march?.ownerLines[0]?.key);
    const unmanaged = { owners: [owner("a", { mandates: [] }), owner("b", { mandates: [] })] };
    const { ownerLines } = run(accrual([lease("1", { units: [{ ...unit("u1"), mandates: [] }] })], unmanaged));
    expect(new Set(ownerLines.map(({ key }) => key)).size).toBe(6);
  });

  it("leaves out excluded lines with their owners' parts, and restores them unchanged [R-17]", () => {
    const snapshot = accrual([lease("1"), lease("2")]);
    const whole = run(snapshot);
    const [line] = whole.tenantLines;
    const without = run(snapshot, {}, [line?.key as LineKey]);
    expect(without.totals.tenantCents).toBe(whole.totals.tenantCents - 150_000);
    expect(without.totals.linesCount).toBe(whole.totals.linesCount);
    expect(without.tenantLines.slice(1)).toEqual(whole.tenantLines.slice(1));
    const rent = without.ownerLines.filter(({ category }) => category === "owner_rent");
    expect(sum(rent.map(({ htCents }): Cents => htCents))).toBe(125_000);
    expect(run(snapshot)).toEqual(whole);
  });

  it("withholds excluded payouts, and does not charge excluded fees", () => {
    const snapshot = accrual([lease("1")]);
    const { ownerLines, totals } = run(snapshot);
    const keyOf = (category: string) =>
      ownerLines.find((line) => line.category === category && (line.ownerId as string) === "a")?.key as LineKey;
    const payoutOfA = ownerLines.find(({ key }) => key === keyOf("payout"))?.htCents as Cents;
    expect(run(snapshot, {}, [keyOf("payout")]).totals.payoutCents).toBe(totals.payoutCents - payoutOfA);
    const free = run(snapshot, {}, [keyOf("management_fee"), keyOf("management_fee_vat")]);
    expect(free.totals.payoutCents).toBe(totals.payoutCents + 2_917 + 583);
    expect(free.ownerLines).toHaveLength(ownerLines.length);
  });

  it("never counts days billed by an applied run, even if included by the user", () => {
    const billed = {
      ...unit("u1"),
      alreadyBilled: [{ category: "rent" as const, from: day("2026-03-01"), to: day("2026-03-31") }],
    };
    const { tenantLines, totals } = run(accrual([lease("1", { units: [billed] })]));
    expect(tenantLines.map(({ category, isExcluded }) => [category, isExcluded])).toEqual([
      ["rent", true],
      ["charge_provision", false],
    ]);
    expect(totals.rentCents).toBe(0);
  });

  it("marks each tenant line if the month is closed", () => {
    const { tenantLines } = run(accrual([shop], { isMonthClosed: true }));
    expect(tenantLines.map(({ anomaly }) => [anomaly?.type, anomaly?.others])).toEqual([
      ["period_closed", ["prorata"]],
      ["period_closed", ["prorata"]],
    ]);
  });

  it("credits owners with all called amounts except the unowned part [R-15]", () => {
    const amounts = fc.array(fc.record({ annual: fc.nat(9_000_000), share: fc.integer({ min: 0, max: 40 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(amounts, (units) => {
        const leases = units.map(({ annual, share }, index) => {
          const one = unit(`u${index}`, "lilas", annual);
          return lease(String(index), {
            units: [
              {
                ...one,
                ownerships: [
                  { ...one.ownerships[0], shareNumerator: share, shareDenominator: 30 },
                ] as BilledUnit["ownerships"],
              },
            ],
          });
        });
        const { tenantLines, ownerLines, totals } = run(accrual(leases));
        const gross = ownerLines.filter(({ category }) => /^owner_(rent|charges|vat)$/.test(category));
        const suspense = sum(tenantLines.flatMap(({ suspense: part }) => [part.htCents, part.vatCents]));
        expect(sum(gross.flatMap(({ htCents, vatCents }) => [htCents, vatCents]))).toBe(totals.tenantCents - suspense);
        const fees = ownerLines.filter(({ category }) => /fee/.test(category));
        expect(totals.payoutCents).toBe(
          totals.tenantCents - suspense + sum(fees.flatMap(({ htCents, vatCents }) => [htCents, vatCents])),
        );
        expect(sum(totals.vat.flatMap(({ baseCents, vatCents }) => [baseCents, vatCents]))).toBe(totals.tenantCents);
      }),
      { numRuns: 40 },
    );
  });

  it("keeps the keys by which decisions on lines are stored", () => {
    const plain = { sha256: String };
    const adjustments = [
      {
        ...{ statementId: "statement", leaseUnitId: "u1", leaseId: "1", lastDay: "2026-02-28", balanceCents: 100 },
        ...{ periodFrom: "2026-01-01", periodTo: "2026-02-28" },
      },
    ] as unknown as NonNullable<BilledLease["adjustments"]>;
    const tenantServices = [
      {
        ...{ id: "service", label: null, serviceType: "other", billingMode: "per_event", rate: null },
        ...{ amountCents: 100, calculationBase: null, frequency: "monthly", triggerEvent: null, vatApplicable: false },
        ...{ vatRate: null, mandateId: "of a", ownerId: "a", billedMonths: [], events: [{ id: "event", quantity: 1 }] },
      },
    ] as unknown as NonNullable<BilledLease["tenantServices"]>;
    const billed = {
      ...{ category: "rent", from: "2026-02-01", to: "2026-02-28", isExcluded: false, htCents: 100, vatCents: 20 },
      ...{ vatRate: percent(20), isProrata: false, isAdjustment: false, basis: null },
    };
    const [one] = lease("1").units;
    const units = [{ ...one, billed: [billed], rents: one?.rents.map((term) => ({ ...term, reachesBack: true })) }];
    const snapshot = accrual([
      lease("1", { adjustments, tenantServices, units: units as unknown as BilledUnit[], depositCents: cents(100) }),
    ]);
    const { tenantLines, ownerLines } = computeRun(plain, snapshot, scope());
    const KEY = '"2026-03","1"';
    expect(tenantLines.map(({ key }) => key)).toEqual([
      `[${KEY},"u1","rent","2026-03-01"]`,
      `[${KEY},"u1","charge_provision","2026-03-01"]`,
      `[${KEY},"u1","rent","2026-02-01","adjustment"]`,
      `[${KEY},"u1","charge_provision","2026-02-01","adjustment"]`,
      `[${KEY},"u1","charges_adjustment","2026-03-01","statement"]`,
      `[${KEY},null,"tenant_fee","2026-03-01","service"]`,
      `[${KEY},null,"deposit","2026-03-01"]`,
    ]);
    expect(ownerLines[0]?.key).toBe('["2026-03","a","of a","owner_rent",null,null]');
  });

  it("counts the anomalies of lines that count, and sums VAT by rate", () => {
    const owners = [owner("a", { hasBankAccount: false }), owner("b")];
    const exempt = { chargeProvisionVatApplicable: false };
    const mixed = lease("1", {
      units: [unit("u1")].map((each) => ({ ...each, rents: each.rents.map((term) => ({ ...term, ...exempt })) })),
    });
    const { totals, ownerLines } = run(accrual([mixed, shop], { owners }));
    // Two parts of a month, and an owner without a bank account.
    expect(totals.anomaliesCount).toBe(3);
    expect(totals.vat.map(({ rate, baseCents }) => [rate, baseCents])).toEqual([
      [0, 15_000],
      [200_000, 215_322],
    ]);
    const payout = ownerLines.find(({ category, anomaly }) => category === "payout" && anomaly !== null);
    expect(run(accrual([mixed, shop], { owners }), {}, payout ? [payout.key] : []).totals.anomaliesCount).toBe(2);
  });

  it("charges premiums to the owners they are of, by insurer", () => {
    const premiums = [
      ["a", "MAIF", 2, 300],
      ["a", "AXA", 2, 200],
      ["a", null, 2, 50],
      ["a", "AXA", 1, 100],
      ["b", "AXA", 1, 7],
    ].map(([ownerId, insurerName, leaseId, amountCents]) => ({
      ...{ ownerId, mandateId: `of ${ownerId}`, insurerName, leaseId: `${leaseId}`, amountCents },
    })) as unknown as RunSnapshot["premiums"];
    const charged = run(accrual([], { premiums })).ownerLines.filter(({ category }) => category === "gli_premium");
    expect(
      charged.map(({ ownerId, insurerName, htCents, chargedFor }) => [ownerId, insurerName, htCents, chargedFor]),
    ).toEqual([
      ["a", null, -50, ["2"]],
      ["a", "AXA", -300, ["1", "2"]],
      ["a", "MAIF", -300, ["2"]],
      ["b", "AXA", -7, ["1"]],
    ]);
  });

  it("charges a share of the first rent of a lease in the run that bills its first day", () => {
    const letting = {
      ...{ id: "letting", label: null, billingMode: "percentage", rate: percent(10), amountCents: null },
      ...{ calculationBase: "rent_excl_tax", frequency: "monthly", triggerEvent: "lease_start", target: "owner" },
      ...{ vatApplicable: false, vatRate: null, active: true, chargedElsewhere: [] },
    };
    const owners = [owner("a"), owner("b")].map((each) => ({
      ...each,
      mandates: each.mandates.map((own) => ({ ...own, services: [letting] })),
    })) as unknown as RunSnapshot["owners"];
    const chargedIn = (month: string, ...leases: readonly BilledLease[]) =>
      run(accrual(leases, { owners }), { month: month as Month })
        .ownerLines.filter(({ category }) => category === "service_fee")
        .map(({ ownerId, htCents }) => [ownerId, htCents]);
    // A tenth of a third and two thirds of 20/31 of 1,250.00; the older lease is not new.
    expect(chargedIn("2026-03", lease("2"), shop)).toEqual([
      ["a", -2_688],
      ["b", -5_376],
    ]);
    expect(chargedIn("2026-04", lease("2"), shop)).toEqual([]);
  });

  it("sorts leases of one reference, and units of one identifier, by id", () => {
    const same = (id: string) =>
      lease(id, {
        reference: "B",
        units: [
          { ...unit(`y${id}`), identifier: "A" },
          { ...unit(`x${id}`), identifier: "A" },
        ],
      });
    const rents = run(accrual([same("2"), same("1")])).tenantLines.filter(({ category }) => category === "rent");
    expect(rents.map(({ leaseUnitId }) => leaseUnitId)).toEqual(["x1", "y1", "x2", "y2"]);
  });
});
