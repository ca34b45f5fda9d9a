import type { Day, Decimal, Id } from "@cartulary/kernel";
import { cents, sum } from "@cartulary/ledger";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AllocatedKey,
  type ChargedLetting,
  type LineToShare,
  type StatementBasis,
  shareCharges,
} from "../../../src/billing/index.ts";
import { DISTRIBUTION_STRATEGIES, UNIT_TYPES } from "../../../src/property/index.ts";

const idOf = <Noun extends string>(text: string) => text as unknown as Id<Noun>;
const day = (number: number): Day => new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10) as Day;

const UNITS = 4;
const DAYS = 59;

const units = fc.array(
  fc.record({ unitType: fc.constantFrom(...UNIT_TYPES), area: fc.option(fc.integer({ min: 0, max: 900_000 })) }),
  { minLength: 1, maxLength: UNITS },
);
const lettings = fc.array(
  fc.record({
    unit: fc.nat(UNITS - 1),
    from: fc.integer({ min: 1, max: DAYS }),
    length: fc.integer({ min: 1, max: DAYS }),
    chargeType: fc.constantFrom("provision" as const, "flat" as const),
  }),
  { maxLength: 6 },
);
const lines = fc.array(
  fc.record({
    amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    key: fc.option(fc.nat(DISTRIBUTION_STRATEGIES.length - 1)),
  }),
  { maxLength: 5 },
);
const shares = fc.array(fc.nat(50), { minLength: UNITS, maxLength: UNITS });

function basisOf(
  made: readonly { unitType: (typeof UNIT_TYPES)[number]; area: number | null }[],
  let_: readonly { unit: number; from: number; length: number; chargeType: "provision" | "flat" }[],
  allocated: readonly number[],
): StatementBasis {
  const keys = DISTRIBUTION_STRATEGIES.map((distributionStrategy, index): AllocatedKey => {
    const total = Math.max(1, sum(allocated.slice(0, made.length).map((each) => cents(each))));
    const key = { id: idOf<"ShareKey">(`key ${index}`), total, distributionStrategy, excludedUnitTypes: [] };
    const own = made.map((_, unit) => [idOf<"Unit">(`unit ${unit}`), allocated[unit] ?? 0] as const);
    return { key: key as unknown as AllocatedKey["key"], shares: new Map(own) };
  });
  const within = let_.filter(({ unit }) => unit < made.length);
  return {
    period: { from: day(1), to: day(DAYS) },
    units: made.map(({ unitType, area }, unit) => ({
      ...{ id: idOf<"Unit">(`unit ${unit}`), identifier: String(unit), unitType, active: true },
      areaSqm: area as Decimal | null,
    })),
    lettings: within.map(
      ({ unit, from, length, chargeType }, index): ChargedLetting => ({
        ...{ leaseUnitId: idOf<"LeaseUnit">(`let ${index}`), leaseId: idOf<"Lease">(`lease ${index}`) },
        ...{ leaseReference: "B", unitId: idOf<"Unit">(`unit ${unit}`), unitIdentifier: String(unit) },
        ...{ from: day(from), to: day(Math.min(DAYS, from + length - 1)), chargeType },
      }),
    ),
    keys: new Map(keys.map((key) => [key.key.id as string, key])),
    occupants: within.map(({ unit, from }) => ({ unitId: idOf<"Unit">(`unit ${unit}`), from: day(from), to: null })),
    ...{ provisions: [], settled: [] },
  };
}

describe("charges of a statement", () => {
  it("add up to each line's total: the tenants' shares and the owners' remainder", () => {
    fc.assert(
      fc.property(units, lettings, lines, shares, (made, let_, drawnLines, allocated) => {
        const wanted = drawnLines.map(
          ({ amount, key }): LineToShare => ({
            ...{ shareKeyId: key === null ? null : idOf<"ShareKey">(`key ${key}`), chargeNature: null },
            ...{ totalCents: cents(amount), recoverablePercent: 1_000_000 as Decimal },
            ...{ recoverableCents: cents(amount), supplierInvoiceId: null, unitId: null },
          }),
        );
        const shared = shareCharges(wanted, basisOf(made, let_, allocated));
        const borne = sum([...shared.tenants.map(({ shareCents }) => shareCents), shared.remainderCents]);
        expect(borne).toBe(sum(wanted.map(({ recoverableCents }) => recoverableCents)));
        for (const { lines: own, shareCents } of shared.tenants)
          expect(sum(own.map((each) => each.shareCents))).toBe(shareCents);
      }),
      { numRuns: 300 },
    );
  });

  it("count the provisions of a period that straddles by days, and those settled before not again", () => {
    const basis = basisOf(
      [{ unitType: "office", area: null }],
      [{ unit: 0, from: 1, length: DAYS, chargeType: "provision" }],
      [1],
    );
    const leaseUnitId = idOf<"LeaseUnit">("let 0");
    const provision = { leaseUnitId, from: day(-29), to: day(30), amountCents: cents(6_000) };
    const provisionsOf = (settled: StatementBasis["settled"]) =>
      shareCharges([], { ...basis, provisions: [provision], settled }).tenants[0]?.provisionsCents;
    expect(provisionsOf([])).toBe(3_000);
    expect(provisionsOf([{ from: day(1), to: day(10) }])).toBe(2_000);
    const twice = [
      { from: day(1), to: day(10) },
      { from: day(1), to: day(10) },
      { from: day(3), to: day(12) },
      { from: day(20), to: day(21) },
    ];
    expect(provisionsOf(twice)).toBe(1_600);
  });
});
