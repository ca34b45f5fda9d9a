import type { Day, Decimal, Id } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import {
  type AllocatedKey,
  type ChargedLetting,
  type ChargedUnit,
  type LineToShare,
  requireCompleteShares,
  type StatementBasis,
  shareCharges,
  unitWeights,
} from "../../../src/billing/index.ts";

const idOf = <Noun extends string>(text: string) => text as unknown as Id<Noun>;
const january = (number: number) => `2026-01-${String(number).padStart(2, "0")}` as Day;
const area = (squareMetres: number) => (squareMetres * 10_000) as Decimal;

const unit = (name: string, unitType: ChargedUnit["unitType"], fields: Partial<ChargedUnit> = {}): ChargedUnit => ({
  ...{ id: idOf<"Unit">(name), identifier: name, unitType, areaSqm: null, active: true },
  ...fields,
});
const letting = (name: string, of: string, from: Day, to: Day | null, fields: Partial<ChargedLetting> = {}) => ({
  ...{ leaseUnitId: idOf<"LeaseUnit">(name), leaseId: idOf<"Lease">(`lease of ${name}`), leaseReference: `B-${name}` },
  ...{ unitId: idOf<"Unit">(of), unitIdentifier: of, from, to, chargeType: "provision" as const },
  ...fields,
});
const key = (shares: Readonly<Record<string, number>>, fields: Partial<AllocatedKey["key"]> = {}): AllocatedKey => ({
  key: {
    distributionStrategy: "shares",
    total: 1_000,
    excludedUnitTypes: [],
    ...fields,
  } as unknown as AllocatedKey["key"],
  shares: new Map(Object.entries(shares).map(([name, number]) => [idOf<"Unit">(name), number])),
});
const people = (unitId: string, count: number, from: Day | null = null, to: Day | null = null) =>
  Array.from({ length: count }, () => ({ unitId: idOf<"Unit">(unitId), from, to }));

const [FLAT, SHOP, PARKING] = [
  unit("flat", "apartment", { areaSqm: area(60) }),
  unit("shop", "retail", { areaSqm: area(30) }),
  unit("parking", "parking", { areaSqm: area(10) }),
];
/** Ten days, of which the shop is let four. */
const BASIS: StatementBasis = {
  period: { from: january(1), to: january(10) },
  units: [FLAT, SHOP, PARKING],
  lettings: [letting("one", "flat", "2025-06-01" as Day, null), letting("two", "shop", january(6), january(9))],
  ...{ keys: new Map(), occupants: [], provisions: [], settled: [] },
};

const line = (fields: Partial<LineToShare> = {}): LineToShare => ({
  ...{ shareKeyId: null, chargeNature: null, totalCents: cents(12_000), recoverablePercent: 1_000_000 as Decimal },
  ...{ recoverableCents: cents(10_000), supplierInvoiceId: null, unitId: null },
  ...fields,
});

/** The shares of the tenants in the order of the lettings, then what the owners bear. */
function dividedBy(
  allocated: AllocatedKey | null,
  basis: Partial<StatementBasis> = {},
  fields: Partial<LineToShare> = {},
) {
  const keys = new Map(allocated ? [["key", allocated] as const] : []);
  const shareKeyId = idOf<"ShareKey">("key");
  const shared = shareCharges([line({ shareKeyId, ...fields })], { ...BASIS, keys, ...basis });
  return [...shared.tenants.map(({ shareCents }) => shareCents), shared.remainderCents];
}

describe("A statement of charges", () => {
  it("says for each tenant the days, the shares, the provisions and the balance", () => {
    const provision = { leaseUnitId: idOf<"LeaseUnit">("one"), amountCents: cents(3_000) };
    const provisions = [
      { ...provision, from: january(1), to: january(30) },
      { ...provision, from: "2025-12-01" as Day, to: "2025-12-31" as Day },
      { ...provision, from: january(11), to: january(20) },
    ];
    const water = line({ chargeNature: "water" as LineToShare["chargeNature"], recoverableCents: cents(-2_000) });
    expect(shareCharges([line(), water], { ...BASIS, provisions })).toEqual({
      tenants: [
        {
          ...{ leaseUnitId: "one", leaseId: "lease of one", leaseReference: "B-one", unitIdentifier: "flat" },
          ...{ days: 10, lastDay: "2026-01-10", shareCents: 4_800, provisionsCents: 1_000, balanceCents: 3_800 },
          lines: [
            { shareKeyId: null, chargeNature: null, recoverableCents: 10_000, shareCents: 6_000 },
            { shareKeyId: null, chargeNature: "water", recoverableCents: -2_000, shareCents: -1_200 },
          ],
        },
        {
          ...{ leaseUnitId: "two", leaseId: "lease of two", leaseReference: "B-two", unitIdentifier: "shop" },
          ...{ days: 4, lastDay: "2026-01-09", shareCents: 960, provisionsCents: 0, balanceCents: 960 },
          lines: [
            { shareKeyId: null, chargeNature: null, recoverableCents: 10_000, shareCents: 1_200 },
            { shareKeyId: null, chargeNature: "water", recoverableCents: -2_000, shareCents: -240 },
          ],
        },
      ],
      remainderCents: 2_240,
    });
  });

  it.each<[string, readonly (readonly [number, number])[], number]>([
    ["in none", [], 10],
    ["in a part", [[4, 6]], 7],
    ["on one day", [[10, 10]], 9],
    [
      "before and after",
      [
        [-9, 0],
        [11, 20],
      ],
      10,
    ],
    [
      "twice",
      [
        [1, 5],
        [1, 5],
      ],
      5,
    ],
    [
      "in one period within another",
      [
        [1, 8],
        [3, 5],
      ],
      2,
    ],
    [
      "in periods that share a day, the later one first",
      [
        [5, 8],
        [1, 5],
      ],
      2,
    ],
    [
      "in periods that begin together",
      [
        [1, 2],
        [1, 4],
      ],
      6,
    ],
    [
      "in three periods",
      [
        [7, 8],
        [1, 2],
        [4, 5],
      ],
      4,
    ],
  ])("deducts provisions for days that no other statement settled: %s", (_what, spans, days) => {
    const dayOf = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10) as Day;
    const settled = spans.map(([from, to]) => ({ from: dayOf(from), to: dayOf(to) }));
    const provision = { leaseUnitId: idOf<"LeaseUnit">("one"), amountCents: cents(1_000) };
    const provisions = [
      { ...provision, ...BASIS.period },
      { ...provision, from: dayOf(32), to: dayOf(41) },
    ];
    expect(shareCharges([], { ...BASIS, provisions, settled }).tenants[0]?.provisionsCents).toBe(days * 100);
  });

  it("without a key divides by area, or equally if an area is missing", () => {
    expect(dividedBy(null)).toEqual([6_000, 1_200, 2_800]);
    for (const areaSqm of [null, area(0)]) {
      expect(dividedBy(null, { units: [FLAT, SHOP, { ...PARKING, areaSqm }] })).toEqual([3_333, 1_333, 5_334]);
      expect(dividedBy(null, { units: [{ ...FLAT, areaSqm }, SHOP, PARKING] })).toEqual([3_333, 1_333, 5_334]);
    }
  });

  it("leaves to the owners what units bear that are not let, or let at flat charges, and all without units", () => {
    const [one, two] = BASIS.lettings;
    const flat = one && two ? [one, { ...two, chargeType: "flat" as const }] : [];
    expect(dividedBy(null, { lettings: flat })).toEqual([6_000, 4_000]);
    expect(dividedBy(null, { lettings: [] })).toEqual([10_000]);
    expect(dividedBy(null, { units: [] })).toEqual([0, 0, 10_000]);
  });

  it("leaves nothing to the owners where leases overlap: they bear the whole by their weights", () => {
    const lettings = [letting("one", "flat", january(1), null), letting("two", "flat", january(6), null)];
    expect(dividedBy(null, { units: [FLAT], lettings })).toEqual([6_667, 3_333, 0]);
  });

  it("gives a line of one unit to that unit alone, with any key", () => {
    const ofShop = { unitId: SHOP?.id ?? null };
    expect(dividedBy(null, {}, ofShop)).toEqual([0, 4_000, 6_000]);
    const headcount = key({}, { distributionStrategy: "headcount" });
    expect(dividedBy(headcount, { occupants: people("flat", 2) }, ofShop)).toEqual([0, 4_000, 6_000]);
  });

  const SHARES = { flat: 500, shop: 300, parking: 200 };

  it.each<[string, AllocatedKey, Partial<StatementBasis>, readonly number[]]>([
    ["shares", key(SHARES), {}, [5_000, 1_200, 3_800]],
    ["shares, the default", key(SHARES, { distributionStrategy: null }), {}, [5_000, 1_200, 3_800]],
    ["shares of a larger total", key(SHARES, { total: 2_000 }), {}, [2_500, 600, 6_900]],
    ["shares, none for a unit", key({ shop: 1_000 }), {}, [0, 4_000, 6_000]],
    ["area", key({}, { distributionStrategy: "area" }), {}, [6_000, 1_200, 2_800]],
    [
      "area, without parking spaces",
      key({}, { distributionStrategy: "area", excludedUnitTypes: ["parking"] }),
      ...([{}, [6_667, 1_333, 2_000]] as const),
    ],
    [
      "area, where one has none",
      key({}, { distributionStrategy: "area" }),
      ...([{ units: [FLAT, { ...SHOP, areaSqm: null }] as ChargedUnit[] }, [10_000, 0, 0]] as const),
    ],
    ["equal parts", key({}, { distributionStrategy: "equal" }), {}, [3_333, 1_333, 5_334]],
    [
      "equal parts, without an inactive unit",
      key({}, { distributionStrategy: "equal" }),
      ...([{ units: [FLAT, SHOP, { ...PARKING, active: false }] as ChargedUnit[] }, [5_000, 2_000, 3_000]] as const),
    ],
  ])("divides by the key: %s", (_what, allocated, basis, expected) => {
    expect(dividedBy(allocated, basis)).toEqual(expected);
  });

  it("leaves the shares of units that the agency no longer manages to the owners", () => {
    const units = [FLAT, SHOP, { ...PARKING, active: false }] as ChargedUnit[];
    expect(dividedBy(key(SHARES), { units })).toEqual([5_000, 1_200, 3_800]);
    expect(dividedBy(key({ parking: 1_000 }), { units })).toEqual([0, 0, 10_000]);
  });

  const [TWO_IN_FLAT, ONE_IN_SHOP] = [people("flat", 2), people("shop", 1, january(6), january(9))];

  it.each<[string, Partial<StatementBasis>, readonly number[]]>([
    ["all days have people", { occupants: [...TWO_IN_FLAT, ...ONE_IN_SHOP] }, [8_667, 1_333, 0]],
    ["two days have none", { occupants: [...people("flat", 2, january(3)), ...ONE_IN_SHOP] }, [6_667, 1_333, 2_000]],
    [
      "someone stays after the lease",
      { occupants: [...TWO_IN_FLAT, ...people("shop", 1, january(6))] },
      [8_334, 1_333, 333],
    ],
    ["someone lives in a parking space", { occupants: [...TWO_IN_FLAT, ...people("parking", 2)] }, [5_000, 0, 5_000]],
    ["no tenant lives there", {}, [0, 0, 10_000]],
    [
      "someone lives in a unit that does not count",
      { occupants: [...TWO_IN_FLAT, ...people("shop", 9)], units: [FLAT, { ...SHOP, active: false }] as ChargedUnit[] },
      [10_000, 0, 0],
    ],
  ])("divides each day by its people: %s", (_what, basis, expected) => {
    expect(dividedBy(key({}, { distributionStrategy: "headcount" }), basis)).toEqual(expected);
  });

  it("does not count people in units of an excluded type", () => {
    const withoutFlats = key({}, { distributionStrategy: "headcount", excludedUnitTypes: ["apartment"] });
    expect(dividedBy(withoutFlats, { occupants: [...TWO_IN_FLAT, ...people("shop", 1)] })).toEqual([0, 4_000, 6_000]);
  });
});

describe("Units", () => {
  const weightsBy = (
    strategy: AllocatedKey["key"]["distributionStrategy"],
    shares = {},
    units = [FLAT, SHOP, PARKING],
  ) => {
    const headcount = (id: string) => (id === "flat" ? 2 : 0);
    const allocated = key(shares, { distributionStrategy: strategy, excludedUnitTypes: ["parking"] });
    return unitWeights(units as ChargedUnit[], allocated, headcount).map(({ weight }) => weight.numerator);
  };

  it("weigh as the strategy of the key says", () => {
    expect(weightsBy("shares", { flat: 7, parking: 3 })).toEqual([7n, 0n]);
    expect(weightsBy(null, { shop: 5 })).toEqual([0n, 5n]);
    expect(weightsBy("area")).toEqual([600_000n, 300_000n]);
    expect(weightsBy("equal")).toEqual([1n, 1n]);
    expect(weightsBy("headcount")).toEqual([2n, 0n]);
  });

  it("weigh by area where the key gives no weight to any, or equally", () => {
    expect(weightsBy("shares", { parking: 1 })).toEqual([600_000n, 300_000n]);
    expect(weightsBy("headcount", {}, [SHOP])).toEqual([300_000n]);
    expect(weightsBy("area", {}, [FLAT && { ...FLAT, areaSqm: null }, SHOP && { ...SHOP, areaSqm: null }])).toEqual([
      1n,
      1n,
    ]);
  });
});

describe("A key by shares", () => {
  const units = [FLAT, SHOP, { ...PARKING, active: false }] as ChargedUnit[];
  const problemOf = (allocated: AllocatedKey) => () => requireCompleteShares("lines[0].share_key_id", allocated, units);
  const incomplete = (message: string) =>
    expect.objectContaining({ details: [{ field: "lines[0].share_key_id", code: "shares_incomplete", message }] });

  it("has all shares of its total, those of inactive units included", () => {
    expect(problemOf(key({ flat: 500, shop: 300, parking: 200 }))).not.toThrow();
    expect(problemOf(key({ flat: 500, shop: 300 }))).toThrow(incomplete("has shares of 800 in total instead of 1000"));
    expect(problemOf(key({ flat: 500, shop: 300, parking: 201 }))).toThrow(
      incomplete("has shares of 1001 in total instead of 1000"),
    );
  });

  it("gives none to units of an excluded type", () => {
    const excludedUnitTypes = ["parking"];
    expect(problemOf(key({ flat: 500, shop: 500 }, { excludedUnitTypes }))).not.toThrow();
    expect(problemOf(key({ flat: 500, shop: 500, parking: 0 }, { excludedUnitTypes }))).not.toThrow();
    expect(problemOf(key({ flat: 500, shop: 500, parking: 1 }, { excludedUnitTypes }))).toThrow(
      incomplete("gives shares to a unit of an excluded type"),
    );
    expect(problemOf(key({ flat: 500 }, { excludedUnitTypes }))).toThrow(
      incomplete("has shares of 500 in total instead of 1000"),
    );
  });

  it("of another strategy needs no shares", () => {
    for (const distributionStrategy of ["area", "equal", "headcount"] as const)
      expect(problemOf(key({}, { distributionStrategy }))).not.toThrow();
    expect(problemOf(key({}, { distributionStrategy: null }))).toThrow(
      incomplete("has shares of 0 in total instead of 1000"),
    );
  });
});
