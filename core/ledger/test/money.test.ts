import {
  apportion,
  CENTS_MAX,
  type Cents,
  cents,
  compareRationals,
  decimal,
  negate,
  plus,
  type Rational,
  rational,
  round,
  type Share,
  sum,
  times,
} from "@cartulary/ledger";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const amount = () => fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map(cents);
const weight = () =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 6n }))
    .map(([n, d]) => rational(n, d));
const shares = () =>
  fc
    .uniqueArray(fc.tuple(fc.uuid(), weight()), { minLength: 1, maxLength: 12, selector: ([id]) => id })
    .map((pairs) => pairs.map(([id, each]): Share => ({ id, weight: each })))
    .filter((list) => list.some((share) => share.weight.numerator > 0n));
const scaled = ({ numerator, denominator }: Rational, by: bigint) => rational(numerator * by, denominator);

describe("An amount", () => {
  it("rounds to the nearest cent, halves away from zero", () => {
    const rounded = [
      [1, 2],
      [-1, 2],
      [3, 2],
      [-3, 2],
      [1, 3],
      [2, 3],
      [-2, 3],
      [5, 10],
      [49, 100],
      [0, 7],
    ] as const;
    expect(rounded.map(([n, d]) => round(rational(n, d)))).toEqual([1, -1, 2, -2, 0, 1, -1, 1, 0, 0]);
    expect(round(rational(1, -2))).toBe(-1);
  });

  it("differs from the exact amount by half a cent at most", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }),
        fc.bigInt({ min: 10_000n, max: 10n ** 8n }),
        (n, d) => {
          const doubledError = 2n * (BigInt(round(rational(n, d))) * d - n);
          expect(doubledError <= d && doubledError >= -d).toBe(true);
        },
      ),
    );
  });

  it("is refused where it is no safe integer, instead of being approximated", () => {
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 2n ** 53n])
      expect(() => cents(wrong)).toThrow(RangeError);
    for (const over of [
      [CENTS_MAX, 1],
      [-CENTS_MAX, -1],
      [CENTS_MAX, CENTS_MAX, 2],
    ])
      expect(() => sum(over.map(cents))).toThrow(expect.objectContaining({ code: "amount_too_large" }));
    expect(cents(BigInt(Number.MIN_SAFE_INTEGER))).toBe(Number.MIN_SAFE_INTEGER);
    expect(Object.is(cents(-0), 0)).toBe(true);
  });

  it("may be the largest, also as a sum of more", () => {
    for (const sign of [1, -1])
      expect(sum([CENTS_MAX, CENTS_MAX, -CENTS_MAX].map((each) => cents(sign * each)))).toBe(sign * CENTS_MAX);
    for (const [amounts, total] of [
      [[CENTS_MAX, 1, -1], CENTS_MAX],
      [[CENTS_MAX, CENTS_MAX, 5, -CENTS_MAX, -CENTS_MAX], 5],
    ] as const)
      expect(sum(amounts.map(cents))).toBe(total);
  });

  it("is written with two decimals, for any amount", () => {
    expect([0, 5, -5, 99, 100, -123456].map((each) => decimal(cents(each)))).toEqual([
      "0.00",
      "0.05",
      "-0.05",
      "0.99",
      "1.00",
      "-1234.56",
    ]);
    fc.assert(
      fc.property(amount(), (each) => {
        expect(Number(decimal(each).replace(".", ""))).toBe(each === 0 ? 0 : each);
      }),
    );
  });
});

describe("A fraction", () => {
  it("has another denominator than zero", () => {
    expect(() => rational(1, 0)).toThrow(new RangeError("A fraction needs a denominator other than zero"));
    expect([rational(1, -2), rational(-1, -2), rational(3)]).toEqual([
      { numerator: -1n, denominator: 2n },
      { numerator: 1n, denominator: 2n },
      { numerator: 3n, denominator: 1n },
    ]);
  });

  it("is added, multiplied and compared exactly", () => {
    expect(times(rational(2, 3), rational(5, 7))).toEqual(rational(10, 21));
    expect(plus(rational(2, 3), rational(-5, 7))).toEqual(rational(-1, 21));
    const ascending = [rational(-1, 2), rational(0), rational(1, 3), rational(2, 6), rational(1, 2)];
    expect(ascending.slice(1).map((each, index) => compareRationals(ascending[index] ?? each, each))).toEqual([
      -1, -1, 0, -1,
    ]);
    expect(compareRationals(rational(1, 2), rational(1, 3))).toBe(1);
  });
});

it("a sum is exact even if partial sums exceed the largest amount", () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger().map(cents), { maxLength: 12 }), (amounts) => {
      const exact = amounts.reduce((all, each) => all + BigInt(each), 0n);
      const back = cents(BigInt.asIntN(50, exact));
      const rest: Cents[] = [];
      for (let left = exact - BigInt(back); left !== 0n; left -= BigInt(rest.at(-1) ?? 0))
        rest.push(cents(left > MOST ? MOST : left < -MOST ? -MOST : left));
      expect(sum([...amounts, ...rest.map(negate)])).toBe(back);
    }),
  );
});

const MOST = BigInt(CENTS_MAX);

describe("Apportioning", () => {
  it("gives out the amount to the cent [R-3]", () => {
    fc.assert(
      fc.property(amount(), shares(), (total, list) => {
        expect(sum(apportion(total, list))).toBe(total);
      }),
    );
  });

  it("gives each less than a cent more or less than is exactly due, and nothing to weight 0 [R-4]", () => {
    fc.assert(
      fc.property(amount(), shares(), (total, list) => {
        const common = list.reduce((all, { weight: { denominator } }) => all * denominator, 1n);
        const weights = list.map(({ weight: { numerator, denominator } }) => (numerator * common) / denominator);
        const whole = weights.reduce((all, each) => all + each, 0n);
        for (const [index, part] of apportion(total, list).entries()) {
          const error = BigInt(part) * whole - BigInt(total) * (weights[index] as bigint);
          expect(error < whole && error > -whole).toBe(true);
          if (weights[index] === 0n) expect(part).toBe(0);
        }
      }),
    );
  });

  it("gives equal weights the same but for a cent, and the larger weight never less [R-4]", () => {
    fc.assert(
      fc.property(
        amount().map((each) => cents(Math.abs(each))),
        shares(),
        (total, list) => {
          const parts = apportion(total, list);
          list.forEach((one, i) => {
            list.forEach((other, j) => {
              const [mine, theirs] = [parts[i] as number, parts[j] as number];
              const order = compareRationals(one.weight, other.weight);
              if (order === 0) expect(Math.abs(mine - theirs)).toBeLessThanOrEqual(1);
              if (order > 0) expect(mine).toBeGreaterThanOrEqual(theirs);
            });
          });
        },
      ),
    );
  });

  it("does not mind the order of the shares, the scale of the weights, or the sign [R-4, R-5]", () => {
    fc.assert(
      fc.property(amount(), shares(), fc.bigInt({ min: 1n, max: 1000n }), (total, list, by) => {
        const parts = apportion(total, list);
        expect([...apportion(total, [...list].reverse())].reverse()).toEqual(parts);
        expect(
          apportion(
            total,
            list.map((share) => ({ ...share, weight: scaled(share.weight, by) })),
          ),
        ).toEqual(parts);
        expect(apportion(cents(-total), list)).toEqual(parts.map((part) => cents(-part)));
      }),
    );
  });

  it("gives the cents that are left to the largest fractions, then the larger weight, then the lesser id", () => {
    const share = (id: string, n: number, d = 1): Share => ({ id, weight: rational(n, d) });
    expect(apportion(cents(80645), [share("a", 1, 3), share("b", 2, 3)])).toEqual([26882, 53763]);
    expect(apportion(cents(80645), [share("a", 2, 3), share("b", 1, 3)])).toEqual([53763, 26882]);
    expect(apportion(cents(9999), [share("a", 75), share("b", 25)])).toEqual([7499, 2500]);
    expect(apportion(cents(1), [share("b", 1), share("a", 1)])).toEqual([0, 1]);
    expect(apportion(cents(10), [share("a", 6), share("b", 6), share("c", 2)])).toEqual([4, 4, 2]);
    expect(apportion(cents(1), [share("a", 1), share("b", 1)])).toEqual([1, 0]);
    expect(apportion(cents(2), [share("a", 1), share("b", 3)])).toEqual([0, 2]);
    expect(apportion(cents(2), [share("a", 3), share("b", 1)])).toEqual([2, 0]);
    expect(apportion(cents(-2), [share("a", 3), share("b", 1)])).toEqual([-2, 0]);
    expect(apportion(cents(0), [share("a", 3), share("b", 1)])).toEqual([0, 0]);
  });

  it("refuses weights that share out nothing", () => {
    expect(() => apportion(cents(1), [])).toThrow(RangeError);
    expect(() => apportion(cents(1), [{ id: "a", weight: rational(0) }])).toThrow(RangeError);
    expect(() =>
      apportion(cents(1), [
        { id: "a", weight: rational(-1) },
        { id: "b", weight: rational(2) },
      ]),
    ).toThrow(RangeError);
    expect(() =>
      apportion(cents(1), [
        { id: "a", weight: rational(1) },
        { id: "a", weight: rational(1) },
      ]),
    ).toThrow(TypeError);
  });
});
