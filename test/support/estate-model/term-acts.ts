import { plusDays } from "./calendar.ts";
import type { Paper, PaperLease, PaperRent, PaperStay } from "./paper.ts";
import type { Dice } from "./random.ts";
import { type Body, DEPENDENTS, type Doing, named, onOne, REFUSED, strike } from "./run-operation.ts";

/** The written fields of a rent; absent fields keep their values. */
export interface RentInBody extends Partial<PaperRent> {
  readonly json: object;
  /** True when the monthly and the annual amount contradict each other. */
  readonly isDouble?: boolean;
}

/** The written taxes of a rent. */
function taxesOf(dice: Dice) {
  const [vat, chargeVat] = [dice.once(3) ? dice.once(2) : undefined, dice.once(4) ? dice.once(2) : undefined];
  const vatRate = dice.once(3) ? dice.of([0, 5.5, 10, 20, 8.5001]) : undefined;
  return {
    ...(vat !== undefined && { vat }),
    ...(vatRate !== undefined && { vatRate }),
    ...(chargeVat !== undefined && { chargeVat }),
  };
}

/** The fields of a rent by their names in bodies. */
function rentInBody({ by, annual, ...rest }: Partial<PaperRent>): RentInBody {
  const { charge, vat, vatRate, chargeVat } = rest;
  const json = {
    ...(annual !== undefined && (by === "month" ? { base_rent_cents: annual / 12 } : { annual_amount_cents: annual })),
    ...(charge !== undefined && { charge_provision_cents: charge }),
    ...(vat !== undefined && { vat_applicable: vat }),
    ...(vatRate !== undefined && { vat_rate: vatRate }),
    ...(chargeVat !== undefined && { charge_provision_vat_applicable: chargeVat }),
  };
  return { ...(annual !== undefined && { annual, by: by ?? "year" }), ...rest, json };
}

const chargesOf = (dice: Dice) => (dice.once(2) ? { charge: dice.nat(100_00) } : {});

/** A rent by the month, or none. */
export function rentOf(dice: Dice): RentInBody {
  if (dice.once(4)) return { json: {} };
  return rentInBody({ annual: 12 * dice.nat(1_000_00), by: "month", ...chargesOf(dice), ...taxesOf(dice) });
}

/** A rent by the year or the month, seldom by both or by neither, as terms take it: amounts that no twelve divides too. */
function termRentOf(dice: Dice): RentInBody {
  const rest = { ...chargesOf(dice), ...taxesOf(dice) };
  if (dice.once(8)) return rentInBody(rest);
  const isMonthly = dice.once(3);
  const amount = dice.nat(1_000_000);
  const rent = rentInBody({ annual: isMonthly ? 12 * amount : amount, by: isMonthly ? "month" : "year", ...rest });
  if (!dice.once(25)) return rent;
  return { ...rent, isDouble: true, json: { ...rent.json, base_rent_cents: 1, annual_amount_cents: 12 } };
}

/** The rents of a stay in a lease's terms before a day. */
function rentBefore({ lease_terms }: Paper, leaseId: string, day: string, stay: string): PaperRent | undefined {
  const terms = lease_terms.filter((term) => term.leaseId === leaseId && term.from < day && term.rents.has(stay));
  return terms
    .sort((one, other) => (one.from < other.from ? -1 : 1))
    .at(-1)
    ?.rents.get(stay);
}

/** A rent with its absent fields filled from the term itself, else from the previous one. */
const whole = ({ json: _, isDouble: __, ...rent }: RentInBody, present: PaperRent | undefined): PaperRent => ({
  ...{ annual: 0, by: "month", charge: null, vat: false, vatRate: null, chargeVat: null },
  ...present,
  ...rent,
});

/** Other fields of a body for the term that it opens. */
export interface Opening {
  readonly until?: string | null;
  readonly month?: number;
}

/** Changes the term of a day, or opens one there, which continues the previous one. */
export function openTerm(
  paper: Paper,
  { id: leaseId }: PaperLease,
  from: string,
  rents: readonly (readonly [stay: string, rent: RentInBody])[],
  id: string,
  { until, month }: Opening = {},
): void {
  const ofLease = paper.lease_terms.filter((term) => term.leaseId === leaseId);
  const own = ofLease.find((term) => term.from === from);
  const earlier = ofLease.filter((term) => term.from < from).sort((one, other) => (one.from < other.from ? -1 : 1));
  const term = own ?? { id, leaseId, from, until: null, rents: new Map() };
  for (const [stay, rent] of rents)
    term.rents.set(stay, whole(rent, term.rents.get(stay) ?? rentBefore(paper, leaseId, from, stay)));
  if (until !== undefined) term.until = until;
  const note = paper.notes.get(own ? term.id : (earlier.at(-1)?.id ?? "")) ?? {};
  paper.notes.set(term.id, { ...note, ...(month !== undefined && { revisionMonth: month }) });
  if (!own) paper.lease_terms.push(term);
}

/** The written index of a rent, which applies to the stay in all terms. */
export function indexOf(dice: Dice, today: string) {
  const [index, baseDay] = [
    dice.of(["IRL", "IRL", "ILC", "ILAT", "ICC", "none"]),
    dice.dayOrNone(plusDays(today, -400)),
  ];
  const change = {
    ...(dice.once(3) && { index }),
    ...(dice.once(3) && { baseDay }),
    ...(dice.once(6) && { baseValue: dice.of([null, 130.26, 100, 95.5555]) }),
  };
  return { change, json: indexInBody(change) };
}

type IndexChange = Partial<Pick<PaperStay, "index" | "baseDay" | "baseValue">>;

export const indexInBody = ({ index, baseDay, baseValue }: IndexChange) => ({
  ...(index !== undefined && { index_type: index }),
  ...(baseDay !== undefined && { index_base_date: baseDay }),
  ...(baseValue !== undefined && { index_base_value: baseValue }),
});

/** Draws stays of a lease, or of another one, with rents. */
function namedStays(lease: PaperLease | null, dice: Dice, foreign: string, today: string) {
  const named = dice.some(lease?.stays ?? [], 2).map(({ id }) => id);
  const strange = dice.once(15) ? [foreign] : [];
  const each = [...named, ...strange].map((stay) => ({ stay, rent: termRentOf(dice), index: indexOf(dice, today) }));
  return {
    each,
    /** True when each is known, and has an amount now or before. */
    areRight: (before: (stay: string) => PaperRent | undefined): boolean =>
      strange.length === 0 &&
      each.every(({ stay, rent }) => !rent.isDouble && (rent.annual !== undefined || before(stay) !== undefined)),
    json: each.map(({ stay, rent, index }) => ({ lease_unit_id: stay, ...rent.json, ...index.json })),
    writeIndices: (): void => {
      for (const { stay, index } of each) Object.assign(lease?.stays.find(({ id }) => id === stay) ?? {}, index.change);
    },
  };
}

/** The acts on terms besides lists. */
export const termActs = {
  openTerm: (world, dice) => {
    const { paper } = world;
    const { id: leaseId, one } = named(world, "leases", dice);
    const [from, until] = [dice.day(paper.today), dice.once(3) ? dice.day(paper.today) : null];
    const { each, areRight, json: lease_unit_terms, writeIndices } = namedStays(one, dice, leaseId, paper.today);
    const json = { lease_term: { lease_id: leaseId, effective_from: from, effective_to: until, lease_unit_terms } };
    const sent = { method: "POST", path: "/lease_terms", json } as const;
    const isTaken = paper.lease_terms.some((term) => term.leaseId === leaseId && term.from === from);
    const isRight = areRight((stay) => rentBefore(paper, leaseId, from, stay));
    if (!one || !isRight || isTaken || (until !== null && until < from)) return { ...sent, ...REFUSED };
    const write = ({ id }: Body) => {
      writeIndices();
      const rents = each.map(({ stay, rent }) => [stay, whole(rent, rentBefore(paper, leaseId, from, stay))] as const);
      paper.lease_terms.push({ id, leaseId, from, until, rents: new Map(rents) });
    };
    return { ...sent, status: 201, write };
  },

  changeTerm: onOne("lease_terms", (term, { paper }, dice) => {
    const what = dice.of(["from", "until", "rents"] as const);
    const lease = paper.leases.find(({ id }) => id === term.leaseId) ?? null;
    const { each, areRight, json: lease_unit_terms, writeIndices } = namedStays(lease, dice, term.id, paper.today);
    const from = what === "from" ? dice.day(paper.today) : term.from;
    const until = what === "until" ? dice.dayOrNone(paper.today) : term.until;
    const moves = dice.once(10) ? dice.of(paper.leases) : null;
    const json = {
      lease_term: {
        ...(what === "from" && { effective_from: from }),
        ...(what === "until" && { effective_to: until }),
        ...(what === "rents" && { lease_unit_terms }),
        ...(moves && { lease_id: moves.id }),
      },
    };
    const sent = { method: "PATCH", json } as const;
    const others = paper.lease_terms.filter(({ leaseId, id }) => leaseId === term.leaseId && id !== term.id);
    const isTaken = others.some((other) => other.from === from);
    const before = (stay: string) =>
      term.rents.get(stay) ?? rentBefore({ ...paper, lease_terms: others }, term.leaseId, from, stay);
    const isOtherLease = moves && moves.id !== term.leaseId;
    const isRight = what !== "rents" || areRight(before);
    if (isTaken || isOtherLease || (until !== null && until < from) || !isRight) return { ...sent, ...REFUSED };
    const write = () => {
      Object.assign(term, { from, until });
      if (what !== "rents") return;
      writeIndices();
      term.rents = new Map(each.map(({ stay, rent }) => [stay, whole(rent, before(stay))] as const));
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
