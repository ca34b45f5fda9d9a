import type { Day } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import { type LeaseOfDeposit, returnDue } from "../../src/billing/deposits/return-due.ts";
import type { SecurityDeposit } from "../../src/billing/deposits/security-deposit.ts";
import { day } from "./billed-lease.ts";

const leaseOf = (fields: Partial<LeaseOfDeposit["lease"]> = {}): LeaseOfDeposit => ({
  lease: {
    ...{ status: "active", leaseType: "residential_unfurnished", autoRenewal: false },
    ...{ endDate: day("2026-01-31"), endDateGiven: null, ...fields },
  } as LeaseOfDeposit["lease"],
  terms: [
    ["2025-01-01", { one: 600_000, two: 120_000 }],
    ["2026-01-01", { one: 1_200_000 }],
    ["2026-02-01", { one: 9_999_999 }],
  ].map(([effectiveFrom, rents]) => ({
    effectiveFrom,
    units: Object.entries(rents as object).map(([leaseUnitId, annual]) => ({
      ...{ leaseUnitId, annualAmountCents: cents(annual) },
    })),
  })) as unknown as LeaseOfDeposit["terms"],
});
const deposit = (fields: Partial<SecurityDeposit> = {}): SecurityDeposit =>
  ({
    inConformity: null,
    keysReturnedOn: null,
    receivedCents: cents(100_000),
    returnedOn: null,
    ...fields,
  }) as SecurityDeposit;

const dueOf = (today: string, fields: Partial<SecurityDeposit> = {}, lease = leaseOf()) => {
  const { returnDueOn, lateMonths, lateAmountCents } = returnDue(deposit(fields), lease, day(today));
  return [returnDueOn, lateMonths, lateAmountCents];
};

describe("A deposit", () => {
  it("goes back two months after the end of the lease or the return of the keys, one if all is in order", () => {
    const today = "2026-02-01";
    expect(dueOf(today)).toEqual(["2026-03-31", 0, 0]);
    expect(dueOf(today, { inConformity: false })).toEqual(["2026-03-31", 0, 0]);
    expect(dueOf(today, { inConformity: true })).toEqual(["2026-02-28", 0, 0]);
    expect(dueOf(today, { keysReturnedOn: "2026-02-10" as Day })).toEqual(["2026-04-10", 0, 0]);
    expect(dueOf(today, { keysReturnedOn: "2026-02-10" as Day, inConformity: true })).toEqual(["2026-03-10", 0, 0]);
  });

  it("is not due while the lease runs, is renewed or has no end", () => {
    expect(dueOf("2026-01-31")).toEqual([null, 0, 0]);
    expect(dueOf("2026-02-01", {}, leaseOf({ autoRenewal: true }))).toEqual([null, 0, 0]);
    expect(dueOf("2026-12-01", {}, leaseOf({ endDate: null }))).toEqual([null, 0, 0]);
    expect(dueOf("2026-12-01", {}, leaseOf({ status: "ended", endDate: null }))).toEqual([null, 0, 0]);
    expect(dueOf("2026-12-01", {}, leaseOf({ status: "cancelled" }))).toEqual([null, 0, 0]);
  });

  // A tenth of 1,000.00 and 100.00, the rents of the last day.
  it.each<[string, Partial<SecurityDeposit>, readonly [number, number]]>([
    ["2026-03-31", {}, [0, 0]],
    ["2026-04-01", {}, [1, 11_000]],
    ["2026-04-30", {}, [1, 11_000]],
    ["2026-05-01", {}, [2, 22_000]],
    ["2026-12-31", { returnedOn: "2026-03-31" as Day }, [0, 0]],
    ["2026-12-31", { returnedOn: "2026-04-01" as Day }, [1, 11_000]],
    ["2026-12-31", { receivedCents: cents(0) }, [0, 0]],
    ["2026-04-01", { receivedCents: cents(1) }, [1, 11_000]],
  ])("increases by a tenth of the rent for each month begun: on %s, %j", (today, fields, expected) => {
    expect(dueOf(today, fields)).toEqual(["2026-03-31", ...expected]);
  });

  it("increases for homes alone", () => {
    const late = (leaseType: LeaseOfDeposit["lease"]["leaseType"]) =>
      dueOf("2026-04-01", {}, leaseOf({ leaseType }))[1];
    for (const type of ["residential_unfurnished", "residential_furnished", "student"] as const)
      expect([type, late(type)]).toEqual([type, 1]);
    for (const type of ["commercial", "mobility", "parking"] as const) expect([type, late(type)]).toEqual([type, 0]);
  });
});
