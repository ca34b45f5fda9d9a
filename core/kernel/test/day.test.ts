import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantOf } from "../src/clock.ts";
import {
  addMonths,
  addQuarters,
  addYears,
  type Day,
  dayAfter,
  dayBefore,
  dayOfMonth,
  daysBetween,
  firstDay,
  firstDayOfQuarter,
  firstDayOfYear,
  lastDay,
  lastDayOfYear,
  type Month,
  monthAfter,
  monthNumberOf,
  monthOf,
  monthsBetween,
  parseDay,
  parseMonth,
  parseQuarter,
  periodsBetween,
  quarterOf,
} from "../src/day.ts";

const months = fc
  .tuple(fc.integer({ min: 1000, max: 9998 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, "0")}` as Month);

describe("The calendar", () => {
  it("counts months and whole periods, independent of the days", () => {
    const [from, to] = ["2025-11-30" as Day, "2026-03-01" as Day];
    expect([monthsBetween(from, to), monthsBetween(to, from), monthsBetween("2025-12" as Month, to)]).toEqual([
      4, -4, 3,
    ]);
    expect([periodsBetween(from, to, 3), periodsBetween(to, from, 3), periodsBetween(from, to, 12)]).toEqual([
      1, -2, 0,
    ]);
    expect([dayOfMonth(from), dayOfMonth(to)]).toEqual([30, 1]);
  });

  it("adds months, and uses the last day of shorter months", () => {
    const from = "2024-01-31" as Day;
    expect([0, 1, 2, 13, -2].map((count) => addMonths(from, count))).toEqual([
      "2024-01-31",
      "2024-02-29",
      "2024-03-31",
      "2025-02-28",
      "2023-11-30",
    ]);
    expect(addMonths("9999-11-30" as Day, 3)).toBe("9999-12-31");
    fc.assert(
      fc.property(months, fc.integer({ min: 1, max: 31 }), fc.integer({ min: 0, max: 400 }), (month, number, count) => {
        const day = parseDay(`${month}-${String(number).padStart(2, "0")}`);
        if (day === null || month > "9900") return;
        const later = addMonths(day, count);
        const reached = Array.from({ length: count }).reduce<Month>(monthAfter, month);
        expect(monthOf(later)).toBe(reached);
        expect(later.slice(8)).toBe([day, lastDay(reached)].map((each) => each.slice(8)).sort()[0]);
      }),
    );
  });

  it("counts quarters like months", () => {
    fc.assert(
      fc.property(months, fc.integer({ min: -40, max: 40 }), (month, count) => {
        if (month < "1100" || month > "9900") return;
        const quarter = quarterOf(lastDay(month));
        expect(parseQuarter(quarter)).toBe(quarter);
        expect(quarterOf(firstDay(month))).toBe(quarter);
        const first = firstDayOfQuarter(quarter);
        expect(first <= firstDay(month) && lastDay(month) < addMonths(first, 3)).toBe(true);
        expect([1, 4, 7, 10]).toContain(monthNumberOf(first));
        expect(firstDayOfQuarter(addQuarters(quarter, count))).toBe(addMonths(first, 3 * count));
        expect(addYears(quarter, count)).toBe(addQuarters(quarter, 4 * count));
      }),
    );
    expect([quarterOf("2024-12-31" as Day), addQuarters(quarterOf("2024-12-31" as Day), 1)]).toEqual([
      "2024-Q4",
      "2025-Q1",
    ]);
    for (const text of ["2024-Q0", "2024-Q5", "2024-q1", "24-Q1", " 2024-Q1", "2024-Q1\n"])
      expect(parseQuarter(text)).toBeNull();
  });

  it("counts days between two days, negative ones included", () => {
    fc.assert(
      fc.property(months, (month) => {
        const [day, next] = [lastDay(month), dayAfter(lastDay(month))];
        expect([next, dayBefore(next)]).toEqual([firstDay(monthAfter(month)), day]);
        expect([daysBetween(day, next), daysBetween(next, day), daysBetween(day, day)]).toEqual([1, -1, 0]);
      }),
    );
    expect(daysBetween("2024-01-01" as Day, "2025-01-01" as Day)).toBe(366);
    expect(dayAfter("9999-12-31" as Day)).toBe("9999-12-31");
  });

  it("parses exactly the days that exist, in one spelling", () => {
    for (const text of ["2026-02-28", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
      expect(parseDay(text)).toBe(text);
    for (const text of ["2026-02-29", "1900-02-29", "2026-13-01", "2026-04-31", "2026-1-1", "20260101", " 2026-01-01"])
      expect(parseDay(text)).toBeNull();
    expect(["2026-12", "2026-00", "2026-13", "2026-1", "2026-01-01"].map(parseMonth)).toEqual([
      "2026-12",
      null,
      null,
      null,
      null,
    ]);
  });

  it("has consecutive months without gaps", () => {
    fc.assert(
      fc.property(months, (month) => {
        expect(parseDay(lastDay(month))).toBe(dayBefore(firstDay(monthAfter(month))));
        expect([monthOf(firstDay(month)), monthOf(lastDay(month))]).toEqual([month, month]);
        expect(monthAfter(month) > month).toBe(true);
      }),
    );
    expect([lastDay("2024-02" as Month), lastDay("2100-02" as Month)]).toEqual(["2024-02-29", "2100-02-28"]);
  });

  it("returns the first and last day of a year, in four digits", () => {
    expect([firstDayOfYear(2026), lastDayOfYear(2026)]).toEqual(["2026-01-01", "2026-12-31"]);
    expect([firstDayOfYear(987), lastDayOfYear(987)]).toEqual(["0987-01-01", "0987-12-31"]);
    expect(dayBefore("2026-01-01" as Day)).toBe(lastDayOfYear(2025));
  });
});

describe("An instant", () => {
  it("is formatted like the platform formats it, at any time", () => {
    const days = fc.integer({ min: -1_000, max: 2_940_000 });
    const moments = fc.oneof(
      fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }),
      fc.tuple(days, fc.integer({ min: 0, max: 86_399_999 })).map(([day, rest]) => day * 86_400_000 + rest),
      fc.double({ min: 0, max: 4e12, noNaN: true }),
      fc.constantFrom(-1, -0, 0, 253_402_300_799_999, 253_402_300_800_000),
    );
    fc.assert(fc.property(moments, (moment) => instantOf(moment) === new Date(moment).toISOString()));
    const inARow = [20_000, 20_001, 20_000].map((day) => day * 86_400_000);
    expect(inARow.map(instantOf)).toEqual(inARow.map((moment) => new Date(moment).toISOString()));
    expect(() => instantOf(Number.NaN)).toThrow(RangeError);
  });
});
