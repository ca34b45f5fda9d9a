import { cents, sum } from "@cartulary/ledger";
import { type DueShare, ownersOfRefund } from "@cartulary/rental/money";
import fc from "fast-check";
import { expect, it } from "vitest";

const share = (ownerId: string, htCents: number, vatCents = 0, isAccrual = false) =>
  ({ ownerId, isAccrual, htCents: cents(htCents), vatCents: cents(vatCents) }) as DueShare;

const credit = (amount: number, refunded = 0, allocated = 0) => ({
  ...{ reference: "CR-2026-000001", bankTransactionId: null, entryId: "entry" as never },
  ...{ amountCents: cents(amount), allocatedCents: cents(allocated), refundedCents: cents(refunded) },
});

it("A refund is borne by the owners in cash, VAT included, also where one of them gains by the credit note", () => {
  const shares = [share("b", 10, 2), share("a", -100, -20), share("c", -12, 0, true)];
  expect([...ownersOfRefund({ payment: credit(120), amountCents: cents(120) }, shares)]).toEqual([
    ["a", 120],
    ["b", -12],
  ]);
  expect([...ownersOfRefund({ payment: credit(120, 0, 60), amountCents: cents(60) }, shares)]).toEqual([
    ["a", 60],
    ["b", -6],
  ]);
});

it("A refund is borne by owner, without owners of nothing", () => {
  const shares = [share("b", -10), share("a", -20), share("c", -30), share("d", 0)];
  expect([...ownersOfRefund({ payment: credit(60), amountCents: cents(60) }, shares)]).toEqual([
    ["a", 20],
    ["b", 10],
    ["c", 30],
  ]);
});

it("The refunds of a whole credit come to the owners' parts of it", () => {
  const amount = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 4 }), fc.array(amount, { maxLength: 5 }), (parts, cuts) => {
      const whole = parts.reduce((all, part) => all + part, 0);
      const shares = parts.map((part, index) => share(`owner ${index}`, -part));
      const places = [...new Set([0, ...cuts.filter((cut) => cut < whole), whole])].toSorted(
        (one, other) => one - other,
      );
      const borne = new Map<string, number>();
      for (const [index, from] of places.slice(0, -1).entries()) {
        const amountCents = cents((places[index + 1] ?? whole) - from);
        const owners = ownersOfRefund({ payment: credit(whole, from), amountCents }, shares);
        expect(Math.abs(sum(owners.values()) - amountCents)).toBeLessThan(parts.length);
        for (const [id, part] of owners) borne.set(id, (borne.get(id) ?? 0) + part);
      }
      expect(parts.map((_, index) => borne.get(`owner ${index}`))).toEqual(parts);
    }),
  );
});
