import type { Note } from "./paper.ts";
import type { Dice } from "./random.ts";
import { type Body, DEPENDENTS, type Doing, named, onOne, REFUSED, strike, type World } from "./run-operation.ts";

const LINES = { line1: "line1", line2: "line2", line3: "line3", postal_code: "postalCode", city: "city" } as const;

/** An address of a unit's own, of which each line may be there; or that it has none from now on. */
function addressOf(dice: Dice) {
  if (!dice.once(3)) return {};
  if (dice.once(3)) return { json: { own_address: null }, address: null };
  const lines = Object.keys(LINES).filter(() => dice.once(2));
  const json = Object.fromEntries(lines.map((name) => [name, dice.of([null, "", "é 1", "B"])])) as Note;
  const address = Object.entries(LINES).map(([name, as]) => [as, json[name] || null]);
  return { json: { own_address: json }, address: Object.fromEntries(address) as Note };
}

/** Some of the entrances or keys that a property has, seldom another one too. */
function ofProperty(
  { paper, foreign }: World,
  propertyId: string,
  as: "entrances" | "shareKeys",
  most: number,
  dice: Dice,
) {
  const all = (paper.notes.get(propertyId)?.[as] ?? []) as readonly Note[];
  const known = dice.some(all, most).map(({ id }) => ({ id: id as string, isKnown: true }));
  return dice.once(20) ? [{ id: foreign.units, isKnown: false }, ...known, ...known] : known;
}

/** The fields of a body for a unit's place in its property, and for its shares. */
function placeOf(world: World, propertyId: string, dice: Dice) {
  const [hasEntrance, hasShares] = [dice.once(2), dice.once(2)];
  const [entrance = null] = hasEntrance ? ofProperty(world, propertyId, "entrances", 1, dice) : [];
  const keys = hasShares ? ofProperty(world, propertyId, "shareKeys", 3, dice) : [];
  const allocations = keys.map(({ id }) => ({ shareKeyId: id, shares: dice.of([0, 1, dice.nat(1000)]) }));
  const { json: own, address } = addressOf(dice);
  return {
    json: {
      ...(hasEntrance && { entrance_id: entrance?.id ?? null }),
      ...(hasShares && {
        allocations: allocations.map(({ shareKeyId, shares }) => ({ share_key_id: shareKeyId, shares })),
      }),
      ...own,
    },
    isWrong: entrance?.isKnown === false || keys.some(({ isKnown }) => !isKnown),
    change: {
      ...(hasEntrance && { entranceId: entrance?.id ?? null }),
      ...(hasShares && { allocations }),
      ...(address !== undefined && { ownAddress: address }),
    },
  };
}

const namesOf = (dice: Dice) => [`${dice.of(["a", "B", "C"])}${dice.nat(9)}`, dice.of([null, 20, 30.25])] as const;

/** The acts on units besides lists: each is fitted out, changed and removed. */
export const unitActs = {
  fitOut: (world, dice) => {
    const { id: propertyId, isKnown } = named(world, "properties", dice);
    const [identifier, areaSqm] = namesOf(dice);
    const place = placeOf(world, propertyId, dice);
    const json = { property_id: propertyId, identifier, area_sqm: areaSqm, ...place.json };
    const sent = { method: "POST", path: "/units", json } as const;
    if (!isKnown || place.isWrong) return { ...sent, ...REFUSED };
    const blank = { entranceId: null, ownAddress: null, allocations: [] };
    const write = ({ id }: Body) =>
      world.paper.units.push({ id, propertyId, identifier, areaSqm, ...blank, ...place.change });
    return { ...sent, status: 201, write };
  },
  renameUnit: onOne("units", (unit, world, dice) => {
    const [identifier, areaSqm] = namesOf(dice);
    const place = placeOf(world, unit.propertyId, dice);
    const sent = { method: "PATCH", json: { identifier, area_sqm: areaSqm, ...place.json } } as const;
    if (place.isWrong) return { ...sent, ...REFUSED };
    return { ...sent, status: 200, write: () => Object.assign(unit, { identifier, areaSqm, ...place.change }) };
  }),
  tearOut: onOne("units", ({ id }, { paper }) => {
    const isOwned = paper.ownerships.some(({ unitId }) => unitId === id);
    const isOfLease = paper.leases.some(({ stays }) => stays.some(({ unitId }) => unitId === id));
    if (isOwned || isOfLease) return { method: "DELETE", ...DEPENDENTS };
    return { method: "DELETE", status: 204, write: () => strike(paper, "units", id) };
  }),
} satisfies Readonly<Record<string, Doing>>;
