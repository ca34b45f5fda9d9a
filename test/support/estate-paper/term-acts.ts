import type { Dice } from "./dice.ts";
import { type Body, DEPENDENTS, type Doing, named, onOne, REFUSED, strike } from "./doing.ts";
import type { Paper, PaperLease, PaperRent } from "./paper.ts";

/** What is said of a rent: an amount or none, and charges or none. */
export interface SaidRent {
  readonly amount: number | null;
  readonly charge: number | undefined;
  readonly json: object;
}

/** A rent by the month, of amounts that do not divide by twelve either. */
export function rentOf(dice: Dice): SaidRent {
  if (dice.once(4)) return { amount: null, charge: undefined, json: {} };
  const base = dice.nat(1_000_00);
  const charge = dice.once(2) ? dice.nat(100_00) : undefined;
  const charges = charge === undefined ? {} : { charge_provision_cents: charge };
  return { amount: 12 * base, charge, json: { base_rent_cents: base, ...charges } };
}

/** The same by the year, as terms take it. */
function yearlyRentOf(dice: Dice): SaidRent & { readonly amount: number } {
  const [annual, charge] = [dice.nat(1_000_000), dice.once(2) ? dice.nat(100_00) : undefined];
  const charges = charge === undefined ? {} : { charge_provision_cents: charge };
  return { amount: annual, charge, json: { annual_amount_cents: annual, ...charges } };
}

/** What a lease's terms before a day say of a stay. */
function rentBefore({ lease_terms }: Paper, leaseId: string, day: string, stay: string): PaperRent | undefined {
  const terms = lease_terms.filter((term) => term.leaseId === leaseId && term.from < day && term.rents.has(stay));
  return terms
    .sort((one, other) => (one.from < other.from ? -1 : 1))
    .at(-1)
    ?.rents.get(stay);
}

/** A rent with what is not said of it: as the term itself has it, else as the one before. */
const whole = ({ amount, charge }: SaidRent, present: PaperRent | undefined): PaperRent => ({
  annual: amount ?? present?.annual ?? 0,
  charge: charge ?? present?.charge ?? null,
});

/** Says more of the term of a day, or opens one there. */
export function openTerm(
  paper: Paper,
  { id: leaseId }: PaperLease,
  from: string,
  rents: readonly (readonly [stay: string, rent: SaidRent])[],
  answer: Body,
): void {
  const own = paper.lease_terms.find((term) => term.leaseId === leaseId && term.from === from);
  const { id } = answer.terms.find(({ effectiveFrom }: Body) => effectiveFrom === from);
  const term = own ?? { id, leaseId, from, until: null, rents: new Map() };
  for (const [stay, rent] of rents)
    term.rents.set(stay, whole(rent, term.rents.get(stay) ?? rentBefore(paper, leaseId, from, stay)));
  if (!own) paper.lease_terms.push(term);
}

/** Some stays of a lease, or somebody else's, with rents. */
function namedStays(lease: PaperLease | null, dice: Dice, foreign: string) {
  const stays = dice.some(lease?.stays ?? [], 2).map((stay) => ({ stay: stay.id, rent: yearlyRentOf(dice) }));
  const strange = dice.once(15) ? [{ stay: foreign, rent: yearlyRentOf(dice) }] : [];
  const each = [...stays, ...strange];
  return {
    each,
    areKnown: strange.length === 0,
    json: each.map(({ stay, rent }) => ({ lease_unit_id: stay, ...rent.json })),
  };
}

/** What terms know besides lists. */
export const termActs = {
  openTerm: (world, dice) => {
    const { paper } = world;
    const { id: leaseId, one } = named(world, "leases", dice);
    const [from, until] = [dice.day(paper.today), dice.once(3) ? dice.day(paper.today) : null];
    const { each, areKnown, json: lease_unit_terms } = namedStays(one, dice, leaseId);
    const json = { lease_term: { lease_id: leaseId, effective_from: from, effective_to: until, lease_unit_terms } };
    const sent = { method: "POST", path: "/lease_terms", json } as const;
    const isTaken = paper.lease_terms.some((term) => term.leaseId === leaseId && term.from === from);
    if (!one || !areKnown || isTaken || (until !== null && until < from)) return { ...sent, ...REFUSED };
    const write = ({ id }: Body) => {
      const rents = each.map(({ stay, rent }) => [stay, whole(rent, rentBefore(paper, leaseId, from, stay))] as const);
      paper.lease_terms.push({ id, leaseId, from, until, rents: new Map(rents) });
    };
    return { ...sent, status: 201, write };
  },

  changeTerm: onOne("lease_terms", (term, { paper }, dice) => {
    const what = dice.of(["from", "until", "rents"] as const);
    const lease = paper.leases.find(({ id }) => id === term.leaseId) ?? null;
    const { each, areKnown, json: lease_unit_terms } = namedStays(lease, dice, term.id);
    const from = what === "from" ? dice.day(paper.today) : term.from;
    const until = what === "until" ? dice.dayOrNone(paper.today) : term.until;
    const json = {
      lease_term: {
        ...(what === "from" && { effective_from: from }),
        ...(what === "until" && { effective_to: until }),
        ...(what === "rents" && { lease_unit_terms }),
      },
    };
    const sent = { method: "PATCH", json } as const;
    const others = paper.lease_terms.filter(({ leaseId, id }) => leaseId === term.leaseId && id !== term.id);
    const isTaken = others.some((other) => other.from === from);
    if (isTaken || (until !== null && until < from) || (what === "rents" && !areKnown)) return { ...sent, ...REFUSED };
    const write = () => {
      Object.assign(term, { from, until });
      if (what !== "rents") return;
      const rents = each.map(({ stay, rent }) => {
        const present = term.rents.get(stay) ?? rentBefore(paper, term.leaseId, from, stay);
        return [stay, whole(rent, present)] as const;
      });
      term.rents = new Map(rents);
    };
    return { ...sent, status: 200, write };
  }),

  dropTerm: onOne("lease_terms", ({ id, leaseId }, { paper }) => {
    const lease = paper.leases.find((each) => each.id === leaseId);
    const isLast = paper.lease_terms.filter((term) => term.leaseId === leaseId).length === 1;
    if (isLast && (lease?.status === "active" || lease?.status === "notice"))
      return { method: "DELETE", ...DEPENDENTS };
    return { method: "DELETE", status: 204, write: () => strike(paper, "lease_terms", id) };
  }),
} satisfies Readonly<Record<string, Doing>>;
