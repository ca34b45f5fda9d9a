import type { Dice } from "./dice.ts";
import { type Body, type Doing, named, onOne, REFUSED, strike, type World } from "./doing.ts";
import type { Paper, PaperLease, PaperParty } from "./paper.ts";

/** Makes somebody the primary tenant of a lease (estate.md 3.5), under the id of the answer where there was none. */
export function nameTenant(paper: Paper, { id: leaseId }: PaperLease, who: string, answer: Body): void {
  const present = paper.lease_parties
    .filter((party) => party.leaseId === leaseId && party.type === "tenant" && party.role === "primary")
    .sort((one, other) => (`${one.from ?? ""} ${one.id}` < `${other.from ?? ""} ${other.id}` ? -1 : 1))[0];
  if (present) {
    if (present.kind !== "TenantActor" || present.who !== who)
      Object.assign(present, { kind: "TenantActor", who, profileOf: who, name: null });
    return;
  }
  const known = new Set(paper.lease_parties.map(({ id }) => id));
  const { id } = answer.parties.find((party: Body) => !known.has(party.id));
  paper.lease_parties.push({
    ...{ id, leaseId, type: "tenant", role: "primary", kind: "TenantActor", who, profileOf: who },
    ...{ from: null, to: null, name: null },
  });
}

/** Who a body says that somebody is. */
function whoOf(world: World, dice: Dice) {
  const kind = dice.of(["TenantActor", "TenantActor", "Contact", "HouseholdMember"] as const);
  if (kind === "HouseholdMember") {
    const name = `Léo ${dice.nat(9)}`;
    return { kind, name, who: null, isKnown: true, json: { household_member: { first_name: name } } };
  }
  const { id, isKnown } = named(world, kind === "TenantActor" ? "tenants" : "contacts", dice);
  return { kind, name: null, who: id, isKnown, json: { partyable_type: kind, partyable_id: id } };
}

const TYPES = ["tenant", "tenant", "guarantor", "occupant", "payer"] as const;
const ROLES = ["primary", "co_tenant", null] as const;

/** What parties of leases know besides lists. */
export const partyActs = {
  joinLease: (world, dice) => {
    const { paper } = world;
    const { id: leaseId, isKnown } = named(world, "leases", dice);
    const { kind, name, who, isKnown: isSomebody, json: whom } = whoOf(world, dice);
    const own = {
      type: dice.of(TYPES),
      role: dice.of(ROLES),
      from: dice.dayOrNone(paper.today),
      to: dice.dayOrNone(paper.today),
    };
    const said = { party_type: own.type, role: own.role, valid_from: own.from, valid_to: own.to };
    const json = { lease_party: { lease_id: leaseId, ...said, ...whom } };
    const sent = { method: "POST", path: "/lease_parties", json } as const;
    if (!isKnown || !isSomebody || isBackwards(own)) return { ...sent, ...REFUSED };
    const write = ({ id, partyableId }: Body) => {
      const profileOf = kind === "TenantActor" ? who : null;
      paper.lease_parties.push({ ...own, id, leaseId, kind, who: who ?? partyableId, profileOf, name });
    };
    return { ...sent, status: 201, write };
  },

  changeParty: onOne("lease_parties", (party, world, dice) => {
    const { paper } = world;
    const what = dice.of(["days", "role", "type", "who"] as const);
    const changed = {
      ...(what === "days" && { from: dice.dayOrNone(paper.today), to: dice.dayOrNone(paper.today) }),
      ...(what === "role" && { role: dice.of(ROLES) }),
      ...(what === "type" && { type: dice.of(TYPES) }),
    };
    const other = what === "who" ? whoOf(world, dice) : null;
    const json = {
      lease_party: {
        ...(what === "days" && { valid_from: changed.from, valid_to: changed.to }),
        ...(what === "role" && { role: changed.role }),
        ...(what === "type" && { party_type: changed.type }),
        ...other?.json,
      },
    };
    const sent = { method: "PATCH", json } as const;
    if (other?.isKnown === false || isBackwards({ ...party, ...changed })) return { ...sent, ...REFUSED };
    const write = ({ partyableId }: Body) => {
      Object.assign(party, changed);
      if (other) rewrite(party, { ...other, who: other.who ?? partyableId });
    };
    return { ...sent, status: 200, write };
  }),

  leaveLease: onOne("lease_parties", ({ id }, { paper }) => ({
    ...{ method: "DELETE", status: 204, write: () => strike(paper, "lease_parties", id) },
  })),
} satisfies Readonly<Record<string, Doing>>;

/** The party is somebody else from now on; one who stays the same tenant keeps the profile. */
function rewrite(party: PaperParty, { kind, who, name }: Pick<PaperParty, "kind" | "who" | "name">): void {
  const isSame = kind === "TenantActor" && party.kind === kind && party.who === who;
  const profileOf = isSame ? party.profileOf : kind === "TenantActor" ? who : null;
  Object.assign(party, { kind, who, name, profileOf });
}

const isBackwards = ({ from, to }: Pick<PaperParty, "from" | "to">): boolean =>
  from !== null && to !== null && to < from;
