import type { Day, Id, Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LeaseUnitTerm } from "../../src/property/leases/term.ts";
import { rentErrors, rentOf, unitTermErrors } from "../../src/property/leases/term-input.ts";
import {
  byUnit,
  changedTerms,
  monthlyCents,
  orderedTerms,
  type TermWithUnits,
  termOn,
  unitTermsBefore,
  withMonthlyAmounts,
  withUnitTerms,
} from "../../src/property/leases/term-timeline.ts";
import { dayErrors } from "../../src/property/leases/write-terms.ts";

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
  reachesBack: true,
  createdAt: "2026-01-01T00:00:00.000Z" as Instant,
  updatedAt: "2026-01-01T00:00:00.000Z" as Instant,
  units,
});

/** Terms on distinct days, each with rents of some of three units; some end before the next begins. */
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
  it("are disjoint closed intervals, each ending before the next or on an earlier explicit day", () => {
    fc.assert(
      fc.property(terms, (all) => {
        const sorted = orderedTerms(all);
        expect(sorted.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
        // The term of a day is the last that has begun, unless it has ended.
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

  it("inherit rents that they do not set from the preceding term", () => {
    fc.assert(
      fc.property(terms, fc.constantFrom("a", "b", "c"), (all, name) => {
        for (const { effectiveFrom, unitTerms } of withUnitTerms(orderedTerms(all))) {
          const naming = all
            .filter((each) => each.effectiveFrom <= effectiveFrom && each.units.some((e) => e.leaseUnitId === name))
            .sort((one, other) => (one.effectiveFrom < other.effectiveFrom ? 1 : -1));
          expect(unitTerms.get(unit(name))?.annualAmountCents).toBe(
            naming[0]?.units.find((e) => e.leaseUnitId === name)?.annualAmountCents,
          );
        }
        const before = unitTermsBefore(all, day(15)).get(unit(name));
        const earlier = withUnitTerms(orderedTerms(all.filter(({ effectiveFrom }) => effectiveFrom < day(15)))).at(-1);
        expect(before).toBe(earlier?.unitTerms.get(unit(name)));
      }),
    );
  });

  it("are represented by the current one, else the next one, else the last one", () => {
    const [first, second] = orderedTerms([term(20), term(10, [], 12)]);
    expect([5, 10, 19, 20, 99].map((number) => termOn([first, second] as TermWithUnits[], day(number))?.id)).toEqual(
      [first, first, first, second, second].map((each) => each?.id),
    );
    expect(termOn([], day(1))).toBeNull();
  });

  it("count as changed if and only if their last day or rents differ", () => {
    const now = "2026-02-01T00:00:00.000Z" as Instant;
    const [one, two, three] = [term(1, [element("a", 1), element("b", 1)]), term(10, [element("a", 2)]), term(20)];
    const before = orderedTerms([one, two, three]);
    const ids = (after: readonly TermWithUnits[]) => changedTerms(before, orderedTerms(after), now).map(({ id }) => id);
    expect(ids([one, two, three])).toEqual([]);
    // Between the first and the second: the first ends earlier; its rent of b applies in all that follow.
    expect(ids([one, term(5, [element("b", 9)]), two, three])).toEqual([one.id, two.id, three.id]);
    expect(ids([one, term(5), two, three])).toEqual([one.id]);
    expect(ids([one, three])).toEqual([one.id, three.id]);
    expect(changedTerms(before, orderedTerms([one, three]), now)[0]).toMatchObject({
      effectiveTo: day(19),
      updatedAt: now,
    });
  });

  it("begin on distinct days and do not end before they begin", () => {
    const all = [term(1), term(5)];
    const codes = (wrong: TermWithUnits) => dayErrors(wrong, all).map(({ field, code }) => [field, code]);
    expect(codes({ ...term(5), id: "another" as Id<"LeaseTerm"> })).toEqual([["effectiveFrom", "taken"]]);
    expect(codes(term(5, [], 5))).toEqual([]);
    expect(codes(term(5, [], 4))).toEqual([["effectiveTo", "greater_than_or_equal_to"]]);
  });
});

describe("A rent", () => {
  it("is twelve monthly rents, or an annual rent whose twelfth is rounded half up", () => {
    expect([0, 5, 6, 7, 18, 1200].map((annual) => monthlyCents(annual as Cents))).toEqual([0, 0, 1, 1, 2, 100]);
    const own = { id: "x" as Id<"LeaseUnitTerm">, leaseUnitId: unit("a") };
    expect(rentOf({ baseRentCents: 80_001 }, own)).toMatchObject({ annualAmountCents: 960_012, rentPeriod: "month" });
    expect(rentOf({ annualAmountCents: 960_012 }, own)).toMatchObject({
      annualAmountCents: 960_012,
      rentPeriod: "year",
    });
  });

  it("keeps absent fields", () => {
    const unchanged = element("a", 1200, {
      vatApplicable: true,
      vatRate: 200_000 as never,
      chargeProvisionCents: 5 as Cents,
    });
    expect(rentOf({ chargeProvisionCents: 7 }, element("a", 0), unchanged)).toMatchObject({
      annualAmountCents: 1200,
      vatApplicable: true,
      vatRate: 200_000,
      chargeProvisionCents: 7,
    });
  });

  it("is refused with both amounts, without an amount, out of bounds, and for a unit of another lease", () => {
    const errors = (input: object, previous?: LeaseUnitTerm) =>
      rentErrors(input, "units[0].", previous).map(({ field, code }) => [field, code]);
    expect(errors({ baseRentCents: 1, annualAmountCents: 12 })).toEqual([["units[0].baseRentCents", "invalid"]]);
    expect(errors({ chargeProvisionCents: 1 })).toEqual([["units[0].annualAmountCents", "blank"]]);
    expect(errors({ chargeProvisionCents: 1 }, element("a", 1))).toEqual([]);
    expect(errors({ baseRentCents: -1, vatRate: 1_000_001 }).map(([, code]) => code)).toEqual([
      "greater_than_or_equal_to",
      "less_than_or_equal_to",
    ]);
    const context = {
      unitIds: new Set([unit("a"), unit("b")]),
      current: byUnit([]),
      before: byUnit([element("b", 1)]),
    };
    const sent = [{ leaseUnitId: unit("c"), baseRentCents: 1 }, { baseRentCents: 1 }, { leaseUnitId: unit("b") }];
    expect(
      unitTermErrors([...sent, { leaseUnitId: unit("b") }], context).map(({ field, code }) => [field, code]),
    ).toEqual([
      ["leaseUnitTerms[0].leaseUnitId", "not_found"],
      ["leaseUnitTerms[1].leaseUnitId", "blank"],
      ["leaseUnitTerms[3].leaseUnitId", "taken"],
    ]);
  });

  it("of several units is the sum of rents rounded per unit, even if a later term sets only one of them", () => {
    const units = [element("a", 18), element("b", 18, { chargeProvisionCents: 5 as Cents })];
    const terms = [{ units }, { units: [] }, { units: [element("b", 30)] }];
    expect(withMonthlyAmounts(terms).map(({ amounts }) => amounts)).toEqual([
      { baseRentCents: 4, chargeProvisionCents: 5, totalCents: 9 },
      { baseRentCents: 4, chargeProvisionCents: 5, totalCents: 9 },
      { baseRentCents: 5, chargeProvisionCents: 0, totalCents: 5 },
    ]);
  });
});
