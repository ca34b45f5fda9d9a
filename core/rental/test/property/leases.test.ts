import { addMonths, type Day, defaultsOf, type HasId, type Id, type NewId } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  arrayErrors,
  type LeaseArrayStores,
  type LeaseArraysInput,
  removeArrays,
  replaceArrays,
} from "../../src/property/leases/arrays.ts";
import { breakDateOn, breakDateRecord } from "../../src/property/leases/break-date.ts";
import { gliPolicyOn, gliPolicyRecord } from "../../src/property/leases/gli-policy.ts";
import { LEASE_STATUSES, type LeaseId, type LeaseType } from "../../src/property/leases/lease.ts";
import { isInForce, leaseStatusOn, RENEWAL_MONTHS } from "../../src/property/leases/lease-status.ts";
import { leaseTransitions, nextStatus } from "../../src/property/leases/lease-transitions.ts";

const day = (text: string) => text as Day;
const lease = (more: object = {}) => ({
  status: "active" as const,
  leaseType: "commercial" as LeaseType,
  autoRenewal: false,
  startDate: day("2017-03-01"),
  endDate: day("2026-02-28") as Day | null,
  endDateGiven: day("2026-02-28") as Day | null,
  ...more,
});

describe("A lease on a day", () => {
  it("lasts until its last day and has ended on the next", () => {
    expect(leaseStatusOn(lease(), day("2026-02-28")).status).toBe("active");
    expect(leaseStatusOn(lease(), day("2026-03-01"))).toMatchObject({ status: "ended", endDate: "2026-02-28" });
    expect(leaseStatusOn(lease({ status: "notice" }), day("2026-03-01")).status).toBe("ended");
    expect(leaseStatusOn(lease({ endDate: null }), day("9999-12-31")).status).toBe("active");
  });

  it.each(["draft", "cancelled", "ended"] as const)("stays %s on every day", (status) => {
    const stored = lease({ status, autoRenewal: true });
    expect(leaseStatusOn(stored, day("2030-01-01"))).toEqual(stored);
  });

  it("is renewed by the months of its type, counted from the end as entered", () => {
    const ends = fc.date({ min: new Date("1999-01-01"), max: new Date("2030-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(
        ends,
        ends,
        fc.constantFrom(...(Object.keys(RENEWAL_MONTHS) as LeaseType[])),
        (end, now, leaseType) => {
          const [initial, today] = [end, now].map((date) => day(date.toISOString().slice(0, 10))) as [Day, Day];
          const renewing = lease({ leaseType, autoRenewal: true, endDate: initial, endDateGiven: initial });
          let [times, expected] = [0, initial];
          while (expected < today) {
            times += 1;
            expected = addMonths(initial, times * (RENEWAL_MONTHS[leaseType] ?? 0));
          }
          const then = leaseStatusOn(renewing, today);
          expect(then).toMatchObject({ status: "active", endDate: expected });
          expect(leaseStatusOn(leaseStatusOn(renewing, initial), today)).toEqual(then);
          expect(leaseStatusOn(then, today)).toEqual(then);
        },
      ),
    );
    const leap = lease({
      leaseType: "parking",
      autoRenewal: true,
      endDate: day("2025-02-28"),
      endDateGiven: day("2024-02-29"),
    });
    expect(leaseStatusOn(leap, day("2028-02-29"))).toMatchObject({ status: "active", endDate: "2028-02-29" });
  });

  it.each(["student", "mobility", "derogatory"])("is not renewed if it is %s or under notice", (leaseType) => {
    expect(leaseStatusOn(lease({ leaseType, autoRenewal: true }), day("2026-03-01")).status).toBe("ended");
    expect(leaseStatusOn(lease({ autoRenewal: true, status: "notice" }), day("2026-03-01")).status).toBe("ended");
  });

  it("is in force from its first day to its last", () => {
    const days = ["2017-02-28", "2017-03-01", "2026-02-28", "2026-03-01"].map(day);
    expect(days.map((each) => isInForce(lease(), each))).toEqual([false, true, true, false]);
    expect(isInForce(lease({ status: "draft" }), day("2020-01-01"))).toBe(false);
  });
});

describe("Status changes of a lease", () => {
  it("are allowed from the statuses of their table only", () => {
    for (const [door, { from, to }] of Object.entries(leaseTransitions)) {
      for (const status of LEASE_STATUSES) {
        const attempt = () => nextStatus(door as keyof typeof leaseTransitions, status);
        if (from.includes(status)) expect(attempt()).toBe(to);
        else expect(attempt).toThrow(expect.objectContaining({ code: "invalid_transition" }));
      }
    }
    expect(Object.values(leaseTransitions).flatMap(({ from }) => from)).not.toContain("cancelled");
  });
});

describe("Arrays of a lease on a day", () => {
  const policy = (more: object) => ({ ...defaultsOf(gliPolicyRecord), id: "policy" as never, ...more });
  it("show whether a policy is in force, and whether it ends within sixty days", () => {
    const insured = policy({ startDate: day("2026-01-01"), endDate: day("2026-12-31") });
    const shownOn = (today: string) => gliPolicyOn(insured, day(today));
    expect(shownOn("2025-12-31")).toMatchObject({ status: "upcoming", expiringSoon: false });
    expect(shownOn("2026-01-01")).toMatchObject({ status: "active", expiringSoon: false });
    expect(shownOn("2026-11-01")).toMatchObject({ status: "active", expiringSoon: true });
    expect(shownOn("2026-10-31")).toMatchObject({ status: "active", expiringSoon: false });
    expect(shownOn("2026-12-31")).toMatchObject({ status: "active", expiringSoon: true });
    expect(shownOn("2027-01-01")).toMatchObject({ status: "expired", expiringSoon: false });
    expect(gliPolicyOn(policy({}), day("2026-01-01"))).toMatchObject({ status: "active", expiringSoon: false });
  });

  it("show the days until a break, and whether notice is possible", () => {
    const initial = { ...defaultsOf(breakDateRecord), id: "break" as never, breakDate: day("2026-08-31") };
    const shownOn = (today: string, more: object = {}) => breakDateOn({ ...initial, ...more }, 6, day(today));
    expect(shownOn("2026-02-27")).toMatchObject({
      status: "upcoming",
      noticeDeadline: "2026-02-28",
      daysUntilBreak: 185,
    });
    expect(shownOn("2026-02-28")).toMatchObject({ status: "notice_open", noticePeriodStarted: true });
    expect(shownOn("2026-08-31")).toMatchObject({ status: "notice_open", daysUntilBreak: 0 });
    expect(shownOn("2026-09-01")).toMatchObject({ status: "passed", daysUntilBreak: null });
    expect(shownOn("2026-09-01", { status: "waived" }).status).toBe("waived");
    expect(shownOn("2026-01-01", { noticeDeadline: day("2026-01-01") }).status).toBe("notice_open");
    expect(breakDateOn(initial, null, day("2026-08-30"))).toMatchObject({ status: "upcoming", noticeDeadline: null });
  });
});

describe("Arrays of a lease", () => {
  const leaseId = "lease" as LeaseId;
  let last = 0;
  const newId: NewId = <Noun extends string>() => {
    last += 1;
    return `id ${last}` as Id<Noun>;
  };
  const inMemory = () => {
    let stored: readonly HasId[] = [];
    return {
      of: async () => stored,
      replace: async (_: string, elements: readonly HasId[]) => {
        stored = elements;
      },
    };
  };
  const stores = () =>
    ({
      gliPolicies: inMemory(),
      breakDates: inMemory(),
      franchisePeriods: inMemory(),
      cappingRules: inMemory(),
      supportMeasures: inMemory(),
    }) as unknown as LeaseArrayStores;
  const refusedFields = async (input: LeaseArraysInput) =>
    (await arrayErrors(stores(), null, input)).map(({ field, code }) => `${field} ${code}`);

  it("have defaults, keep absent fields, and are removed together", async () => {
    const all = stores();
    const franchisePeriods = [{ startDate: day("2026-01-01"), endDate: day("2026-01-31") }];
    const breakDates = [{ breakDate: day("2026-08-31"), breakType: "legal" as const }];
    await replaceArrays(all, leaseId, { franchisePeriods, breakDates }, newId);
    const [franchise] = await all.franchisePeriods.of(leaseId);
    expect(franchise).toMatchObject({ franchiseType: "rent_free", reductionPercent: 1_000_000, scopeType: "rent" });
    const [before] = await all.breakDates.of(leaseId);
    const changes = { breakDates: [{ id: before?.id as never, status: "waived" as const }] };
    expect(await arrayErrors(all, leaseId, changes)).toEqual([]);
    await replaceArrays(all, leaseId, changes, newId);
    expect(await all.breakDates.of(leaseId)).toEqual([{ ...before, status: "waived" }]);
    expect(await all.franchisePeriods.of(leaseId)).toEqual([franchise]);
    await removeArrays(all, leaseId);
    expect(await all.franchisePeriods.of(leaseId)).toEqual([]);
  });

  it("are refused with the path of every invalid field", async () => {
    const backwards = { startDate: day("2026-02-01"), endDate: day("2026-01-31") };
    expect(
      await refusedFields({
        gliPolicies: [{}, { coverageRate: 1_000_001 as never }],
        breakDates: [{}],
        franchisePeriods: [{ startDate: day("2026-01-01") }],
        cappingRules: [{ referenceAmountCents: -1 as never }],
        supportMeasures: [{ modifierType: " " }],
      }),
    ).toEqual([
      "gliPolicies[1].coverageRate less_than_or_equal_to",
      "breakDates[0].breakDate blank",
      "franchisePeriods[0].endDate blank",
      "cappingRules[0].cappingType blank",
      "cappingRules[0].referenceAmountCents greater_than_or_equal_to",
      "supportMeasures[0].modifierType blank",
    ]);
    expect(await refusedFields({ gliPolicies: [{}, backwards] })).toEqual([
      "gliPolicies[1].endDate greater_than_or_equal_to",
    ]);
    expect(await refusedFields({ franchisePeriods: [{ ...backwards, franchiseType: "stepped" }] })).toEqual([
      "franchisePeriods[0].endDate greater_than_or_equal_to",
      "franchisePeriods[0].reductionPercent blank",
    ]);
    expect(
      await refusedFields({ breakDates: [{ breakDate: day("2026-01-01"), noticeDeadline: day("2026-01-02") }] }),
    ).toEqual(["breakDates[0].breakDate greater_than_or_equal_to"]);
    const validity = { modifierType: "plan", validFrom: day("2026-01-02"), validTo: day("2026-01-01") };
    expect(await refusedFields({ supportMeasures: [validity] })).toEqual([
      "supportMeasures[0].validTo greater_than_or_equal_to",
    ]);
  });
});
