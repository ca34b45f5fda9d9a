import { addDays, type Day, dayAfter, easterSundayOf, weekdayOf } from "@cartulary/kernel";
import { type Distribution, dueDay } from "@cartulary/rental/billing";
import { bankDayFrom, isBankOpen } from "@cartulary/rental/money";
import fc from "fast-check";
import { expect, it } from "vitest";

const day = (text: string) => text as Day;
const days = fc.integer({ min: 0, max: 80_000 }).map((count) => addDays(day("1970-01-01"), count));

it("Easter matches the published tables", () => {
  // The earliest and the latest that there are, and those of some years.
  for (const sunday of [
    ...["1818-03-22", "1943-04-25", "1954-04-18", "1981-04-19", "2000-04-23", "2008-03-23", "2024-03-31"],
    ...["2025-04-20", "2026-04-05", "2027-03-28", "2038-04-25", "2049-04-18", "2076-04-19", "2285-03-22"],
  ])
    expect(easterSundayOf(sunday as Day)).toBe(sunday);
  fc.assert(
    fc.property(fc.integer({ min: 1600, max: 9990 }), (year) => {
      const easter = easterSundayOf(`${year}-01-01` as Day);
      expect(weekdayOf(easter)).toBe(7);
      expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true);
    }),
  );
});

it("banks execute on every day except weekends and TARGET holidays", () => {
  const closed = ["2026-01-01", "2026-04-03", "2026-04-06", "2026-05-01", "2026-12-25", "2027-03-26", "2027-03-29"];
  for (const each of [...closed, "2026-03-07", "2026-03-08", "2028-12-26"])
    expect([each, isBankOpen(day(each))]).toEqual([each, false]);
  // A French holiday is not a bank holiday.
  for (const each of ["2026-07-14", "2026-05-08", "2026-05-14", "2026-04-02", "2026-04-07"])
    expect([each, isBankOpen(day(each))]).toEqual([each, true]);
  expect(bankDayFrom(day("2026-04-03"))).toBe("2026-04-07");
  expect(bankDayFrom(day("2026-12-25"))).toBe("2026-12-28");
  expect(bankDayFrom(day("9999-12-31"))).toBe("9999-12-31");
  fc.assert(
    fc.property(days, (from) => {
      const open = bankDayFrom(from);
      expect(isBankOpen(open)).toBe(true);
      for (let each = from; each < open; each = dayAfter(each)) expect(isBankOpen(each)).toBe(false);
      expect(open <= addDays(from, 4)).toBe(true);
    }),
  );
});

it("a payout is due on its mandate's day after the run's period, and not before its receipts are old enough", () => {
  const due = (distribution: Partial<Distribution>) =>
    dueDay({
      ...{ periodEnd: day("2026-01-31"), distributionDay: null, distributionMarginDays: null, lastReceiptOn: null },
      ...distribution,
    });
  expect(due({})).toBeNull();
  expect(due({ lastReceiptOn: day("2026-01-20") })).toBeNull();
  expect(due({ distributionMarginDays: 10 })).toBeNull();
  expect(due({ distributionDay: 10 })).toBe("2026-02-10");
  expect(due({ distributionDay: 31 })).toBe("2026-02-28");
  expect(due({ distributionDay: 31, periodEnd: day("2026-12-31") })).toBe("2027-01-31");
  expect(due({ distributionMarginDays: 0, lastReceiptOn: day("2026-01-20") })).toBe("2026-01-20");
  expect(due({ distributionMarginDays: 15, lastReceiptOn: day("2026-01-20") })).toBe("2026-02-04");
  const both = { distributionDay: 3, distributionMarginDays: 15 };
  expect(due({ ...both, lastReceiptOn: day("2026-01-20") })).toBe("2026-02-04");
  expect(due({ ...both, lastReceiptOn: day("2026-01-05") })).toBe("2026-02-03");
});

it("days can be added, and have a weekday", () => {
  expect([addDays(day("2026-02-28"), 1), addDays(day("2026-03-01"), -1)]).toEqual(["2026-03-01", "2026-02-28"]);
  expect([addDays(day("9999-12-30"), 5), addDays(day("9999-12-31"), -1)]).toEqual(["9999-12-31", "9999-12-30"]);
  expect(["2026-03-02", "2026-03-08", "1969-12-31"].map((each) => weekdayOf(day(each)))).toEqual([1, 7, 3]);
});
