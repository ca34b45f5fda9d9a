import { noting } from "./add-fields.ts";
import { leaseActs } from "./lease-acts.ts";
import { mandateActs } from "./mandate-acts.ts";
import type { Paper } from "./paper.ts";
import { partyActs } from "./party-acts.ts";
import { peopleActs, WORDS } from "./people-acts.ts";
import type { Dice } from "./random.ts";
import { revisionActs } from "./revision-acts.ts";
import { type Body, DEPENDENTS, type Doing, named, onOne, REFUSED, strike } from "./run-operation.ts";
import { termActs } from "./term-acts.ts";
import { unitActs } from "./unit-acts.ts";

const bare = {
  ...peopleActs,

  build: ({ paper }, dice) => {
    const [name, city] = [dice.of(WORDS), dice.once(2) ? null : dice.of(WORDS)];
    const write = ({ id }: Body) => paper.properties.push({ id, name, city });
    return { method: "POST", path: "/properties", json: { name, city, address: "1 rue" }, status: 201, write };
  },
  renameProperty: onOne("properties", (property, _world, dice) => {
    const change = { name: dice.of(WORDS), city: dice.once(2) ? null : dice.of(WORDS) };
    return { method: "PATCH", json: change, status: 200, write: () => Object.assign(property, change) };
  }),
  pullDown: onOne("properties", ({ id }, { paper }) => {
    const isUsed_ = paper.units.some(({ propertyId }) => propertyId === id);
    if (isUsed_ || paper.mandates.some(({ properties }) => properties.includes(id)))
      return { method: "DELETE", ...DEPENDENTS };
    return { method: "DELETE", status: 204, write: () => strike(paper, "properties", id) };
  }),

  ...unitActs,

  buy: (world, dice) => {
    const [owner, unit] = [named(world, "owners", dice), named(world, "units", dice)];
    const [shares, fields] = sharesOf(world.paper, dice);
    const json = { ownership: { owner_id: owner.id, unit_id: unit.id, ...fields } };
    const sent = { method: "POST", path: "/ownerships", json } as const;
    if (!owner.isKnown || !unit.isKnown || isWrong(shares)) return { ...sent, ...REFUSED };
    const write = ({ id }: Body) => world.paper.ownerships.push({ id, ownerId: owner.id, unitId: unit.id, ...shares });
    return { ...sent, status: 201, write };
  },
  reShare: onOne("ownerships", (ownership, world, dice) => {
    const [shares, fields] = sharesOf(world.paper, dice);
    const other = dice.once(4) ? named(world, "owners", dice) : null;
    const otherUnit = dice.once(6) ? named(world, "units", dice) : null;
    const moved = { ...(other && { owner_id: other.id }), ...(otherUnit && { unit_id: otherUnit.id }) };
    const json = { ownership: { ...fields, ...moved } };
    const isUnknown = other?.isKnown === false || otherUnit?.isKnown === false;
    if (isWrong(shares) || isUnknown) return { method: "PATCH", json, ...REFUSED };
    const write = () =>
      Object.assign(ownership, shares, other && { ownerId: other.id }, otherUnit && { unitId: otherUnit.id });
    return { method: "PATCH", json, status: 200, write };
  }),
  giveUp: onOne("ownerships", ({ id }, { paper }) => ({
    ...{ method: "DELETE", status: 204, write: () => strike(paper, "ownerships", id) },
  })),

  ...leaseActs,
  ...termActs,
  ...partyActs,
  ...mandateActs,
  ...revisionActs,
} satisfies Readonly<Record<string, Doing>>;

/** All acts, by name. */
export type ActName = keyof typeof bare;

/** Every act on an estate, by name; each may also write further fields of its record. */
export const acts = Object.fromEntries(Object.entries(bare).map(([name, doing]) => [name, noting(doing)])) as Readonly<
  Record<ActName, Doing>
>;

/** Shares of a unit, and how a body says them. */
function sharesOf({ today }: Paper, dice: Dice) {
  const below = dice.of([1, 2, 3, 3, 6, 7, 1_000_000_000]);
  const above = dice.once(12) ? below + 1 : 1 + dice.nat(Math.min(below, 999));
  const [from, to] = [dice.dayOrNone(today), dice.once(2) ? null : dice.dayOrNone(today)];
  const fields = { share_numerator: above, share_denominator: below, valid_from: from, valid_to: to };
  return [{ above, below, from, to }, fields] as const;
}

const isWrong = ({ above, below, from, to }: ReturnType<typeof sharesOf>[0]): boolean =>
  above > below || above > 1_000_000_000 || below > 1_000_000_000 || (from !== null && to !== null && to < from);
