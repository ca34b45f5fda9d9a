import { type Cents, cents, negate, sum } from "@cartulary/ledger";
import { type DueLine, instalments, lineAfter } from "@cartulary/rental/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const SHARE = fc.record({ htCents: fc.nat(5_000), vatCents: fc.nat(1_000), isAccrual: fc.boolean() });
/** A line of some owners, with a part without an owner. */
const LINE = fc.record({
  shares: fc.array(SHARE, { minLength: 1, maxLength: 4 }),
  nobodysHt: fc.nat(300),
  nobodysVat: fc.nat(60),
});
const LINES = fc.array(LINE, { minLength: 1, maxLength: 4 }).map((drawn) => drawn.map(lineOf));

function lineOf(
  { shares, nobodysHt, nobodysVat }: typeof LINE extends fc.Arbitrary<infer Drawn> ? Drawn : never,
  index: number,
) {
  const own = shares.map((share, place) => ({
    ownerId: `owner ${place}`,
    isAccrual: share.isAccrual,
    htCents: cents(share.htCents),
    vatCents: cents(share.vatCents),
  }));
  return {
    ...{ rentCallId: "call", billingRunId: "run", computation: 1, lineId: `line ${index}` },
    htCents: sum([cents(nobodysHt), ...own.map(({ htCents }) => htCents)]),
    vatCents: sum([cents(nobodysVat), ...own.map(({ vatCents }) => vatCents)]),
    shares: own,
  } as unknown as DueLine;
}

/** A line of the same amounts in the tenant's favour. */
const negated = ({ htCents, vatCents, shares, ...line }: DueLine, index: number): DueLine => ({
  ...line,
  lineId: `favour ${index}` as DueLine["lineId"],
  ...{ htCents: negate(htCents), vatCents: negate(vatCents) },
  shares: shares.map((share) => ({ ...share, htCents: negate(share.htCents), vatCents: negate(share.vatCents) })),
});

const dueOf = (lines: readonly DueLine[]): Cents => sum(lines.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));

/** The lines once an amount is paid on them, and how much of it was. */
function pay(lines: readonly DueLine[], amount: Cents) {
  const made = instalments(lines, amount);
  const after = new Map(made.map((each) => [each.line.lineId, lineAfter(each.line, each)]));
  const paid = sum(made.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));
  return { made, paid, lines: lines.map((line) => after.get(line.lineId) ?? line) };
}

describe("instalments (rental-invariants 26, 27)", () => {
  it("never exceed the amount due of a line or an owner, and the last one leaves nothing [R-26, R-27]", () => {
    fc.assert(
      fc.property(LINES, fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 12 }), (lines, amounts) => {
        let left = lines;
        for (const amount of amounts) {
          const due = dueOf(left);
          const { made, paid, lines: after } = pay(left, cents(amount));
          expect(paid).toBe(Math.min(amount, due));
          for (const { shares } of made)
            for (const { htCents, vatCents } of shares) expect(Math.min(htCents, vatCents)).toBeGreaterThanOrEqual(0);
          for (const line of after) {
            expect(Math.min(line.htCents, line.vatCents)).toBeGreaterThanOrEqual(0);
            for (const side of ["htCents", "vatCents"] as const) {
              const owned = sum(line.shares.map((share) => share[side]));
              expect(owned).toBeLessThanOrEqual(line[side]);
              for (const share of line.shares) expect(share[side]).toBeGreaterThanOrEqual(0);
            }
          }
          left = after;
        }
        const { lines: settled } = pay(left, dueOf(left));
        expect(dueOf(settled)).toBe(0);
        expect(
          settled.flatMap(({ shares }) => shares.filter(({ htCents, vatCents }) => htCents + vatCents !== 0)),
        ).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("use lines in the tenant's favour up with the last one, and leave nothing of any line [R-26, R-28]", () => {
    fc.assert(
      fc.property(
        LINES,
        LINES,
        fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 6 }),
        (owed, back, amounts) => {
          const favour = back.map((line, index) => negated(line, index));
          let left: readonly DueLine[] = [...owed, ...favour];
          fc.pre(dueOf(left) > 0);
          for (const amount of amounts) {
            const due = dueOf(left);
            const { paid, lines: after } = pay(left, cents(amount));
            expect(paid).toBe(Math.min(amount, due));
            if (paid < due) expect(after.slice(owed.length)).toEqual(favour);
            left = after;
            if (dueOf(left) === 0) break;
          }
          const { lines: settled } = pay(left, dueOf(left));
          for (const { htCents, vatCents, shares } of settled) {
            expect([htCents, vatCents]).toEqual([0, 0]);
            expect(shares.flatMap((share) => [share.htCents, share.vatCents]).filter((amount) => amount !== 0)).toEqual(
              [],
            );
          }
        },
      ),
    );
  });

  it("fill lines in order: a later one gets nothing while an earlier one is due [R-26]", () => {
    fc.assert(
      fc.property(LINES, fc.integer({ min: 1, max: 40_000 }), (lines, amount) => {
        const { lines: after } = pay(lines, cents(amount));
        const firstDue = after.findIndex((line) => dueOf([line]) > 0);
        if (firstDue >= 0) expect(after.slice(firstDue + 1)).toEqual(lines.slice(firstDue + 1));
      }),
      { numRuns: 100 },
    );
  });

  it("never lower a share with further instalments: ten by six, two and two is 6, 2, 2, after any others [R-27]", () => {
    const [line] = [
      {
        htCents: 10,
        vatCents: 0,
        shares: [6, 2, 2].map((due, index) => ({ ownerId: `o${index}`, htCents: due, vatCents: 0 })),
      },
    ].map((each) => ({ ...each, rentCallId: "c", lineId: "l" })) as unknown as [DueLine];
    const paid = [3, 3, 4].reduce((lines: readonly DueLine[], amount) => pay(lines, cents(amount)).lines, [line]);
    expect(dueOf(paid)).toBe(0);
  });
});
