import type { Day, Id } from "@cartulary/kernel";
import { cents, rational, sum } from "@cartulary/ledger";
import {
  type Contributor,
  divideBetweenParties,
  paidContributions,
  type RentOfPeriod,
  rentMonthsOf,
} from "@cartulary/rental/billing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const DAY = "2026-03-01" as Day;

function party(id: string, fields: Partial<Contributor> = {}): Contributor {
  return {
    ...{ id: id as Contributor["id"], leaseId: "lease" as Contributor["leaseId"], partyType: "tenant", role: null },
    ...{ rentContributionCents: null, shareNumerator: null, shareDenominator: null, validFrom: null, validTo: null },
    ...{ name: id, tenantId: id as Id<"TenantActor">, ...fields },
  };
}

const divided = (totalCents: number, parties: readonly Contributor[], months = rational(1)) =>
  divideBetweenParties({ totalCents: cents(totalCents), dueDate: DAY, rentMonths: months }, parties)?.map(
    ({ partyId, amountCents }) => [partyId, amountCents],
  );

const ofShare = (numerator: number, denominator: number) => ({
  shareNumerator: numerator,
  shareDenominator: denominator,
});
const fixed = (amount: number) => ({ rentContributionCents: cents(amount) });

describe("the parts of the parties in a call", () => {
  it("are equal without shares, by shares otherwise, and nothing for a party without a share among parties with shares", () => {
    expect(divided(101, [party("a"), party("b")])).toEqual([
      ["a", 51],
      ["b", 50],
    ]);
    expect(divided(900, [party("a", ofShare(2, 3)), party("b", ofShare(1, 3))])).toEqual([
      ["a", 600],
      ["b", 300],
    ]);
    expect(divided(900, [party("a", ofShare(1, 3)), party("b")])).toEqual([
      ["a", 900],
      ["b", 0],
    ]);
    expect(divided(900, [])).toBeUndefined();
    expect(divided(900, [party("a", { validFrom: "2026-03-02" as Day })])).toBeUndefined();
  });

  it("begin with fixed contributions of each month, by first day and id, each at most the remainder", () => {
    expect(divided(900, [party("a", fixed(300)), party("b"), party("c")])).toEqual([
      ["a", 300],
      ["b", 300],
      ["c", 300],
    ]);
    expect(divided(3000, [party("a", fixed(300)), party("b")], rational(3))).toEqual([
      ["a", 900],
      ["b", 2100],
    ]);
    expect(divided(500, [party("a", fixed(300)), party("b")], rational(1, 3))).toEqual([
      ["a", 100],
      ["b", 400],
    ]);
    const later = { ...fixed(700), validFrom: "2026-02-01" as Day };
    expect(divided(900, [party("a", later), party("b", fixed(600))])).toEqual([
      ["b", 600],
      ["a", 300],
    ]);
  });

  it("leave the rest to the primary party if all have a fixed contribution", () => {
    const parties = [party("a", fixed(100)), party("b", { ...fixed(100), role: "primary" })];
    expect(divided(900, parties)).toEqual([
      ["a", 100],
      ["b", 800],
    ]);
    expect(divided(900, [party("a", fixed(100)), party("b", fixed(100))])).toEqual([
      ["a", 800],
      ["b", 100],
    ]);
  });

  const parties = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom("a", "b", "c", "d", "e"),
      fields: fc.oneof(
        fc.integer({ min: 0, max: 200_000 }).map(fixed),
        fc
          .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 9, max: 12 }))
          .map(([one, all]) => ofShare(one, all)),
        fc.constant({}),
      ),
      role: fc.constantFrom("primary" as const, null),
    }),
    { selector: ({ id }) => id, minLength: 1 },
  );

  it("sum to the call, and none is negative", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        parties,
        fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 31 })),
        (total, some, [months, of]) => {
          const all = some.map(({ id, fields, role }) => party(id, { ...fields, role }));
          const parts = divided(total, all, rational(months, of)) ?? [];
          expect(parts.reduce((whole, [, amount]) => whole + Number(amount), 0)).toBe(total);
          expect(parts.every(([, amount]) => Number(amount) >= 0)).toBe(true);
        },
      ),
    );
  });

  it("are paid by the payments of the call, to the cent and never beyond", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        parties,
        fc.array(fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.constantFrom("a", "b", "z", null))),
        (total, some, instalments) => {
          const all = some.map(({ id, fields, role }) => party(id, { ...fields, role }));
          const call = { totalCents: cents(total), dueDate: DAY, rentMonths: rational(1) };
          let left = total;
          const payments = instalments.map(([amount, payer]) => {
            const paid = Math.min(left, amount);
            left -= paid;
            return {
              ...{ amountCents: cents(paid), payingTenantId: payer as Id<"TenantActor"> | null },
              counterpartyName: null,
            };
          });
          const parts = paidContributions(divideBetweenParties(call, all) ?? [], payments);
          expect(sum(parts.map(({ paidCents }) => paidCents))).toBe(total - left);
          expect(parts.every(({ paidCents, remainingCents }) => paidCents >= 0 && remainingCents >= 0)).toBe(true);
        },
      ),
    );
  });

  it("are paid by the party's own money first, known by account or by name; other money is shared", () => {
    const call = { totalCents: cents(100_000), dueDate: DAY, rentMonths: rational(1) };
    const parts =
      divideBetweenParties(call, [party("a", { name: "Zoé Petit" }), party("b", { name: "Luc Grand" })]) ?? [];
    const paid = (...payments: readonly (readonly [number, string | null, string | null])[]) =>
      paidContributions(
        parts,
        payments.map(([amount, tenant, counterpartyName]) => ({
          ...{ amountCents: cents(amount), payingTenantId: tenant as Id<"TenantActor"> | null, counterpartyName },
        })),
      ).map(({ paidCents }) => paidCents);
    expect(paid([20_000, "b", null])).toEqual([0, 20_000]);
    expect(paid([20_000, null, "M. GRAND LUC"])).toEqual([0, 20_000]);
    expect(paid([20_000, null, "Petit Zoe ou Grand Luc"])).toEqual([10_000, 10_000]);
    expect(paid([20_000, "b", null], [30_000, null, "CAF"])).toEqual([18_750, 31_250]);
    expect(paid([60_000, "b", null])).toEqual([10_000, 50_000]);
  });
});

describe("the months of rent in a call", () => {
  const line = (fields: Partial<RentOfPeriod>): RentOfPeriod => ({
    ...{ leaseUnitId: "unit" as RentOfPeriod["leaseUnitId"], dueDate: DAY, months: 1, isProrata: false },
    ...{ baseCents: cents(90_000), htCents: cents(90_000), ...fields },
  });
  const months = (...lines: readonly RentOfPeriod[]) => {
    const { numerator, denominator } = rentMonthsOf(lines);
    return Number(numerator) / Number(denominator);
  };

  it("are those of whole periods, and of a part of one in proportion to its rent", () => {
    expect(months()).toBe(0);
    expect(months(line({}))).toBe(1);
    expect(months(line({ months: 3 }))).toBe(3);
    expect(months(line({ htCents: cents(40_000) }), line({ baseCents: cents(95_000), htCents: cents(50_000) }))).toBe(
      1,
    );
    expect(months(line({ isProrata: true, htCents: cents(30_000), months: 3 }))).toBe(1);
    const other = {
      leaseUnitId: "other" as RentOfPeriod["leaseUnitId"],
      baseCents: cents(10_000),
      htCents: cents(5_000),
    };
    expect(months(line({ isProrata: true, htCents: cents(45_000) }), line({ ...other, isProrata: true }))).toBe(0.5);
  });
});
