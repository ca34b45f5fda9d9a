import type { Month } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import {
  daysOf,
  type LeaseReadContext,
  type LeaseToBill,
  toBilledLease,
} from "../../src/billing/runs/billed-leases.ts";
import { day, percent } from "./billed-lease.ts";

type Parts = { readonly [Name in keyof LeaseToBill]?: unknown };
type Context = { readonly [Name in keyof LeaseReadContext]?: unknown };

const UNIT = { id: "one", unitId: "unit", propertyId: "property", identifier: "A1", entryDate: null, exitDate: null };

const billed = (parts: Parts = {}, context: Context = {}) =>
  toBilledLease(
    {
      lease: {
        ...{ id: "lease", reference: "B-1", leaseType: "commercial", status: "active", autoRenewal: false },
        ...{ startDate: day("2025-01-01"), endDate: null, endDateGiven: null, signatureDate: null },
        ...{ revisionMode: "none", depositCall: "none" },
      },
      ...{ units: [UNIT], terms: [], parties: [], revisions: [] },
      arrays: { franchisePeriods: [], gliPolicies: [], cappingRules: [] },
      defaults: { billingCalendar: "civil", billingCycleMonth: 1 },
      ...parts,
    } as unknown as LeaseToBill,
    {
      ...{ month: "2026-03" as Month, today: day("2026-03-12"), indexValues: [] },
      ...{ ownerships: new Map(), mandates: new Map(), lettings: new Map(), adjustments: new Map() },
      ...{ elsewhere: new Map(), ...context },
    } as unknown as LeaseReadContext,
  );

describe("A lease as input of a run", () => {
  it("has its tenants, the primary one first, with their shares", () => {
    const party = (id: string, fields: object = {}) => ({
      ...{ partyType: "tenant", partyableType: "TenantActor", partyableId: id, role: null, name: id },
      ...{ validFrom: null, validTo: null, shareNumerator: null, shareDenominator: null, ...fields },
    });
    const parties = [
      party("second", { shareNumerator: 1, shareDenominator: 2, validFrom: day("2026-01-01") }),
      party("guarantor", { partyType: "guarantor" }),
      party("primary", { role: "primary", shareNumerator: 1, name: null, validTo: day("2026-12-31") }),
      party("other", { partyableType: "OccupantActor" }),
      party("third", { shareDenominator: 2 }),
    ];
    expect(billed({ parties }).tenants).toEqual([
      { id: "primary", name: "", share: null, from: null, to: "2026-12-31" },
      { id: "second", name: "second", share: { shareNumerator: 1, shareDenominator: 2 }, from: "2026-01-01", to: null },
      { id: "third", name: "third", share: null, from: null, to: null },
    ]);
  });

  const term = (effectiveFrom: string, rents: Readonly<Record<string, number>>) => ({
    ...{ effectiveFrom, effectiveTo: null, reachesBack: true, revisionMonth: null, revisionFrequencyYears: null },
    units: Object.entries(rents).map(([leaseUnitId, annual]) => ({ leaseUnitId, annualAmountCents: cents(annual) })),
  });
  const TERMS = [
    term("2025-01-01", { one: 1_200_000, two: 600_000 }),
    term("2026-03-31", { one: 1_320_000 }),
    term("2026-04-01", { one: 9_999_999 }),
  ];

  it.each<[string, readonly object[], boolean]>([
    ["no rule", [], false],
    ["a rent of 1,600.00 at the reference", [{ referenceAmountCents: cents(160_000) }], false],
    ["a rent of 1,600.00 above the reference", [{ referenceAmountCents: cents(159_999) }], true],
    ["a rise of 10 % that is allowed", [{ maxIncreasePercent: percent(10) }], false],
    ["a rise of 10 % that is too much", [{ maxIncreasePercent: percent(9) }], true],
    [
      "a rise that is allowed, of a rent that is not",
      [{ referenceAmountCents: cents(1), maxIncreasePercent: percent(99) }],
      true,
    ],
    ["one of two rules", [{}, { maxIncreasePercent: percent(9) }], true],
    ["a rule that begins on the last day", [{ startDate: day("2026-03-31"), maxIncreasePercent: percent(9) }], true],
    ["a rule that begins later", [{ startDate: day("2026-04-01"), maxIncreasePercent: percent(9) }], false],
  ])("exceeds a cap or not on the last day of the month: %s", (_what, rules, isExceeded) => {
    const cappingRules = rules.map((rule) => ({
      ...{ startDate: day("2025-01-01"), referenceAmountCents: null, maxIncreasePercent: null, ...rule },
    }));
    const arrays = { franchisePeriods: [], gliPolicies: [], cappingRules };
    expect(billed({ terms: TERMS, arrays }).units[0]?.isCapExceeded).toBe(isExceeded);
  });

  it("has risen by nothing in its first term", () => {
    const arrays = {
      franchisePeriods: [],
      gliPolicies: [],
      cappingRules: [{ startDate: null, referenceAmountCents: null, maxIncreasePercent: percent(0) }],
    };
    expect(billed({ terms: TERMS.slice(0, 1), arrays }).units[0]?.isCapExceeded).toBe(false);
    const added = [term("2025-01-01", { two: 600_000 }), term("2026-01-01", { one: 1_200_000 })];
    expect(billed({ terms: added, arrays }).units[0]?.isCapExceeded).toBe(false);
  });

  it("has the services that its tenant pays, with the months and events that are its own", () => {
    const service = { id: "service", mandateId: "mandate", ownerId: "a" };
    const months = [
      ["lease", "service", "2026-02-01"],
      ["lease", "service", "2026-01-01"],
      ["lease", "service", "2026-01-01"],
      ["other", "service", "2025-12-01"],
      ["lease", "other", "2025-11-01"],
    ].map(([leaseId, serviceId, month]) => ({ leaseId, serviceId, month }));
    const events = [
      ["e", "service", "lease"],
      ["f", "other", "lease"],
      ["g", "service", "other"],
    ].map(([id, mandateServiceId, leaseId]) => ({ id, mandateServiceId, leaseId, quantity: 2, label: null }));
    const owner = { ownerId: "a", shareNumerator: 1, shareDenominator: 1, validFrom: null, validTo: null };
    const mandate = {
      id: "mandate",
      startDate: day("2020-01-01"),
      endDate: null,
      renewalMonths: null,
      terminatedOn: null,
    };
    const context = {
      ownerships: new Map([["unit", [owner]]]),
      mandates: new Map([["a", [{ mandate, propertyIds: [], services: [] }]]]),
      tenantServices: { services: [service, { ...service, mandateId: "other" }], billed: months, events },
    };
    expect(billed({}, context).tenantServices).toEqual([
      { ...service, billedMonths: ["2026-01", "2026-02"], events: [{ id: "e", quantity: 2 }] },
    ]);
    expect(billed({}, { ...context, mandates: new Map() })).not.toHaveProperty("tenantServices");
  });
});

describe("A mandate", () => {
  it("runs without end while it is renewed and not terminated", () => {
    type Mandate = Parameters<typeof daysOf>[0];
    const endOf = (renewalMonths: number | null, terminatedOn: string | null) =>
      daysOf({ startDate: day("2020-01-01"), endDate: day("2020-12-31"), renewalMonths, terminatedOn } as Mandate);
    const limited = { from: "2020-01-01", to: "2020-12-31" };
    expect(endOf(12, null)).toEqual({ from: "2020-01-01", to: null });
    expect(endOf(12, "2020-06-01")).toEqual(limited);
    expect(endOf(null, null)).toEqual(limited);
  });
});
