import { plusDays } from "./calendar.ts";
import { mandateOnPaper, type Paper, type PaperMandate } from "./paper.ts";
import type { Dice } from "./random.ts";
import {
  type Body,
  CLOSED,
  DEPENDENTS,
  type Doing,
  named,
  onOne,
  REFUSED,
  strike,
  type World,
} from "./run-operation.ts";

const MODES = ["tacit", "express", "none", null] as const;

/** A mandate after it is written down: with a number where it has begun. */
function register(paper: Paper, mandate: PaperMandate): void {
  if (mandate.number === null && mandate.start <= paper.today) mandate.number = paper.last.mandate += 1;
  [, mandate.end] = mandateOnPaper(mandate, paper.today);
}

/** Days of a mandate: an end oftener after the start than before. */
function daysOf({ today }: Paper, dice: Dice) {
  const start = dice.day(today);
  const end = dice.once(3) ? null : dice.once(8) ? dice.day(today) : plusDays(start, dice.nat(500));
  return { start, end };
}

const propertiesOf = (world: World, dice: Dice) => {
  const some = dice.some([0, 1, 2], 2).map(() => named(world, "properties", dice));
  const ids = [...new Set(some.map(({ id }) => id))];
  return { ids, areKnown: some.every(({ isKnown }) => isKnown) };
};

/** The acts on mandates besides lists: each a Doing. */
export const mandateActs = {
  mandate: (world, dice) => {
    const { paper } = world;
    const owner = named(world, "owners", dice);
    const profile = owner.one?.profileId ?? world.foreign.owners;
    const property = dice.once(2) ? named(world, "properties", dice) : null;
    const [{ start, end }, mode, reference] = [daysOf(paper, dice), dice.of(MODES), `M${dice.nat(9)}`];
    const json = {
      ...{ owner_profile_id: profile, reference, start_date: start, end_date: end, renewal_mode: mode },
      ...(property && { property_id: property.id }),
    };
    const sent = { method: "POST", path: "/mandates", json } as const;
    const isWrong = end !== null && end < start;
    if (!owner.isKnown || property?.isKnown === false || isWrong) return { ...sent, ...REFUSED };
    const write = ({ id }: Body) => {
      const mandate: PaperMandate = {
        ...{ id, ownerId: owner.id, properties: property ? [property.id] : [], reference, start, end, mode },
        ...{ firstEnd: end, terminated: null, number: null },
      };
      paper.mandates.push(mandate);
      register(paper, mandate);
    };
    return { ...sent, status: 201, write };
  },
  changeMandate: onOne("mandates", (mandate, world, dice) => {
    const { paper } = world;
    const what = dice.of(["reference", "mode", "properties", "start", "end", "days"] as const);
    const days = daysOf(paper, dice);
    const changed = {
      ...mandate,
      ...(what === "reference" && { reference: `M${dice.nat(9)}` }),
      ...(what === "mode" && { mode: dice.of(MODES) }),
      ...((what === "start" || what === "days") && { start: days.start }),
      ...((what === "end" || what === "days") && { end: days.end }),
    };
    const properties = what === "properties" ? propertiesOf(world, dice) : null;
    const json = {
      ...(what === "reference" && { reference: changed.reference }),
      ...(what === "mode" && { renewal_mode: changed.mode }),
      ...((what === "start" || what === "days") && { start_date: changed.start }),
      ...((what === "end" || what === "days") && { end_date: changed.end }),
      ...(properties && { property_ids: properties.ids }),
    };
    const sent = { method: "PATCH", json } as const;
    const moved = changed.start !== mandate.start || changed.end !== mandate.end;
    if (properties && !properties.areKnown) return { ...sent, ...REFUSED };
    if (mandate.terminated !== null && moved) return { ...sent, ...CLOSED };
    const isLate = mandate.number !== null && changed.start > paper.today;
    if (isLate || (changed.end !== null && changed.end < changed.start)) return { ...sent, ...REFUSED };
    const write = () => {
      const firstEnd = changed.end === mandate.end ? mandate.firstEnd : changed.end;
      const wasToCome = mandate.start > paper.today;
      Object.assign(mandate, changed, { firstEnd }, properties && { properties: properties.ids });
      if (wasToCome) register(paper, mandate);
      [, mandate.end] = mandateOnPaper(mandate, paper.today);
    };
    return { ...sent, status: 200, write };
  }),
  extend: onOne("mandates", (mandate, { paper }, dice) => {
    const end = dice.once(2) ? plusDays(mandate.end ?? paper.today, dice.nat(400)) : dice.day(paper.today);
    const sent = { method: "POST", door: "/extend", json: { new_end_date: end } } as const;
    const [status, present] = mandateOnPaper(mandate, paper.today);
    if (status !== "active" && status !== "expired") return { ...sent, ...CLOSED };
    if (end < paper.today || end < mandate.start || (present !== null && end <= present))
      return { ...sent, ...REFUSED };
    const write = () => Object.assign(mandate, { end, firstEnd: mandate.firstEnd ?? end, terminated: null });
    return { ...sent, status: 200, write };
  }),
  terminate: onOne("mandates", (mandate, { paper }, dice) => {
    const on = dice.once(3) ? undefined : dice.day(paper.today);
    const json = { ...(on && { termination_date: on }), ...(dice.once(2) && { reason: "Vendu\nà un tiers" }) };
    const sent = { method: "POST", door: "/terminate", json } as const;
    if (mandateOnPaper(mandate, paper.today)[0] !== "active") return { ...sent, ...CLOSED };
    const end = on ?? paper.today;
    if (end < mandate.start) return { ...sent, ...REFUSED };
    return { ...sent, status: 200, write: () => Object.assign(mandate, { end, terminated: end }) };
  }),
  dropMandate: onOne("mandates", ({ id, number, start }, { paper }) => {
    if (number !== null || start <= paper.today) return { method: "DELETE", ...DEPENDENTS };
    return { method: "DELETE", status: 204, write: () => strike(paper, "mandates", id) };
  }),
} satisfies Readonly<Record<string, Doing>>;
