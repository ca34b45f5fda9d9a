import {
  addMonths,
  type Day,
  type Decimal,
  dayAfter,
  dayBefore,
  firstDay,
  type Month,
  monthAfter,
  monthOf,
  parseDay,
} from "@cartulary/kernel";
import { type Cents, cents, sum } from "@cartulary/ledger";
import {
  amountsOf,
  type BillingPeriod,
  type BillingSchedule,
  monthOfYearCents,
  periodsAnchoredIn,
  type Tariff,
  vatOf,
  wholePeriodCents,
} from "@cartulary/rental/billing";
import { PAYMENT_FREQUENCIES, type PaymentFrequency, PRORATIONS, type Proration } from "@cartulary/rental/property";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const day = (text: string): Day => parseDay(text) as Day;
const percent = (number: number) => (number * 10_000) as Decimal;
const NONE = percent(0);

const schedule = (fields: Partial<BillingSchedule>): BillingSchedule => ({
  startDate: day("2026-01-01"),
  calendar: "civil",
  cycleMonth: 1,
  frequency: "monthly",
  timing: "advance",
  paymentDay: 1,
  ...fields,
});

/** The runs of some months, one after the other. */
function billedBy(terms: BillingSchedule, letDays: { from: Day; to: Day }, after = 14): readonly BillingPeriod[] {
  const periods: BillingPeriod[] = [];
  const last = monthOf(addMonths(letDays.to, after));
  for (let month = monthOf(letDays.from); month <= last; month = monthAfter(month))
    periods.push(...periodsAnchoredIn(month as Month, terms, letDays));
  return periods;
}

const days = () =>
  fc
    .integer({ min: 0, max: 4000 })
    .map((count) => day(new Date(Date.UTC(2019, 0, 1 + count)).toISOString().slice(0, 10)));
const schedules = () =>
  fc.record({
    startDate: days(),
    calendar: fc.constantFrom("civil" as const, "anniversary" as const),
    cycleMonth: fc.integer({ min: 1, max: 12 }),
    frequency: fc.constantFrom<PaymentFrequency>(...PAYMENT_FREQUENCIES),
    timing: fc.constantFrom("advance" as const, "arrears" as const),
    paymentDay: fc.integer({ min: 1, max: 31 }),
  });
const later = (from: Day, count: number): Day =>
  day(new Date(Date.parse(from) + count * 86_400_000).toISOString().slice(0, 10));
/** A schedule, and when a unit is let: from the lease's start or later. */
const lettings = () =>
  fc
    .tuple(schedules(), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 900 }))
    .map(([terms, entry, stay]) => {
      const from = later(terms.startDate, entry);
      return { terms, letDays: { from, to: later(from, stay) } };
    });
const annual = () => fc.integer({ min: 0, max: 100_000_000 }).map(cents);
const proration = () => fc.constantFrom<Proration>(...PRORATIONS);

describe("The periods of a lease", () => {
  it("cover each let day of a unit exactly once over all runs [R-11]", () => {
    fc.assert(
      fc.property(lettings(), ({ terms, letDays }) => {
        const billed = billedBy(terms, letDays)
          .map((period) => period.billed)
          .toSorted((one, other) => (one.from < other.from ? -1 : 1));
        expect(billed[0]?.from).toBe(letDays.from);
        expect(billed.at(-1)?.to).toBe(letDays.to);
        for (const [index, { from }] of billed.entries())
          if (index > 0) expect(from).toBe(dayAfter(billed[index - 1]?.to as Day));
      }),
      { numRuns: 60 },
    );
  });

  it("belong to the month of their first day in advance, of their last day in arrears", () => {
    const [first, second] = ["2026-02-15", "2026-03-25"].map(day);
    const letDays = { from: first as Day, to: second as Day };
    const advance = schedule({ startDate: day("2026-01-10"), frequency: "quarterly" });
    expect(periodsAnchoredIn("2026-02" as Month, advance, letDays)).toMatchObject([{ billed: letDays }]);
    expect(periodsAnchoredIn("2026-01" as Month, advance, letDays)).toEqual([]);
    const arrears = schedule({ startDate: day("2026-01-17"), calendar: "anniversary", timing: "arrears" });
    expect(periodsAnchoredIn("2026-03" as Month, arrears, letDays).map(({ billed }) => billed)).toEqual([
      { from: "2026-02-17", to: "2026-03-16" },
      { from: "2026-03-17", to: "2026-03-25" },
    ]);
  });

  it("begin each month on the day of the lease's start, or on the last day of a shorter month", () => {
    const terms = schedule({ startDate: day("2027-01-31"), calendar: "anniversary" });
    const starts = billedBy(terms, { from: day("2027-01-31"), to: day("2027-06-29") }).map(({ whole }) => whole.from);
    expect(starts).toEqual(["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]);
  });

  it("of civil quarters follow the first month of the year", () => {
    const terms = schedule({ frequency: "quarterly", cycleMonth: 12, startDate: day("2026-02-10") });
    const periods = billedBy(terms, { from: day("2026-02-10"), to: day("2026-09-30") });
    expect(periods.map(({ whole, billed }) => [whole.from, billed.from, whole.to])).toEqual([
      ["2025-12-01", "2026-02-10", "2026-02-28"],
      ["2026-03-01", "2026-03-01", "2026-05-31"],
      ["2026-06-01", "2026-06-01", "2026-08-31"],
      ["2026-09-01", "2026-09-01", "2026-11-30"],
    ]);
    expect(periods[0]?.blocks.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it("are due on the payment day: in advance not before their start, in arrears not before their end", () => {
    const dueDates = (fields: Partial<BillingSchedule>, from: string, to: string) =>
      billedBy(schedule({ startDate: day(from), ...fields }), { from: day(from), to: day(to) }).map(
        ({ dueDate }) => dueDate,
      );
    expect(dueDates({ paymentDay: 5 }, "2026-01-12", "2026-03-10")).toEqual(["2026-01-12", "2026-02-05", "2026-03-05"]);
    expect(dueDates({ paymentDay: 31 }, "2026-02-01", "2026-02-20")).toEqual(["2026-02-28"]);
    const arrears = { timing: "arrears" as const };
    expect(dueDates({ ...arrears, paymentDay: 5 }, "2026-01-01", "2026-02-03")).toEqual(["2026-02-05", "2026-02-05"]);
    expect(dueDates({ ...arrears, paymentDay: 31 }, "2026-01-01", "2026-02-28")).toEqual(["2026-01-31", "2026-02-28"]);
  });

  it("are never due before their first billed day", () => {
    fc.assert(
      fc.property(lettings(), ({ terms, letDays }) => {
        for (const { billed, dueDate } of billedBy(terms, letDays)) expect(dueDate >= billed.from).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

/** One tariff for all the billed days. */
const throughout = (period: BillingPeriod, annualCents: Cents, reductionPercent: Decimal = NONE): Tariff[] => [
  { ...period.billed, annualCents, reductionPercent },
];

/** A tariff cut before some days of it. */
function cut(tariff: Tariff, before: readonly Day[]): Tariff[] {
  const inside = [...new Set(before)].filter((each) => each > tariff.from && each <= tariff.to).toSorted();
  const starts = [tariff.from, ...inside];
  return starts.map((from, index) => {
    const next = starts[index + 1];
    return { ...tariff, from, to: next ? dayBefore(next) : tariff.to };
  });
}

const only = (terms: BillingSchedule, from: string, to: string): BillingPeriod =>
  billedBy(terms, { from: day(from), to: day(to) })[0] as BillingPeriod;

describe("The amount of a period", () => {
  it("of twelve months equals the annual amount, from any first month [R-6]", () => {
    fc.assert(
      fc.property(schedules(), annual(), proration(), (terms, annualCents, custom) => {
        const from = terms.calendar === "anniversary" ? terms.startDate : firstDay(monthOf(terms.startDate));
        const start =
          terms.calendar === "anniversary"
            ? from
            : addMonths(from, (12 + terms.cycleMonth - Number(from.slice(5, 7))) % 12);
        const letDays = { from: start, to: dayBefore(addMonths(start, 12)) };
        const periods = billedBy({ ...terms, startDate: start }, letDays);
        const amounts = periods.flatMap((period) => amountsOf(custom, period, throughout(period, annualCents)));
        expect(sum(amounts)).toBe(annualCents);
        expect(periods.map((period) => wholePeriodCents(period, annualCents))).toEqual(amounts);
      }),
      { numRuns: 60 },
    );
    expect(Array.from({ length: 12 }, (_, index) => monthOfYearCents(cents(100), index + 1))).toEqual([
      8, 9, 8, 8, 9, 8, 8, 9, 8, 8, 9, 8,
    ]);
  });

  it("does not depend on how the period is cut [R-7]", () => {
    fc.assert(
      fc.property(
        lettings(),
        annual(),
        proration(),
        fc.array(days(), { maxLength: 12 }),
        fc.nat(200_000),
        (letting, annualCents, custom, cuts, rate) => {
          for (const period of billedBy(letting.terms, letting.letDays)) {
            const [whole] = throughout(period, annualCents, percent(30));
            const pieces = cut(
              whole as Tariff,
              cuts.map((each) => later(period.billed.from, Number(each.slice(8)) * 2)),
            );
            const [uncut] = amountsOf(custom, period, [whole as Tariff]);
            const amounts = amountsOf(custom, period, pieces);
            expect(sum(amounts)).toBe(uncut);
            const taxed = amounts.map((htCents) => ({ htCents, vatRate: rate as Decimal }));
            expect(sum(vatOf(taxed))).toBe(sum(vatOf([{ htCents: uncut as Cents, vatRate: rate as Decimal }])));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("never decreases with more days, nor exceeds the whole period [R-8]", () => {
    fc.assert(
      fc.property(
        schedules(),
        annual(),
        proration(),
        fc.nat(400),
        fc.nat(400),
        (terms, annualCents, custom, one, other) => {
          fc.pre(custom !== "full_month");
          const from = terms.startDate;
          const [short, long] = [Math.min(one, other), Math.max(one, other)].map((stay) => {
            const [period] = billedBy(terms, { from, to: later(from, stay) });
            return period as BillingPeriod;
          }) as [BillingPeriod, BillingPeriod];
          const [less] = amountsOf(custom, short, throughout(short, annualCents)) as [Cents];
          const [more] = amountsOf(custom, long, throughout(long, annualCents)) as [Cents];
          fc.pre(short.whole.from === long.whole.from);
          expect(less).toBeGreaterThanOrEqual(0);
          expect(less).toBeLessThanOrEqual(more);
          expect(more).toBeLessThanOrEqual(wholePeriodCents(long, annualCents));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("follows the proration of the lease: four amounts for the same twenty days", () => {
    const period = only(schedule({ startDate: day("2026-03-12") }), "2026-03-12", "2026-12-31");
    const amounts = PRORATIONS.map((custom) => amountsOf(custom, period, throughout(period, cents(1_200_000))));
    expect(amounts).toEqual([[64_516], [63_333], [65_753], [100_000]]);
  });

  it("counts the days that February lacks in a 30-day month on its last day", () => {
    const amountIn = (from: string, to: string) => {
      const period = only(schedule({ startDate: day(from) }), from, to);
      return amountsOf("thirty_days", period, throughout(period, cents(360_000)))[0];
    };
    expect([amountIn("2026-02-28", "2026-02-28"), amountIn("2028-02-29", "2028-02-29")]).toEqual([3000, 2000]);
    expect([amountIn("2026-03-31", "2026-03-31"), amountIn("2026-03-01", "2026-03-30")]).toEqual([0, 30_000]);
  });

  it("for a departure and an arrival the next day adds up to the month, within a cent [R-9]", () => {
    fc.assert(
      fc.property(
        annual(),
        fc.constantFrom<Proration>("actual_month", "thirty_days"),
        fc.integer({ min: 1, max: 27 }),
        fc.integer({ min: 1, max: 12 }),
        (annualCents, custom, leaves, number) => {
          const month = `2026-${String(number).padStart(2, "0")}` as Month;
          const [first, leaving] = [firstDay(month), `${month}-${String(leaves).padStart(2, "0")}`];
          const [last, terms] = [dayBefore(addMonths(first, 1)), schedule({})];
          const [gone] = periodsAnchoredIn(month, terms, { from: first, to: day(leaving) });
          const [come] = periodsAnchoredIn(month, terms, { from: dayAfter(day(leaving)), to: last });
          const amounts = [gone, come].flatMap((period) =>
            amountsOf(custom, period as BillingPeriod, throughout(period as BillingPeriod, annualCents)),
          );
          expect(Math.abs(sum(amounts) - monthOfYearCents(annualCents, number))).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is the same in advance and in arrears over a whole lease [R-12]", () => {
    fc.assert(
      fc.property(lettings(), annual(), proration(), ({ terms, letDays }, annualCents, custom) => {
        const [advance, arrears] = (["advance", "arrears"] as const).map((timing) =>
          sum(
            billedBy({ ...terms, timing }, letDays).flatMap((period) =>
              amountsOf(custom, period, throughout(period, annualCents)),
            ),
          ),
        );
        expect(advance).toBe(arrears);
      }),
      { numRuns: 40 },
    );
  });

  it("falls with the reduction: unchanged at 0 percent, zero at 100 percent [R-10]", () => {
    fc.assert(
      fc.property(
        lettings(),
        annual(),
        proration(),
        fc.nat(1_000_000),
        fc.nat(1_000_000),
        ({ terms, letDays }, annualCents, custom, one, other) => {
          const [period] = billedBy(terms, letDays) as [BillingPeriod];
          const less = (reduction: number) =>
            amountsOf(custom, period, throughout(period, annualCents, reduction as Decimal))[0] as Cents;
          expect(less(1_000_000)).toBe(0);
          expect(less(Math.max(one, other))).toBeLessThanOrEqual(less(Math.min(one, other)));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("of days without a tariff is zero", () => {
    const period = only(schedule({}), "2026-01-01", "2026-01-31");
    const tariff = {
      from: day("2026-01-11"),
      to: day("2026-01-31"),
      annualCents: cents(372_000),
      reductionPercent: NONE,
    };
    expect(amountsOf("actual_month", period, [tariff])).toEqual([21_000]);
  });

  it("rounds VAT on the sum at each rate, not line by line", () => {
    const taxed = [1, 1, 1].map((htCents) => ({ htCents: cents(htCents), vatRate: percent(20) }));
    expect(vatOf([...taxed, { htCents: cents(50), vatRate: null }])).toEqual([0, 0, 1, 0]);
    expect(vatOf([...taxed, { htCents: cents(10), vatRate: percent(10) }]).at(-1)).toBe(1);
  });
});
