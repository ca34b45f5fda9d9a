import type { Day, Id, Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LeaseUnitTerm } from "../src/leases/term.ts";
import { rentErrors, rentOf, unitTermErrors } from "../src/leases/term-input.ts";
import { dayErrors } from "../src/leases/term-writing.ts";
import {
  arranged,
  byUnit,
  monthlyCents,
  retold,
  type TermWithUnits,
  termOn,
  unitTermsBefore,
  withMonthlyAmounts,
  withUnitTerms,
} from "../src/leases/terms.ts";

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10) as Day;
const unit = (name: string) => name as Id<"LeaseUnit">;

const element = (leaseUnitId: string, annual: number, more: Partial<LeaseUnitTerm> = {}): LeaseUnitTerm => ({
  id: `${leaseUnitId} ${annual}` as Id<"LeaseUnitTerm">,
  leaseUnitId: unit(leaseUnitId),
  annualAmountCents: annual as Cents,
  rentPeriod: "month",
  chargeProvisionCents: null,
  chargeProvisionVatApplicable: null,
  vatApplicable: false,
  vatRate: null,
  ...more,
});

const term = (from: number, units: readonly LeaseUnitTerm[] = [], to: number | null = null): TermWithUnits => ({
  mandataireId: "m" as Id<"Mandataire">,
  id: `term of ${from}` as Id<"LeaseTerm">,
  leaseId: "l" as Id<"Lease">,
  effectiveFrom: day(from),
  effectiveTo: null,
  effectiveToGiven: to === null ? null : day(to),
  revisionMonth: null,
  revisionFrequencyYears: null,
  paymentToleranceType: null,
  paymentToleranceValue: null,
  createdAt: "2026-01-01T00:00:00.000Z" as Instant,
  updatedAt: "2026-01-01T00:00:00.000Z" as Instant,
  units,
});

/** Terms on days of their own, each naming some of three units, some of them ended before the next begins. */
const terms = fc
  .uniqueArray(
    fc.record({
      from: fc.integer({ min: 1, max: 30 }),
      days: fc.option(fc.integer({ min: 0, max: 20 })),
      units: fc.uniqueArray(fc.constantFrom("a", "b", "c")),
    }),
    { maxLength: 6, selector: ({ from }) => from },
  )
  .map((all) =>
    all.map(({ from, days, units }) =>
      term(
        from,
        units.map((name) => element(name, from)),
        days === null ? null : from + days,
      ),
    ),
  );

describe("The terms of a lease", () => {
  it("are closed intervals, none over another, each to the day before the next or to the earlier day that was asked for", () => {
    fc.assert(
      fc.property(terms, (all) => {
        const sorted = arranged(all);
        expect(sorted.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
        // Day by day: the term of a day is the last that has begun, unless its time is over.
        for (let number = 0; number <= 60; number++) {
          const covering = sorted.filter(
            ({ effectiveFrom, effectiveTo }) =>
              effectiveFrom <= day(number) && (effectiveTo === null || day(number) <= effectiveTo),
          );
          const begun = all.filter(({ effectiveFrom }) => effectiveFrom <= day(number));
          const latest = begun.reduce<TermWithUnits | null>(
            (last, each) => (last && last.effectiveFrom > each.effectiveFrom ? last : each),
            null,
          );
          const isOver = latest?.effectiveToGiven != null && latest.effectiveToGiven < day(number);
          expect(covering.map(({ id }) => id)).toEqual(latest && !isOver ? [latest.id] : []);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("say of a unit that they do not name what the term before said", () => {
    fc.assert(
      fc.property(terms, fc.constantFrom("a", "b", "c"), (all, name) => {
        for (const { effectiveFrom, unitTerms } of withUnitTerms(arranged(all))) {
          const naming = all
            .filter((each) => each.effectiveFrom <= effectiveFrom && each.units.some((e) => e.leaseUnitId === name))
            .sort((one, other) => (one.effectiveFrom < other.effectiveFrom ? 1 : -1));
          expect(unitTerms.get(unit(name))?.annualAmountCents).toBe(
            naming[0]?.units.find((e) => e.leaseUnitId === name)?.annualAmountCents,
          );
        }
        const before = unitTermsBefore(all, day(15)).get(unit(name));
        const earlier = withUnitTerms(arranged(all.filter(({ effectiveFrom }) => effectiveFrom < day(15)))).at(-1);
        expect(before).toBe(earlier?.unitTerms.get(unit(name)));
      }),
    );
  });

  it("are told by today's, by the first to come while there is none, by the last afterwards", () => {
    const [first, second] = arranged([term(20), term(10, [], 12)]);
    expect([5, 10, 19, 20, 99].map((number) => termOn([first, second] as TermWithUnits[], day(number))?.id)).toEqual(
      [first, first, first, second, second].map((each) => each?.id),
    );
    expect(termOn([], day(1))).toBeNull();
  });

  it("are told otherwise after a change by their last day or by what they say, and only then", () => {
    const now = "2026-02-01T00:00:00.000Z" as Instant;
    const [one, two, three] = [term(1, [element("a", 1), element("b", 1)]), term(10, [element("a", 2)]), term(20)];
    const before = arranged([one, two, three]);
    const ids = (after: readonly TermWithUnits[]) => retold(before, arranged(after), now).map(({ id }) => id);
    expect(ids([one, two, three])).toEqual([]);
    // Between the first and the second: the first ends earlier; what it says of b stands in all that follow.
    expect(ids([one, term(5, [element("b", 9)]), two, three])).toEqual([one.id, two.id, three.id]);
    expect(ids([one, term(5), two, three])).toEqual([one.id]);
    expect(ids([one, three])).toEqual([one.id, three.id]);
    expect(retold(before, arranged([one, three]), now)[0]).toMatchObject({ effectiveTo: day(19), updatedAt: now });
  });

  it("begin on days of their own, and do not end before", () => {
    const all = [term(1), term(5)];
    const codes = (wrong: TermWithUnits) => dayErrors(wrong, all).map(({ field, code }) => [field, code]);
    expect(codes({ ...term(5), id: "another" as Id<"LeaseTerm"> })).toEqual([["effectiveFrom", "taken"]]);
    expect(codes(term(5, [], 5))).toEqual([]);
    expect(codes(term(5, [], 4))).toEqual([["effectiveTo", "greater_than_or_equal_to"]]);
  });
});

describe("A rent", () => {
  it("is twelve months, or a year of which a month is a twelfth, half a cent going up", () => {
    expect([0, 5, 6, 7, 18, 1200].map((annual) => monthlyCents(annual as Cents))).toEqual([0, 0, 1, 1, 2, 100]);
    const own = { id: "x" as Id<"LeaseUnitTerm">, leaseUnitId: unit("a") };
    expect(rentOf({ baseRentCents: 80_001 }, own)).toMatchObject({ annualAmountCents: 960_012, rentPeriod: "month" });
    expect(rentOf({ annualAmountCents: 960_012 }, own)).toMatchObject({
      annualAmountCents: 960_012,
      rentPeriod: "year",
    });
  });

  it("keeps what is not said of it", () => {
    const kept = element("a", 1200, {
      vatApplicable: true,
      vatRate: 200_000 as never,
      chargeProvisionCents: 5 as Cents,
    });
    expect(rentOf({ chargeProvisionCents: 7 }, element("a", 0), kept)).toMatchObject({
      annualAmountCents: 1200,
      vatApplicable: true,
      vatRate: 200_000,
      chargeProvisionCents: 7,
    });
  });

  it("is refused twice over, without any amount, beyond its bounds, and of a unit that is not the lease's", () => {
    const errors = (input: object, kept?: LeaseUnitTerm) =>
      rentErrors(input, "units[0].", kept).map(({ field, code }) => [field, code]);
    expect(errors({ baseRentCents: 1, annualAmountCents: 12 })).toEqual([["units[0].baseRentCents", "invalid"]]);
    expect(errors({ chargeProvisionCents: 1 })).toEqual([["units[0].annualAmountCents", "blank"]]);
    expect(errors({ chargeProvisionCents: 1 }, element("a", 1))).toEqual([]);
    expect(errors({ baseRentCents: -1, vatRate: 1_000_001 }).map(([, code]) => code)).toEqual([
      "greater_than_or_equal_to",
      "less_than_or_equal_to",
    ]);
    const said = { known: new Set([unit("a"), unit("b")]), named: byUnit([]), before: byUnit([element("b", 1)]) };
    const sent = [{ leaseUnitId: unit("c"), baseRentCents: 1 }, { baseRentCents: 1 }, { leaseUnitId: unit("b") }];
    expect(unitTermErrors([...sent, { leaseUnitId: unit("b") }], said).map(({ field, code }) => [field, code])).toEqual(
      [
        ["leaseUnitTerms[0].leaseUnitId", "not_found"],
        ["leaseUnitTerms[1].leaseUnitId", "blank"],
        ["leaseUnitTerms[3].leaseUnitId", "taken"],
      ],
    );
  });

  it("of several units is the sum of theirs, each to the cent, also where a later term names only one of them", () => {
    const units = [element("a", 18), element("b", 18, { chargeProvisionCents: 5 as Cents })];
    const terms = [{ units }, { units: [] }, { units: [element("b", 30)] }];
    expect(withMonthlyAmounts(terms).map(({ amounts }) => amounts)).toEqual([
      { baseRentCents: 4, chargeProvisionCents: 5, totalCents: 9 },
      { baseRentCents: 4, chargeProvisionCents: 5, totalCents: 9 },
      { baseRentCents: 5, chargeProvisionCents: 0, totalCents: 5 },
    ]);
  });
});
