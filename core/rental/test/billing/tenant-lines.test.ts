import { type Day, dayAfter, type Month } from "@cartulary/kernel";
import { type Cents, cents, sum } from "@cartulary/ledger";
import { type BilledUnit, type RentOfTerm, type TenantLine, tenantLines } from "@cartulary/rental/billing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { day, lease, mandate, owned, percent, rent, unit } from "./billed-lease.ts";

const MARCH = "2026-03" as Month;

const from12March = (units?: readonly BilledUnit[]) =>
  lease(units, { schedule: { ...lease().schedule, startDate: day("2026-03-12") } });

const amounts = (lines: readonly TenantLine[]) =>
  lines.map(({ category, days, htCents, vatCents }) => [category, days.from, days.to, htCents, vatCents]);
/** The amounts without VAT: of each owner, then of the part without an owner. */
const partsOf = ({ owners, suspense }: TenantLine) => [...owners, suspense].map(({ htCents }) => htCents);
const findings = ({ anomaly }: TenantLine) => (anomaly ? [anomaly.type, ...anomaly.others] : []);

describe("The lines of a tenant", () => {
  it("match the example of a shop let from 12 March, with two owners of one and two thirds", () => {
    const [rentLine, charges] = tenantLines(from12March(), MARCH) as [TenantLine, TenantLine];
    expect(amounts([rentLine, charges])).toEqual([
      ["rent", "2026-03-12", "2026-03-31", 80_645, 16_129],
      ["charge_provision", "2026-03-12", "2026-03-31", 9_677, 1_935],
    ]);
    expect([rentLine, charges].map(({ owners, suspense }) => [...owners, suspense])).toEqual([
      [
        { ownerId: "a", mandateId: "of a", mandateFinding: null, htCents: 26_882, vatCents: 5_376 },
        { ownerId: "b", mandateId: "of b", mandateFinding: null, htCents: 53_763, vatCents: 10_753 },
        { htCents: 0, vatCents: 0 },
      ],
      [
        { ownerId: "a", mandateId: "of a", mandateFinding: null, htCents: 3_226, vatCents: 645 },
        { ownerId: "b", mandateId: "of b", mandateFinding: null, htCents: 6_451, vatCents: 1_290 },
        { htCents: 0, vatCents: 0 },
      ],
    ]);
    expect(rentLine).toMatchObject({ baseCents: 125_000, isProrata: true, prorataDays: 20, tenantId: "tenant" });
    expect(rentLine.explanation).toBe("1250,00 € × 20/31 (jours réels) = 806,45 € HT + TVA 20 % 161,29 €");
    expect(findings(rentLine)).toEqual(["prorata"]);
  });

  it("of a whole month have no anomaly and a plain explanation", () => {
    const [line] = tenantLines(lease(), MARCH) as [TenantLine];
    expect(line).toMatchObject({
      anomaly: null,
      isProrata: false,
      explanation: "1250,00 € = 1250,00 € HT + TVA 20 % 250,00 €",
    });
  });

  it("are cut only where a rent, an owner or a franchise changes", () => {
    const rents = [
      rent({ to: day("2026-03-09") }),
      rent({ from: day("2026-03-10"), annualAmountCents: cents(1_800_000) }),
    ];
    const ownerships = [owned("a", 1, 1, { to: day("2026-03-20") }), owned("b", 1, 1, { from: day("2026-03-21") })];
    const lines = tenantLines(lease([unit({ rents, ownerships })]), MARCH);
    const starts = (category: string) =>
      lines.filter((line) => line.category === category).map(({ days }) => days.from);
    expect(starts("rent")).toEqual(["2026-03-01", "2026-03-10", "2026-03-21"]);
    expect(starts("charge_provision")).toEqual(["2026-03-01", "2026-03-21"]);
    expect(lines.every((line) => findings(line).includes("ownership_changed"))).toBe(true);
    const franchises = [
      { from: day("2026-03-16"), to: day("2026-04-30"), scopeType: "rent", reductionPercent: percent(50) } as const,
    ];
    const let_ = tenantLines(lease([unit()], { franchises }), MARCH);
    expect(amounts(let_)).toEqual([
      ["rent", "2026-03-01", "2026-03-15", 60_484, 12_097],
      ["rent", "2026-03-16", "2026-03-31", 32_258, 6_451],
      ["charge_provision", "2026-03-01", "2026-03-31", 15_000, 3_000],
    ]);
  });

  it("are cut where a mandate begins or ends, and mark missing, expired or overlapping mandates", () => {
    const ends = unit({ mandates: [mandate("a", { to: day("2026-03-15") }), mandate("b")] });
    const rents = tenantLines(lease([ends]), MARCH).filter(({ category }) => category === "rent");
    expect(rents.map(({ days, owners }) => [days.from, owners[0]?.mandateId, owners[0]?.mandateFinding])).toEqual([
      ["2026-03-01", "of a", null],
      ["2026-03-16", null, "mandate_expired"],
    ]);
    expect(findings(rents[0] as TenantLine)).toEqual([]);
    const doubtful = unit({ mandates: [mandate("a"), mandate("a", { from: day("2026-01-01") })] });
    const [line] = tenantLines(lease([doubtful]), MARCH) as [TenantLine];
    expect(line.owners.map(({ mandateFinding }) => mandateFinding)).toEqual(["mandate_overlap", "missing_mandate"]);
  });

  it("are the same if one owner has two parts, and for equal fractions", () => {
    const split = unit({ ownerships: [owned("b", 1, 3), owned("a", 100, 300), owned("b", 2, 6)] });
    const parts = (each: BilledUnit) => tenantLines(from12March([each]), MARCH).map(({ owners }) => owners);
    expect(parts(split)).toEqual(parts(unit()));
  });

  it("put the unowned part into suspense, and treat shares beyond the whole as weights", () => {
    const [missing] = tenantLines(lease([unit({ ownerships: [owned("a", 2, 3)] })]), MARCH) as [TenantLine];
    expect(partsOf(missing)).toEqual([83_333, 41_667]);
    expect(findings(missing)).toEqual(["ownership_shares_incomplete"]);
    const [over] = tenantLines(lease([unit({ ownerships: [owned("a", 1, 1), owned("b", 1, 1)] })]), MARCH) as [
      TenantLine,
    ];
    expect(partsOf(over)).toEqual([62_500, 62_500, 0]);
    const [unowned] = tenantLines(lease([unit({ ownerships: [] })]), MARCH) as [TenantLine];
    expect(partsOf(unowned)).toEqual([125_000]);
  });

  it("bill zero for days without a term, and mark the missing term", () => {
    const lines = tenantLines(lease([unit({ rents: [rent({ from: day("2026-03-11") })] })]), MARCH);
    expect(amounts(lines)).toEqual([
      ["rent", "2026-03-01", "2026-03-10", 0, 0],
      ["rent", "2026-03-11", "2026-03-31", 84_677, 16_935],
      ["charge_provision", "2026-03-11", "2026-03-31", 10_161, 2_032],
    ]);
    expect(lines.map(findings)).toEqual([["missing_term"], [], []]);
  });

  it("separate the days that an applied run has billed", () => {
    const alreadyBilled = [{ category: "rent", from: day("2026-03-01"), to: day("2026-03-10") } as const];
    const lines = tenantLines(lease([unit({ alreadyBilled })]), MARCH);
    expect(lines.map(({ isAlreadyBilled }) => isAlreadyBilled)).toEqual([true, false, false]);
    expect(sum(lines.slice(0, 2).map(({ htCents }) => htCents))).toBe(125_000);
    expect(findings(lines[0] as TenantLine)).toEqual(["already_billed"]);
  });

  it("show the worst of several anomalies, then the first of the table", () => {
    const doubtful = unit({ revision: "revision_due", isCapExceeded: true, rents: [rent({ vatRate: null })] });
    const [line] = tenantLines(lease([doubtful], { status: "notice", signatureDate: null, tenants: [] }), MARCH) as [
      TenantLine,
    ];
    expect(line.anomaly).toEqual({
      type: "missing_tenant",
      level: "error",
      others: ["vat_rate_missing", "revision_due", "capping_exceeded", "notice_running", "lease_not_signed"],
    });
  });

  it("mark a rent that changed by more than a fifth since the last period", () => {
    const findingsAfter = (last: number) =>
      findings(
        tenantLines(
          lease([unit({ lastBaseCents: { rent: cents(last), charge_provision: null } })]),
          MARCH,
        )[0] as TenantLine,
      );
    const varied = ["amount_variation"];
    expect([104_167, 104_166, 156_250, 156_251].map(findingsAfter)).toEqual([[], varied, [], varied]);
  });

  it("end on the exit day of a unit, also before the end of the lease", () => {
    const left = unit({ entryDate: day("2026-03-05"), exitDate: day("2026-03-14") });
    const [line] = tenantLines(lease([left], { endDate: day("2026-03-20") }), MARCH) as [TenantLine];
    expect(line).toMatchObject({
      days: { from: "2026-03-05", to: "2026-03-14" },
      prorataDays: 10,
      dueDate: "2026-03-05",
    });
    expect(findings(line)).toEqual(["lease_ended", "prorata"]);
    expect(tenantLines(lease([unit({ exitDate: day("2025-12-31") })]), MARCH)).toEqual([]);
  });

  it("say that the lease ends in the period, also on its last day, and not that it ends later", () => {
    const endingOn = (endDate: Day) => findings(tenantLines(lease([unit()], { endDate }), MARCH)[0] as TenantLine);
    expect(endingOn(day("2026-03-30"))).toEqual(["lease_ended", "prorata"]);
    expect(endingOn(day("2026-03-31"))).toEqual(["lease_ended"]);
    expect(endingOn(day("2026-04-01"))).toEqual([]);
  });

  it("use the later of two terms that cover a day", () => {
    const rents = [rent(), rent({ from: day("2026-02-01"), annualAmountCents: cents(1_200_000) })];
    const [line] = tenantLines(lease([unit({ rents })]), MARCH) as [TenantLine];
    expect(line.htCents).toBe(100_000);
    expect(findings(line)).toEqual(["overlapping_terms"]);
  });

  it("bear VAT only where it applies: on the rent, on the charges, or on neither", () => {
    const vats = (fields: Partial<RentOfTerm>) =>
      tenantLines(lease([unit({ rents: [rent(fields)] })]), MARCH).map(({ vatCents, vatRate }) => [vatCents, vatRate]);
    expect(vats({ vatApplicable: false })).toEqual([
      [0, null],
      [3_000, 200_000],
    ]);
    expect(vats({ chargeProvisionVatApplicable: false })).toEqual([
      [25_000, 200_000],
      [0, null],
    ]);
  });

  it("give an undecided cent to an owner instead of suspense", () => {
    const halves = unit({ ownerships: [owned("z", 1, 2)], rents: [rent({ annualAmountCents: cents(12) })] });
    const [line] = tenantLines(lease([halves]), MARCH) as [TenantLine];
    expect(partsOf(line)).toEqual([1, 0]);
  });

  it("are the same for any input order [R-13]", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([owned("a", 1, 6), owned("b", 1, 2), owned("c", 1, 3)], { minLength: 3 }),
        (ownerships) => {
          expect(tenantLines(lease([unit({ ownerships })]), MARCH)).toEqual(
            tenantLines(
              lease([
                unit({ ownerships: ownerships.toSorted((one, other) => (one.ownerId < other.ownerId ? -1 : 1)) }),
              ]),
              MARCH,
            ),
          );
        },
      ),
    );
  });

  it("divide every cent between owners and suspense, however shares change [R-15]", () => {
    const part = fc.record({
      owner: fc.constantFrom("a", "b", "c"),
      numerator: fc.integer({ min: 1, max: 9 }),
      denominator: fc.integer({ min: 9, max: 30 }),
      start: fc.nat(40),
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.nat(5_000_000), (parts, annual) => {
        const ownerships = parts.map(({ owner, numerator, denominator, start }) => {
          const day1 = Array.from({ length: start }).reduce<Day>((each) => dayAfter(each), day("2026-02-20"));
          return owned(owner, numerator, denominator, { from: day1 });
        });
        const lines = tenantLines(
          lease([unit({ ownerships, rents: [rent({ annualAmountCents: cents(annual) })] })]),
          MARCH,
        );
        for (const { htCents, vatCents, owners, suspense } of lines) {
          expect(sum([...owners, suspense].map((part) => part.htCents))).toBe(htCents);
          expect(sum([...owners, suspense].map((part) => part.vatCents))).toBe(vatCents);
        }
        const rents = lines.filter(({ category }) => category === "rent");
        expect(sum(rents.map(({ htCents }): Cents => htCents))).toBe(rents[0]?.baseCents);
      }),
      { numRuns: 60 },
    );
  });

  it("are on the call of the tenant of its first day; another tenant has a call of his own", () => {
    const [first] = lease().tenants;
    const tenants = ["t", "u"].flatMap((id) => (first ? [{ ...first, id: id as typeof first.id }] : []));
    const [before, after] = tenants;
    const changing =
      before && after
        ? [
            { ...before, to: day("2026-03-19") },
            { ...after, from: day("2026-03-20") },
          ]
        : [];
    const late = unit({ id: "late" as BilledUnit["id"], entryDate: day("2026-03-20") });
    const callsOf = (...units: readonly BilledUnit[]) =>
      tenantLines(lease(units, { tenants: changing }), MARCH)
        .filter(({ category }) => category === "rent")
        .map(({ leaseUnitId, days, tenantId, isOfOtherTenant = false }) => [
          leaseUnitId,
          days.from,
          tenantId,
          isOfOtherTenant,
        ]);
    const [EARLY, LATE] = [
      ["lease-unit", "2026-03-01", "t"],
      ["late", "2026-03-20", "u"],
    ] as const;
    expect(callsOf(unit(), late)).toEqual([
      [...EARLY, false],
      [...LATE, true],
    ]);
    expect(callsOf(late, unit())).toEqual([
      [...LATE, true],
      [...EARLY, false],
    ]);
    // What an applied run has billed is on a call already.
    const alreadyBilled = [{ category: "rent", from: day("2026-03-01"), to: day("2026-03-31") } as const];
    const billed = unit({ alreadyBilled, rents: [rent({ chargeProvisionCents: null })] });
    expect(callsOf(billed, late)).toEqual([
      [...EARLY, true],
      [...LATE, false],
    ]);
  });

  it("of a call whose total is negative are marked, without what is billed already", () => {
    const adjusted = (balance: number, fields: Partial<BilledUnit> = {}) =>
      tenantLines(
        lease([unit({ rents: [rent({ from: day("2025-01-01") })], ...fields })], {
          adjustments: [
            {
              ...{ statementId: "statement", leaseUnitId: "lease-unit", leaseId: "lease" },
              ...{ periodFrom: "2025-01-01", periodTo: "2025-12-31", lastDay: "2025-12-31", balanceCents: balance },
            } as unknown as NonNullable<ReturnType<typeof lease>["adjustments"]>[number],
          ],
        }),
        MARCH,
      ).map((line) => [line.category, findings(line).includes("negative_total")]);
    const marked = (isNegative: boolean) => [
      ["rent", isNegative],
      ["charge_provision", isNegative],
      ["charges_adjustment", isNegative],
    ];
    expect(adjusted(-140_000)).toEqual(marked(false));
    expect(adjusted(-140_001)).toEqual(marked(true));
    const alreadyBilled = (["rent", "charge_provision"] as const).map((category) => ({
      ...{ category, from: day("2026-03-01"), to: day("2026-03-31") },
    }));
    expect(adjusted(-1, { alreadyBilled })).toEqual(marked(true));
  });

  const rentFindings = (fields: Partial<BilledUnit>, leaseFields: Parameters<typeof lease>[1] = {}) =>
    tenantLines(lease([unit(fields)], leaseFields), MARCH)
      .filter(({ category }) => category === "rent")
      .map((line) => [line.days.from, ...findings(line)]);

  it("that another run bills, too, are marked on their days", () => {
    const pendingInOtherRuns = [
      { category: "rent", from: day("2026-03-11"), to: day("2026-03-20") } as const,
      { category: "charge_provision", from: day("2026-03-05"), to: day("2026-03-06") } as const,
    ];
    expect(rentFindings({ pendingInOtherRuns })).toEqual([
      ["2026-03-01"],
      ["2026-03-11", "pending_in_other_run"],
      ["2026-03-21"],
    ]);
  });

  it.each<[string, Partial<BilledUnit>, Parameters<typeof lease>[1], readonly string[]]>([
    [
      "terms that follow each other",
      { rents: [rent({ to: day("2026-02-28") }), rent({ from: day("2026-03-01") })] },
      {},
      [],
    ],
    ["another lease until February", { otherLeases: [{ from: null, to: day("2026-02-28") }] }, {}, []],
    ["another lease from April", { otherLeases: [{ from: day("2026-04-01"), to: null }] }, {}, []],
    ["another lease in March", { otherLeases: [{ from: null, to: day("2026-03-01") }] }, {}, ["overlapping_lease"]],
    ["another lease always", { otherLeases: [{ from: null, to: null }] }, {}, ["overlapping_lease"]],
    ["an insurance that ended", {}, { insurances: [{ from: null, to: day("2026-03-30") }] }, ["gli_expired"]],
    ["an insurance until the last day", {}, { insurances: [{ from: null, to: day("2026-03-31") }] }, []],
    ["a later insurance", {}, { insurances: [{ from: day("2026-05-01"), to: day("2026-12-31") }] }, []],
    [
      "an insurance after another one",
      {},
      {
        insurances: [
          { from: null, to: day("2026-01-31") },
          { from: day("2026-02-01"), to: null },
        ],
      },
      [],
    ],
  ])("have the findings of their days: %s", (_what, fields, leaseFields, expected) => {
    expect(rentFindings(fields, leaseFields)).toEqual([["2026-03-01", ...expected]]);
  });

  it("of no rent are marked, unless a franchise waives all of it", () => {
    const reduced = (reduction: number) =>
      rentFindings(
        { rents: [rent({ annualAmountCents: cents(0) })] },
        {
          franchises: [
            {
              ...{ from: day("2026-03-01"), to: day("2026-03-31"), scopeType: "rent" },
              reductionPercent: percent(reduction),
            },
          ],
        },
      );
    expect(reduced(99)).toEqual([["2026-03-01", "zero_rent", "franchise_applied"]]);
    expect(reduced(100)).toEqual([["2026-03-01", "franchise_applied"]]);
  });

  it("say if VAT applies", () => {
    const applies = (rents: readonly RentOfTerm[]) => tenantLines(lease([unit({ rents })]), MARCH)[0]?.vatApplicable;
    expect([[rent()], [rent({ vatApplicable: false })], []].map(applies)).toEqual([true, false, false]);
  });
});
