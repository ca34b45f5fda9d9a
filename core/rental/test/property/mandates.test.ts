import { addMonths, type Day, defaultsOf, type Instant } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextDecision } from "../../src/agency/time/paris-time.ts";
import { MANDATE_STATUSES, type Mandate, mandateRecord } from "../../src/property/mandates/mandate.ts";
import { mandateOn, renewalMonthsOf } from "../../src/property/mandates/mandate-status.ts";
import {
  extendMandate,
  isUndeletableMandate,
  MANDATE_TRANSITIONS,
  terminateMandate,
  withDerivedStatus,
} from "../../src/property/mandates/transitions.ts";

const NOW = "2026-01-01T00:00:00.000Z" as Instant;
const day = (text: string) => text as Day;

const of = (more: Partial<Mandate>): Mandate =>
  ({
    ...defaultsOf(mandateRecord),
    ...{ mandataireId: "m", id: "1", ownerId: "o", reference: "M", startDate: day("2025-01-01") },
    ...{ createdAt: NOW, updatedAt: NOW },
    ...(more.endDate && { firstEndDate: more.endDate }),
    ...more,
  }) as Mandate;

const days = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2034-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10) as Day);

/** Mandates with ordered dates, and a number once they have begun. */
const mandates = fc
  .record({ start: days, months: fc.option(fc.nat(40)), tacit: fc.boolean(), ending: fc.option(days) })
  .map(({ start, months, tacit, ending }) => {
    const endDate = months === null ? null : addMonths(start, months);
    const terminatedOn = ending !== null && ending >= start ? ending : null;
    return of({
      ...{ startDate: start, firstEndDate: endDate, endDate: terminatedOn ?? endDate, terminatedOn, number: 1 },
      renewalMode: tacit ? "tacit" : "none",
    });
  });

describe("A day", () => {
  it("is decided five minutes after its start in Paris, in summer and winter", () => {
    const next = [
      "2026-03-28T22:00:00.000Z",
      "2026-03-29T22:30:00.000Z",
      "2026-10-24T21:59:00.000Z",
      "2026-10-25T12:00:00.000Z",
    ];
    expect(next.map((now) => nextDecision(now as Instant))).toEqual([
      ...["2026-03-28T23:05:00.000Z", "2026-03-30T22:05:00.000Z"],
      ...["2026-10-24T22:05:00.000Z", "2026-10-25T23:05:00.000Z"],
    ]);
  });
});

describe("A mandate on a day", () => {
  it("is active from its first to its last day, both included", () => {
    const mandate = withDerivedStatus(of({ endDate: day("2025-12-31") }), day("2025-01-01"));
    const statuses = ["2024-12-31", "2025-01-01", "2025-12-31", "2026-01-01"].map(
      (text) => mandateOn(mandate, day(text)).status,
    );
    expect(statuses).toEqual(["draft", "active", "active", "expired"]);
  });

  it("cannot be removed once it is in the register, on any day", () => {
    expect([null, 1].map((number) => isUndeletableMandate(of({ number }), day("2024-12-31")))).toEqual([false, true]);
    expect(isUndeletableMandate(of({}), day("2025-01-01"))).toBe(true);
  });

  it("renews tacitly for the length of its first period, at least a year, counted from its first end", () => {
    expect(renewalMonthsOf(day("2025-01-01"), day("2027-12-31"))).toBe(36);
    expect(renewalMonthsOf(day("2025-01-01"), day("2025-06-30"))).toBe(12);
    expect(renewalMonthsOf(day("2025-01-01"), day("2026-06-15"))).toBe(17);
    const mandate = withDerivedStatus(of({ endDate: day("2024-02-29"), renewalMode: "tacit" }), day("2025-01-01"));
    const ends = ["2024-02-29", "2024-03-01", "2025-02-28", "2025-03-01", "2027-03-01"].map(
      (text) =>
        mandateOn({ ...of({ endDate: day("2024-02-29") }), startDate: day("2023-03-01"), renewalMonths: 12 }, day(text))
          .endDate,
    );
    expect(ends).toEqual(["2024-02-29", "2025-02-28", "2025-02-28", "2026-02-28", "2028-02-29"]);
    expect(mandate.endDate).toBe("2025-02-28");
  });

  it("does not depend on the days on which its state was written", () => {
    fc.assert(
      fc.property(mandates, days, days, (mandate, one, other) => {
        const [before, after] = [one, other].sort() as [Day, Day];
        const bare = withDerivedStatus(mandate, mandate.startDate < before ? mandate.startDate : before);
        expect(mandateOn(withDerivedStatus(bare, before), after)).toEqual(mandateOn(bare, after));
      }),
    );
  });

  it("follows the table of transitions under any operations on any days", () => {
    const doors = fc.array(fc.record({ door: fc.constantFrom("day", "extend", "terminate"), on: days, to: days }));
    fc.assert(
      fc.property(mandates, doors, (mandate, steps) => {
        let present = withDerivedStatus(mandate, mandate.startDate);
        for (const { door, on: today, to } of steps.toSorted((a, b) => (a.on < b.on ? -1 : 1))) {
          const { status } = mandateOn(present, today);
          expect(MANDATE_STATUSES).toContain(status);
          const open = Object.keys(MANDATE_TRANSITIONS[status]);
          const through = {
            day: withDerivedStatus,
            extend: (m: Mandate) => extendMandate(m, to, today),
            terminate: (m: Mandate) => terminateMandate(m, to, today),
          };
          try {
            present = through[door as "day"](present, today);
          } catch (error) {
            const { code } = error as { code: string };
            expect(code === "invalid_transition").toBe(!open.includes(door));
            continue;
          }
          if (door === "day") continue;
          if (door === "extend") expect(mandateOn(present, to).status).toBe("active");
          expect(MANDATE_TRANSITIONS[status][door as "extend"]).toContain(present.status);
          expect(present.endDate).toBe(to);
          expect(isUndeletableMandate(present, today)).toBe(true);
        }
      }),
    );
  });
});
