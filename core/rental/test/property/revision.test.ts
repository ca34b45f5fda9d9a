import { addMonths, addYears, type Day, type Decimal, type Id, type Quarter, quarterOf } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IndexCode } from "../../src/property/indexation/index-value.ts";
import { anniversaryOf, anniversaryYearOf, yearsUntil } from "../../src/property/leases/anniversaries.ts";
import { increaseOf, increasePercent, indexRatio, revisedRent } from "../../src/property/leases/revised-rent.ts";
import { revisedUnit } from "../../src/property/leases/revised-unit.ts";
import { revisionView } from "../../src/property/leases/revision.ts";
import { capOn } from "../../src/property/leases/revision-caps.ts";
import { type LastRevision, type RevisionTerms, revisionOn } from "../../src/property/leases/revision-due.ts";
import { isFrozen } from "../../src/property/leases/revision-frozen.ts";
import {
  type IndexClause,
  indicesPublishedBy,
  type PublishedIndices,
} from "../../src/property/leases/revision-quarters.ts";

const points = (value: number) => Math.round(value * 10_000) as Decimal;
const euros = (amount: number) => Math.round(amount * 100) as Cents;
const monthly = (rent: number) => ({ annualAmountCents: (12 * euros(rent)) as Cents, rentPeriod: "month" as const });
const yearly = (rent: number) => ({ annualAmountCents: euros(rent), rentPeriod: "year" as const });
const day = (text: string) => text as Day;
const quarter = (text: string) => text as Quarter;

/**
 * Values as INSEE published them: IRL as service-public.fr lists them (F13723), ILC, ILAT and ICC of the fourth quarter of
 * 2016 in its notices of 21 March 2017.
 */
const VALUES: Readonly<Record<IndexCode, Readonly<Record<string, number>>>> = {
  IRL: {
    "2021-Q2": 131.12,
    "2021-Q3": 131.67,
    "2022-Q1": 133.93,
    "2022-Q2": 135.84,
    "2022-Q3": 136.27,
    "2023-Q1": 138.61,
    "2023-Q2": 140.59,
    "2024-Q1": 143.46,
    "2024-Q2": 145.17,
    "2025-Q1": 145.47,
  },
  ILC: { "2015-Q4": 108.41, "2016-Q4": 108.91, "2022-Q1": 120.61, "2023-Q1": 128.68, "2024-Q2": 136.72 },
  ILAT: { "2015-Q4": 108.16, "2016-Q4": 108.94 },
  ICC: { "2015-Q4": 1629, "2016-Q4": 1645 },
};

/** All values, published on the 15th after the end of their quarter. */
const PUBLISHED: PublishedIndices = indicesPublishedBy(
  Object.entries(VALUES).flatMap(([indexCode, values]) =>
    Object.entries(values).map(([period, value]) => ({
      indexCode: indexCode as IndexCode,
      period: quarter(period),
      value: points(value),
      publishedOn: addMonths(
        day(`${period.slice(0, 4)}-${["01", "04", "07", "10"][Number(period.slice(6)) - 1]}-15`),
        3,
      ),
    })),
  ),
  day("2030-01-01"),
);

describe("A revised rent", () => {
  it.each([
    // The usual example for the IRL: 600 € of 20 July 2023 are 619.55 € a year later.
    ["a flat of July 2023", monthly(600), "IRL", "2023-Q2", "2024-Q2", 619.55],
    ["a flat before the cap, at 3.60 %", monthly(500), "IRL", "2021-Q2", "2022-Q2", 518],
    ["a flat of the first quarter", monthly(850), "IRL", "2024-Q1", "2025-Q1", 861.91],
    ["a shop by the year", yearly(24_000), "ILC", "2015-Q4", "2016-Q4", 2009.22],
    ["an office by the year", yearly(30_000), "ILAT", "2015-Q4", "2016-Q4", 2518.03],
    ["an older lease, by whole points", yearly(12_000), "ICC", "2015-Q4", "2016-Q4", 1009.82],
  ] as const)("is %s to the cent, by the values that INSEE published", (_, rent, code, from, to, expected) => {
    const [reference, revision] = [from, to].map((period) => ({
      period: quarter(period),
      value: points(VALUES[code][period] ?? 0),
    })) as [{ period: Quarter; value: Decimal }, { period: Quarter; value: Decimal }];
    const input = { clause: { indexCode: code }, reference, revision, rules: [], revisionDate: day("2026-01-01") };
    expect(revisedUnit(rent, input, day("2026-01-01")).newCents).toBe(euros(expected));
  });

  it("is rounded per month if agreed monthly, and per year if agreed annually", () => {
    const ratio = indexRatio(points(145.17), points(140.59));
    expect(revisedRent(monthly(600), ratio)).toBe(12 * 61_955);
    // 7200 × 145.17 / 140.59 = 7434.5544…
    expect(revisedRent(yearly(7200), ratio)).toBe(743_455);
  });

  const rents = fc.integer({ min: 1, max: 2_000_000 }).map((cents) => monthly(cents / 100));
  const values = fc.integer({ min: 900_000, max: 2_000_000 }).map((value) => value as Decimal);

  it("equals the old one with an unchanged index, and grows with the index [R-32]", () => {
    fc.assert(
      fc.property(rents, values, values, values, (rent, a, b, c) => {
        expect(revisedRent(rent, indexRatio(a, a))).toBe(rent.annualAmountCents);
        const [less, more] = [b, c].sort((one, other) => one - other) as [Decimal, Decimal];
        expect(revisedRent(rent, indexRatio(less, a))).toBeLessThanOrEqual(revisedRent(rent, indexRatio(more, a)));
      }),
    );
  });

  it("differs by at most a cent between one revision and two [R-32]", () => {
    fc.assert(
      fc.property(rents, values, values, values, ({ annualAmountCents }, a, b, c) => {
        if (c > 1.9 * b) return;
        const byYear = { annualAmountCents, rentPeriod: "year" as const };
        const between = { ...byYear, annualAmountCents: revisedRent(byYear, indexRatio(b, a)) };
        const [twice, once] = [revisedRent(between, indexRatio(c, b)), revisedRent(byYear, indexRatio(c, a))];
        expect(Math.abs(twice - once)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("is exact beyond the precision of floating-point numbers", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000_000 }), values, values, (cents, a, b) => {
        const revised = BigInt(
          revisedRent({ annualAmountCents: cents as Cents, rentPeriod: "year" }, indexRatio(b, a)),
        );
        // 2·|revised·a − cents·b| ≤ a: no cent is nearer.
        const difference = revised * BigInt(a) - BigInt(cents) * BigInt(b);
        expect(2n * (difference < 0n ? -difference : difference) <= BigInt(a)).toBe(true);
      }),
    );
  });

  it("reports its increase in percent with four decimals, and null from zero", () => {
    expect(increasePercent(euros(600), euros(619.55))).toBe(points(3.2583));
    expect(increasePercent(euros(600), euros(590))).toBe(points(-1.6667));
    expect(increasePercent(euros(0), euros(0))).toBeNull();
  });
});

describe("The limit of a revision", () => {
  const cap = (indexCode: IndexCode, period: string, rules: Parameters<typeof capOn>[0]["rules"] = []) =>
    capOn({ indexCode, revisionPeriod: quarter(period), rules, effectiveFrom: day("2024-06-01") });
  const rule = (more: object) =>
    ({ cappingType: "reference_rent", maxIncreasePercent: null, startDate: null, ...more }) as const;

  it("is 3.5 % for IRL values of 2022-Q3 to 2024-Q1, whenever they are applied", () => {
    expect(["2022-Q2", "2022-Q3", "2023-Q2", "2024-Q1", "2024-Q2"].map((period) => cap("IRL", period))).toEqual([
      null,
      35_000,
      35_000,
      35_000,
      null,
    ]);
  });

  it("is 3.5 % for ILC values of 2022-Q2 to 2024-Q1 only with a rule of type max_increase, and for no other index", () => {
    const small = [rule({ cappingType: "max_increase" })];
    const periods = ["2022-Q1", "2022-Q2", "2024-Q1", "2024-Q2"];
    expect(periods.map((period) => cap("ILC", period, small))).toEqual([null, 35_000, 35_000, null]);
    expect(periods.map((period) => cap("ILC", period))).toEqual([null, null, null, null]);
    expect([cap("ILAT", "2023-Q1", small), cap("ICC", "2023-Q1", small)]).toEqual([null, null]);
  });

  it("is the lowest of the lease's rules that have begun [R-32]", () => {
    const percent = (maxIncreasePercent: number, startDate: string | null = null) =>
      rule({ maxIncreasePercent, startDate });
    expect(cap("IRL", "2025-Q1", [percent(20_000), percent(10_000)])).toBe(10_000);
    expect(cap("IRL", "2023-Q1", [percent(50_000)])).toBe(35_000);
    expect(cap("IRL", "2025-Q1", [percent(10_000, "2024-06-02")])).toBeNull();
    expect(cap("IRL", "2025-Q1", [percent(10_000, "2024-06-01")])).toBe(10_000);
  });

  it("leaves smaller increases and decreases unchanged", () => {
    const revise = (from: number, to: number) =>
      revisedUnit(
        monthly(1000),
        {
          clause: { indexCode: "ILC" },
          reference: { period: quarter("2022-Q1"), value: points(from) },
          revision: { period: quarter("2023-Q1"), value: points(to) },
          rules: [rule({ cappingType: "max_increase" })],
          revisionDate: day("2023-07-01"),
        },
        day("2023-07-01"),
      );
    expect(revise(120.61, 128.68)).toMatchObject({ newCents: euros(1035), maxIncreasePercent: 35_000 });
    expect(revise(120.61, 121)).toMatchObject({ newCents: euros(1003.23), maxIncreasePercent: null });
    expect(revise(128.68, 120.61).newCents).toBe(euros(937.29));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 200_000 }), (cents, percent) => {
        const capped = revisedRent(
          { annualAmountCents: cents as Cents, rentPeriod: "year" },
          increaseOf(percent as Decimal),
        );
        expect(BigInt(capped) * 2_000_000n <= BigInt(cents) * BigInt(1_000_000 + percent) * 2n + 1_000_000n).toBe(true);
      }),
    );
  });

  it("is a freeze for homes of class F or G", () => {
    const classes = (...all: ("A" | "E" | "F" | "G" | null)[]) => all.map((energyClass) => ({ energyClass }));
    expect(isFrozen("residential_unfurnished", classes("A", "F"))).toBe(true);
    expect(isFrozen("residential_furnished", classes("G"))).toBe(true);
    expect(isFrozen("residential_unfurnished", classes("E", null))).toBe(false);
    expect(isFrozen("commercial", classes("G"))).toBe(false);
  });
});

const starts = fc
  .tuple(fc.integer({ min: 2000, max: 2023 }), fc.integer({ min: 0, max: 365 }))
  .map(([year, days]) => new Date(Date.UTC(year, 0, 1 + days)).toISOString().slice(0, 10) as Day);
const revisionMonths = fc.option(fc.integer({ min: 1, max: 12 }));

describe("Anniversaries", () => {
  it("keep the day of the start, or the last day of a shorter month [R-33]", () => {
    const leap = { startDate: day("2024-02-29"), revisionMonth: null };
    expect([0, 1, 2, 4].map((years) => anniversaryOf(leap, years))).toEqual([
      "2024-02-29",
      "2025-02-28",
      "2026-02-28",
      "2028-02-29",
    ]);
    const ofJanuary = { startDate: day("2024-03-31"), revisionMonth: 1 };
    expect([0, 1, 2].map((years) => anniversaryOf(ofJanuary, years))).toEqual([
      "2024-03-31",
      "2025-01-31",
      "2026-01-31",
    ]);
    expect(anniversaryOf({ startDate: day("2023-03-31"), revisionMonth: 2 }, 1)).toBe("2024-02-29");
    const ofJune = { startDate: day("2024-03-31"), revisionMonth: 6 };
    expect([0, 1].map((years) => anniversaryOf(ofJune, years))).toEqual(["2024-06-30", "2025-06-30"]);
  });

  it("are found as the latest before a day and the first at a quarter", () => {
    fc.assert(
      fc.property(starts, revisionMonths, starts, (startDate, revisionMonth, other) => {
        const days = { startDate, revisionMonth };
        const all = Array.from({ length: 40 }, (_, years) => anniversaryOf(days, years));
        const until = all.findLastIndex((each) => each <= other);
        const years = yearsUntil(days, other);
        expect(years === null || years < 0 ? -1 : years).toBe(until);
        const first = day(
          `${other.slice(0, 4)}-${["01", "04", "07", "10"][Math.floor((Number(other.slice(5, 7)) - 1) / 3)]}-01`,
        );
        // The start counts, although it has no revision.
        const at = startDate >= first ? 0 : all.findIndex((each) => each >= first);
        expect(anniversaryYearOf(days, quarterOf(other))).toBe(at);
      }),
    );
  });
});

describe("A revision", () => {
  const clause: IndexClause = { indexCode: "IRL", indexBaseDate: day("2023-05-10"), indexBaseValue: null };
  const terms: RevisionTerms = {
    startDate: day("2023-07-20"),
    revisionMonth: null,
    frequencyYears: 1,
    signedOn: day("2023-07-18"),
    published: PUBLISHED,
  };
  const on = (today: string, more: Partial<RevisionTerms> = {}, last: LastRevision | null = null, by = clause) =>
    revisionOn(by, { last, revisedOn: last?.revisionDate ?? null }, { ...terms, ...more }, day(today));

  it("is due for a year from the anniversary, by the lease's quarter and that of the year before", () => {
    expect(on("2024-07-19").state).toBe("resting");
    const due = {
      state: "due",
      revisionDate: "2024-07-20",
      reference: { period: "2023-Q2", value: points(140.59) },
      revision: { period: "2024-Q2", value: points(145.17) },
    };
    expect(on("2024-07-20")).toEqual(due);
    expect(on("2025-07-19")).toEqual(due);
    // At the next anniversary its quarter is not recorded, and the year before is waived.
    expect(on("2025-07-20")).toEqual({ state: "unpublished", revisionDate: "2025-07-20", period: "2025-Q2" });
  });

  it("is applied once per anniversary, and uses no quarter twice", () => {
    const last = { revisionDate: day("2024-07-20"), period: quarter("2024-Q2"), value: points(145.17) };
    expect(on("2024-07-20", {}, last).state).toBe("resting");
    const byAnother = { ...last, period: quarter("2024-Q1") };
    expect(on("2024-07-20", {}, byAnother).state).toBe("resting");
    // Moved to October, the anniversary differs but has the same quarter.
    expect(on("2024-10-20", { revisionMonth: 10 }, last).state).toBe("resting");
    // Another index was used when the anniversary was applied.
    const past = { last: null, revisedOn: day("2024-07-20") };
    expect(revisionOn(clause, past, terms, day("2025-07-19")).state).toBe("resting");
    expect(revisionOn(clause, { ...past, revisedOn: day("2023-07-20") }, terms, day("2025-07-19")).state).toBe("due");
  });

  it("requires published values of its quarter and of its reference [R-32]", () => {
    const early = indicesPublishedBy(
      [
        { indexCode: "IRL", period: quarter("2023-Q2"), value: points(140.59), publishedOn: day("2023-07-13") },
        { indexCode: "IRL", period: quarter("2024-Q2"), value: points(145.17), publishedOn: day("2024-07-21") },
      ],
      day("2024-07-20"),
    );
    expect(on("2024-07-20", { published: early })).toMatchObject({ state: "unpublished", period: "2024-Q2" });
    const alone = new Map([
      ["IRL" as const, new Map([[quarter("2024-Q2"), { value: points(145.17), publishedOn: day("2024-07-15") }]])],
    ]);
    expect(on("2024-07-20", { published: alone }).state).toBe("unpublished");
    const own = { ...clause, indexBaseValue: points(140) };
    expect(on("2024-07-20", { published: alone }, null, own)).toMatchObject({
      reference: { value: points(140) },
      revision: { value: points(145.17) },
    });
  });

  it("uses the last value published at signature if the lease has no base quarter", () => {
    expect(on("2024-07-20", {}, null, { ...clause, indexBaseDate: null })).toMatchObject({
      reference: { period: "2023-Q2" },
    });
    expect(on("2024-07-20", { signedOn: day("2023-07-14") }, null, { ...clause, indexBaseDate: null })).toMatchObject({
      reference: { period: "2023-Q1" },
      revision: { period: "2024-Q1" },
    });
  });

  it("of a home waives years without revision; that of a shop does not", () => {
    const started = { startDate: day("2021-07-20") };
    const old = { ...clause, indexBaseDate: day("2021-04-01") };
    expect(on("2024-07-20", started, null, old)).toMatchObject({ reference: { period: "2023-Q2" } });
    const shop = { ...old, indexCode: "ILC" as const, indexBaseDate: day("2022-03-31") };
    expect(
      on("2024-07-20", { startDate: day("2022-01-01") }, null, { ...shop, indexBaseDate: day("2015-12-31") }).state,
    ).toBe("unpublished");
    const of2023 = { startDate: day("2022-02-01") };
    const first = { ...shop, indexBaseDate: day("2022-01-31") };
    expect(on("2023-05-01", of2023, null, first)).toMatchObject({
      reference: { period: "2022-Q1", value: points(120.61) },
      revision: { period: "2023-Q1" },
    });
    const last = { revisionDate: day("2022-02-01"), period: quarter("2022-Q2"), value: points(123) };
    expect(on("2023-05-01", of2023, last, first)).toMatchObject({
      reference: { period: "2022-Q2", value: points(123) },
    });
  });

  it("follows the lease's frequency in years, and compares with the value of as many years before", () => {
    const every = { startDate: day("2021-07-20"), frequencyYears: 3 };
    const old = { ...clause, indexBaseDate: day("2021-04-01") };
    expect(on("2023-07-20", every, null, old).state).toBe("resting");
    expect(on("2024-07-20", every, null, old)).toMatchObject({
      reference: { period: "2021-Q2", value: points(131.12) },
      revision: { period: "2024-Q2" },
    });
    expect(on("2025-07-20", every, null, old).state).toBe("resting");
  });

  it("always uses the quarter of its anniversary, for any start, base and day", () => {
    const everything = (code: IndexCode): PublishedIndices => {
      const quarters = Array.from({ length: 160 }, (_, count) =>
        addYears(quarter(`1995-Q${1 + (count % 4)}`), count >> 2),
      );
      const published = quarters.map(
        (period, count) => [period, { value: points(100 + count), publishedOn: day("1990-01-01") }] as const,
      );
      return new Map([[code, new Map(published)]]);
    };
    const codes = fc.constantFrom<IndexCode>("IRL", "ILC");
    fc.assert(
      fc.property(
        starts,
        revisionMonths,
        starts,
        starts,
        codes,
        fc.integer({ min: 1, max: 4 }),
        (startDate, revisionMonth, base, today, code, frequencyYears) => {
          const by = { indexCode: code, indexBaseDate: base, indexBaseValue: null };
          const published = everything(code);
          const found = revisionOn(
            by,
            { last: null, revisedOn: null },
            { startDate, revisionMonth, frequencyYears, signedOn: startDate, published },
            today,
          );
          if (found.state !== "due") return;
          const days = { startDate, revisionMonth };
          expect(found.revisionDate <= today && today < addMonths(found.revisionDate, 12)).toBe(true);
          const passed = Number(found.revision.period.slice(0, 4)) - Number(base.slice(0, 4));
          expect(passed > 0 && passed % frequencyYears === 0).toBe(true);
          expect(found.revision.period).toBe(addYears(quarterOf(base), passed));
          expect(anniversaryOf(days, anniversaryYearOf(days, quarterOf(base)) + passed)).toBe(found.revisionDate);
          const reference = code === "IRL" ? addYears(found.revision.period, -frequencyYears) : quarterOf(base);
          expect(found.reference.period).toBe(reference);
        },
      ),
    );
  });
});

describe("An applied revision", () => {
  const line = (unit: string, more: object = {}) => ({
    id: unit as Id<"LeaseRevisionLine">,
    leaseUnitId: unit as Id<"LeaseUnit">,
    unitIdentifier: unit,
    indexCode: "IRL" as IndexCode,
    referencePeriod: quarter("2023-Q2"),
    revisionPeriod: quarter("2024-Q2"),
    referenceValue: points(140.59),
    revisionValue: points(145.17),
    maxIncreasePercent: null,
    oldCents: euros(600),
    newCents: euros(619.55),
    ...more,
  });
  const identity = { id: "r" as Id<"LeaseRevision">, revisionDate: day("2024-07-20"), createdAt: "" as never };

  it("shows values that its lines share, and none if they use several indices", () => {
    expect(
      revisionView({ ...identity, lines: [line("a"), line("b", { oldCents: euros(100), newCents: euros(103.26) })] }),
    ).toMatchObject({
      indexCode: "IRL",
      indexCodes: ["IRL"],
      multiIndex: false,
      effectiveRatio: 1_032_577,
      oldRent: euros(700),
      newRent: euros(722.81),
      increasePercent: points(3.2586),
    });
    expect(revisionView({ ...identity, lines: [line("a"), line("b", { indexCode: "ILC" })] })).toMatchObject({
      indexCode: null,
      indexCodes: ["ILC", "IRL"],
      multiIndex: true,
      referencePeriod: null,
      revisionPeriod: null,
      referenceValue: null,
      revisionValue: null,
      effectiveRatio: null,
    });
    expect(revisionView({ ...identity, lines: [line("a", { maxIncreasePercent: points(3.5) })] }).effectiveRatio).toBe(
      1_035_000,
    );
  });
});
