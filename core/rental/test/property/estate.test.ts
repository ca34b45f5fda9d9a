import { type Day, defaultsOf, type Id, type NewId } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elementErrors, mergeElements } from "../../src/property/estate/array-elements.ts";
import { bankAccountErrors, bankAccountRecord } from "../../src/property/people/bank-account.ts";
import { isSiret } from "../../src/property/people/siret.ts";
import { occupancyOf } from "../../src/property/properties/occupancy.ts";
import { unitAddressOf } from "../../src/property/units/address.ts";
import { ownersOf, type UnitShare, unitOwnersOn } from "../../src/property/units/unit-detail.ts";

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10) as Day;

/** Ownerships over a few days by a few owners, with varied shares. */
const shares = fc
  .array(
    fc.record({
      owner: fc.integer({ min: 1, max: 3 }),
      denominator: fc.constantFrom(1, 2, 3, 6, 7, 1_000_000_000),
      numerator: fc.integer({ min: 1, max: 7 }),
      from: fc.option(fc.integer({ min: 1, max: 9 })),
      days: fc.option(fc.integer({ min: 0, max: 5 })),
    }),
    { maxLength: 6 },
  )
  .map((all) =>
    all.map(
      ({ owner, denominator, numerator, from, days }, index): UnitShare => ({
        id: `share ${index}` as Id<"Ownership">,
        ownerId: `owner ${owner}` as Id<"OwnerActor">,
        ownerName: `Owner ${owner}`,
        shareNumerator: Math.min(numerator, denominator),
        shareDenominator: denominator,
        validFrom: from === null ? null : day(from),
        validTo: days === null ? null : day((from ?? 1) + days),
        acquisitionType: null,
      }),
    ),
  );

describe("Ownerships of a unit", () => {
  it("of a day are those whose period contains it, and are complete when they add up to one", () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: 0, max: 16 }), (all, number) => {
        const today = day(number);
        const { ownerships, ownershipHistory, sharesComplete } = unitOwnersOn(all, today);
        const inForce = all.filter(
          ({ validFrom, validTo }) => !(validFrom && validFrom > today) && !(validTo && validTo < today),
        );
        expect(ownerships.map(({ id }) => id)).toEqual(inForce.map(({ id }) => id));
        expect(ownershipHistory).toHaveLength(all.length);
        // In whole numbers over a common denominator.
        const common = inForce.reduce((product, { shareDenominator }) => product * BigInt(shareDenominator), 1n);
        const sum = inForce.reduce(
          (total, { shareNumerator, shareDenominator }) =>
            total + BigInt(shareNumerator) * (common / BigInt(shareDenominator)),
          0n,
        );
        expect(sharesComplete).toBe(sum === common);
      }),
    );
  });

  it("are equal in total when one is split into two halves of the same owner [R-34]", () => {
    fc.assert(
      fc.property(shares, (all) => {
        const halved = all.flatMap((share) => {
          const half = { ...share, shareDenominator: share.shareDenominator * 2 };
          return [half, half];
        });
        const [whole, halves] = [unitOwnersOn(all, day(5)), unitOwnersOn(halved, day(5))];
        expect(halves.sharesComplete).toBe(whole.sharesComplete);
        expect(halves.totalSharePercent).toBe(whole.totalSharePercent);
        expect(ownersOf(halves.ownerships)).toEqual(ownersOf(whole.ownerships));
      }),
    );
  });

  it("add up exactly to one as three thirds [R-34]", () => {
    const third = { shareNumerator: 1, shareDenominator: 3, validFrom: null, validTo: null } as UnitShare;
    expect(unitOwnersOn([third, third, third], day(1))).toMatchObject({
      sharesComplete: true,
      totalSharePercent: 1_000_000,
    });
    const less = { ...third, shareNumerator: 333_333, shareDenominator: 1_000_000 };
    expect(unitOwnersOn([third, third, less], day(1)).sharesComplete).toBe(false);
  });
});

const bankAccountDefaults = defaultsOf(bankAccountRecord);

describe("An array that replaces the present one", () => {
  const present = [1, 2].map((number) => ({
    ...bankAccountDefaults,
    id: String(number) as Id<"BankAccount">,
    label: `${number}`,
  }));
  const newId = (() => "new") as NewId;

  it("keeps absent fields of elements with an id and creates the others", () => {
    const sent = [{ bic: "AGRIFRPP" }, { id: present[1]?.id as Id<"BankAccount">, isDefault: true }];
    expect(mergeElements(sent, present, bankAccountRecord, { newId })).toEqual([
      { ...bankAccountDefaults, id: "new", bic: "AGRIFRPP" },
      { ...present[1], isDefault: true },
    ]);
  });

  it("is refused with duplicate ids, unknown ids or too many elements", () => {
    const twice = [
      { id: "1" as Id<"BankAccount"> },
      { id: "1" as Id<"BankAccount"> },
      { id: "9" as Id<"BankAccount"> },
    ];
    const errors = bankAccountErrors(twice, present).map(({ field, code }) => [field, code]);
    expect(errors).toEqual([
      ["bankAccounts[1].id", "taken"],
      ["bankAccounts[2].id", "not_found"],
    ]);
    const many = elementErrors("bankAccounts", Array(1001).fill({}), [], bankAccountRecord);
    expect(many.map(({ code }) => code)).toEqual(["too_long"]);
  });
});

it("A SIRET has fourteen digits and a valid checksum, with a special one for La Poste", () => {
  for (const right of ["73282932000074", "35600000000048", "35600000049837"])
    expect([right, isSiret(right)]).toEqual([right, true]);
  for (const wrong of ["73282932000075", "7328293200007", "732829320000740", "7328293200007x", ""])
    expect([wrong, isSiret(wrong)]).toEqual([wrong, false]);
});

it("An occupancy rate is a percentage of the units, and null without units", () => {
  expect(occupancyOf(0, 0)).toEqual({ unitsCount: 0, occupiedCount: 0, vacantCount: 0, occupancyRate: null });
  expect(occupancyOf(3, 2)).toEqual({ unitsCount: 3, occupiedCount: 2, vacantCount: 1, occupancyRate: 666_667 });
});

it("A unit has its own address, else its entrance's, else its property's", () => {
  const property = { address: "1 rue du Port", postalCode: "29200", city: "Brest" };
  const entrance = { address: "3 quai", postalCode: null, city: null };
  expect(unitAddressOf({ city: "Quimper" }, entrance, property)).toMatchObject({ origin: "own", formatted: "Quimper" });
  expect(unitAddressOf({}, entrance, property)).toMatchObject({ origin: "entrance", formatted: "3 quai, 29200 Brest" });
  expect(unitAddressOf(null, { ...entrance, address: null }, property).origin).toBe("property");
});
