import type { Note, Paper, PaperLease, PaperParty } from "./paper.ts";
import type { Dice } from "./random.ts";
import { type Body, type Doing, named, onOne, REFUSED, strike, type World } from "./run-operation.ts";

/** Makes a person the primary tenant of a lease (estate.md 3.5), under the id in the reply if there was none. */
export function nameTenant(paper: Paper, { id: leaseId }: PaperLease, who: string, answer: Body): void {
  const present = paper.lease_parties
    .filter((party) => party.leaseId === leaseId && party.type === "tenant" && party.role === "primary")
    .sort((one, other) => (`${one.from ?? ""} ${one.id}` < `${other.from ?? ""} ${other.id}` ? -1 : 1))[0];
  if (present) {
    if (present.kind !== "TenantActor" || present.who !== who)
      Object.assign(present, { kind: "TenantActor", who, profileOf: who, member: null });
    return;
  }
  const known = new Set(paper.lease_parties.map(({ id }) => id));
  const { id } = answer.parties.find((party: Body) => !known.has(party.id));
  paper.lease_parties.push({
    ...{ id, leaseId, type: "tenant", role: "primary", kind: "TenantActor", who, profileOf: who },
    ...{ from: null, to: null, member: null, part: null, wasTenant: true },
  });
}

/** A member of a household, with the names of his fields in bodies and in answers. */
function memberOf({ today }: Paper, dice: Dice) {
  const [first_name, last_name] = [`Léo ${dice.nat(9)}`, dice.of([null, "Le Goff", "Ω"])];
  const [birth_date, relationship] = [dice.dayOrNone(today), dice.of([null, "child", "Mère"])];
  const fields = Object.entries({ first_name, last_name, birth_date, relationship }).filter(
    ([name]) => name === "first_name" || dice.once(2),
  );
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  return {
    json: Object.fromEntries(fields),
    member: Object.fromEntries(fields.map(([name, value]) => [camel(name), value])) as Note,
  };
}

const EMPTY_CONTACT: Note = { firstName: null, lastName: null, birthDate: null, relationship: null };

/** Draws the share of a party; in two cases of three none is sent. */
function partOf(dice: Dice) {
  if (!dice.once(3)) return { part: null, json: {}, isWrong: false };
  const below = 1 + dice.nat(5);
  const above = dice.once(8) ? below + 1 : 1 + dice.nat(below);
  const json = { share_numerator: above, share_denominator: below };
  return { part: [above, below] as const, json, isWrong: above > below };
}

/** Draws the tenant profile that a body names, if any; a party that is a tenant may only name its own. */
function profileNamed(world: World, dice: Dice, tenant: string | null) {
  if (!dice.once(4)) return { json: {}, isWrong: false };
  const own = tenant === null || dice.once(4) ? null : world.paper.tenants.find(({ id }) => id === tenant);
  const { one } = own ? { one: own } : named(world, "tenants", dice);
  const json = { tenant_profile_id: dice.once(6) ? null : (one?.profileId ?? world.foreign.tenants) };
  const isWrong = json.tenant_profile_id !== null && (!one || (tenant !== null && one.id !== tenant));
  return { json, isWrong, of: json.tenant_profile_id === null ? null : (one?.id ?? null) };
}

/** Draws the person that a body names as the party. */
function whoOf(world: World, dice: Dice) {
  const kind = dice.of(["TenantActor", "TenantActor", "Contact", "HouseholdMember"] as const);
  if (kind === "HouseholdMember") {
    const { member, json } = memberOf(world.paper, dice);
    const kindOf = dice.once(3) ? { partyable_type: kind } : {};
    return { kind, member, who: null, isKnown: true, json: { ...kindOf, household_member: json } };
  }
  const { id, isKnown } = named(world, kind === "TenantActor" ? "tenants" : "contacts", dice);
  return { kind, member: null, who: id, isKnown, json: { partyable_type: kind, partyable_id: id } };
}

const TYPES = ["tenant", "tenant", "guarantor", "occupant", "payer"] as const;
const ROLES = ["primary", "co_tenant", null] as const;

/** The acts on parties of leases besides lists. */
export const partyActs = {
  joinLease: (world, dice) => {
    const { paper } = world;
    const { id: leaseId, isKnown } = named(world, "leases", dice);
    const { kind, member, who, isKnown: isKnownParty, json: whom } = whoOf(world, dice);
    const [part, profile] = [partOf(dice), profileNamed(world, dice, kind === "TenantActor" ? who : null)];
    const own = {
      type: dice.of(TYPES),
      role: dice.of(ROLES),
      from: dice.dayOrNone(paper.today),
      to: dice.dayOrNone(paper.today),
    };
    const fields = { party_type: own.type, role: own.role, valid_from: own.from, valid_to: own.to };
    const json = { lease_party: { lease_id: leaseId, ...fields, ...whom, ...part.json, ...profile.json } };
    const sent = { method: "POST", path: "/lease_parties", json } as const;
    const isWrong = isBackwards(own) || part.isWrong || profile.isWrong;
    if (!isKnown || !isKnownParty || isWrong) return { ...sent, ...REFUSED };
    const write = ({ id, partyableId }: Body) => {
      const profileOf = profile.of === undefined ? (kind === "TenantActor" ? who : null) : profile.of;
      const wasTenant = own.type === "tenant";
      const one = { id, leaseId, kind, who: who ?? partyableId, profileOf, part: part.part, wasTenant };
      paper.lease_parties.push({ ...own, ...one, member: member && { ...EMPTY_CONTACT, ...member } });
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
    const part = partOf(dice);
    const moves = dice.once(10) ? dice.of(paper.leases) : null;
    const after = other ?? party;
    const profile = profileNamed(world, dice, after.kind === "TenantActor" ? after.who : null);
    const json = {
      lease_party: {
        ...(what === "days" && { valid_from: changed.from, valid_to: changed.to }),
        ...(what === "role" && { role: changed.role }),
        ...(what === "type" && { party_type: changed.type }),
        ...{ ...other?.json, ...part.json, ...profile.json, ...(moves && { lease_id: moves.id }) },
      },
    };
    const sent = { method: "PATCH", json } as const;
    const isOtherLease = moves && moves.id !== party.leaseId;
    const isWrong = isBackwards({ ...party, ...changed }) || part.isWrong || profile.isWrong;
    if (other?.isKnown === false || isWrong || isOtherLease) return { ...sent, ...REFUSED };
    const write = ({ partyableId }: Body) => {
      Object.assign(party, changed, part.part && { part: part.part });
      if (other) rewrite(party, { ...other, who: other.who ?? partyableId });
      if (profile.of !== undefined) party.profileOf = profile.of;
    };
    return { ...sent, status: 200, write };
  }),

  leaveLease: onOne("lease_parties", ({ id }, { paper }) => ({
    ...{ method: "DELETE", status: 204, write: () => strike(paper, "lease_parties", id) },
  })),
} satisfies Readonly<Record<string, Doing>>;

/** Makes the party another person; a party that stays the same tenant keeps its profile. */
function rewrite(party: PaperParty, { kind, who, member }: Pick<PaperParty, "kind" | "who" | "member">): void {
  const isSame = kind === "TenantActor" && party.kind === kind && party.who === who;
  const profileOf = isSame ? party.profileOf : kind === "TenantActor" ? who : null;
  // A present member keeps his fields; a new one has only the written fields.
  Object.assign(party, { kind, who, profileOf, member: member && { ...(party.member ?? EMPTY_CONTACT), ...member } });
}

const isBackwards = ({ from, to }: Pick<PaperParty, "from" | "to">): boolean =>
  from !== null && to !== null && to < from;
