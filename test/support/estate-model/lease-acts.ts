import { plusDays } from "./calendar.ts";
import { noticeOver, type Paper, type PaperLease, type PaperStay, settleLease } from "./paper.ts";
import { nameTenant } from "./party-acts.ts";
import type { Dice } from "./random.ts";
import { type Body, CLOSED, type Doing, named, onOne, REFUSED, strike, type World } from "./run-operation.ts";
import { indexInBody, indexOf, type Opening, openTerm, rentOf } from "./term-acts.ts";

const TYPES = [
  "residential_furnished",
  "parking",
  "other",
  "student",
  "residential_unfurnished",
  "professional",
] as const;

/** Units as a body names them to let: some with a rent. */
function letUnits(world: World, dice: Dice, least = 0) {
  const some = Array.from({ length: least + dice.nat(3) }).map(() => ({
    unit: named(world, "units", dice),
    rent: rentOf(dice),
  }));
  const each = some
    .filter(({ unit }, at) => some.findIndex((other) => other.unit.id === unit.id) === at)
    .map((one) => ({ ...one, index: dice.once(2) ? dice.of(["IRL", "IRL", "ILC", "none"]) : null }));
  const isBare = ({ rent, index }: (typeof each)[number]) => rent.annual === undefined && index === null;
  const bare = dice.once(2) ? each.filter(isBare) : [];
  const units = each.filter((one) => !bare.includes(one));
  return {
    each,
    areKnown: each.every(({ unit }) => unit.isKnown),
    json: {
      ...(units.length > 0 && {
        units: units.map(({ unit, rent, index }) => ({
          id: unit.id,
          ...rent.json,
          ...(index && { index_type: index }),
        })),
      }),
      ...(bare.length > 0 && { unit_ids: bare.map(({ unit }) => unit.id) }),
    },
  };
}

/** The fields of a body for the term that it opens or changes, if any. */
function openingOf({ today }: Paper, dice: Dice) {
  if (dice.once(2)) return { json: {}, from: null, opening: null };
  const from = dice.once(4) ? null : dice.day(today);
  const until = dice.once(5) ? dice.dayOrNone(today) : undefined;
  const month = dice.once(5) ? 1 + dice.nat(12) : undefined;
  const opening: Opening = { ...(until !== undefined && { until }), ...(month !== undefined && { month }) };
  const term = {
    ...(from && { effective_from: from }),
    ...(until !== undefined && { effective_to: until }),
    ...(month !== undefined && { revision_month: month }),
  };
  return { json: { term }, from, opening };
}

/** The fields of a first term whose rent uses a recent value of an index. */
function revisableFrom(start: string, id: string, dice: Dice) {
  const change = {
    ...{ entry: null, exit: null, index: dice.of(["IRL", "IRL", "ILC", "ICC"]) },
    ...{ baseDay: dice.once(4) ? null : plusDays(start, -100 - dice.nat(200)), baseValue: dice.once(4) ? 99.5 : null },
  };
  return { change, isBackwards: false, json: { lease_units: [{ id, ...indexInBody(change) }] } };
}

/** The fields of a body for one unit of its lease, by its id or the stay's. */
function stayOf({ today }: Paper, id: string, dice: Dice) {
  const [entry, exit] = [dice.dayOrNone(today), dice.dayOrNone(today)];
  const { change, json } = indexOf(dice, today);
  return {
    change: { entry, exit, ...change },
    isBackwards: entry !== null && exit !== null && exit < entry,
    json: { lease_units: [{ id, entry_date: entry, exit_date: exit, ...json }] },
  };
}

/** Adds the units that a lease has not by now, under the ids of the answer, and writes what their rents are revised by. */
function addStays(lease: PaperLease, each: Let, answer: Body): void {
  for (const { unit, index } of each) {
    const present = lease.stays.find(({ unitId }) => unitId === unit.id);
    const { id } = answer.units.find(({ unitId }: Body) => unitId === unit.id);
    const blank = { entry: null, exit: null, index: null, baseDay: null, baseValue: null };
    const stay: PaperStay = present ?? { id, unitId: unit.id, ...blank };
    if (index) stay.index = index;
    if (!present) lease.stays.push(stay);
  }
}

/** The day of the term that a body opens or changes: as it says, else that of today's term, else the first day. */
function openedDay(paper: Paper, { id, start }: PaperLease, from: string | null): string {
  const days = paper.lease_terms.filter(({ leaseId }) => leaseId === id).map((term) => term.from);
  return (
    from ??
    days
      .filter((day) => day <= paper.today)
      .sort()
      .at(-1) ??
    days.sort()[0] ??
    start
  );
}

type Let = ReturnType<typeof letUnits>["each"];

/** Writes down the rents of a body, and its fields of the term. */
function writeRents(
  paper: Paper,
  lease: PaperLease,
  term: ReturnType<typeof openingOf>,
  each: Let,
  answer: Body,
): void {
  const { from, opening } = term;
  const rents = each.filter(({ rent }) => rent.annual !== undefined);
  if (rents.length === 0 && opening === null) return;
  const day = openedDay(paper, lease, from);
  const byStay = rents.map(({ unit, rent }) => {
    const stay = lease.stays.find(({ unitId }) => unitId === unit.id);
    return [stay?.id ?? "", rent] as const;
  });
  const { id } = answer.terms.find(({ effectiveFrom }: Body) => effectiveFrom === day);
  openTerm(paper, lease, day, byStay, id, opening ?? {});
}

/** True when the term that a body opens ends before it begins. */
const isTermBackwards = (from: string, { opening }: ReturnType<typeof openingOf>): boolean =>
  opening?.until !== undefined && opening.until !== null && opening.until < from;

/** The acts on leases besides lists: transitions, and letting of units. */
export const leaseActs = {
  lease: (world, dice) => {
    const { paper } = world;
    // Some began so long ago that their rents are to be revised.
    const isOld = dice.once(2);
    const start = isOld ? plusDays(paper.today, -370 - dice.nat(700)) : dice.day(paper.today);
    const status = isOld ? "active" : dice.of(["draft", "active", "active"] as const);
    const end = isOld || dice.once(2) ? null : dice.once(8) ? dice.day(paper.today) : plusDays(start, dice.nat(500));
    const { each, areKnown, json: let_ } = letUnits(world, dice, status === "active" ? 1 : 0);
    const term = dice.once(3) ? openingOf(paper, dice) : NO_TERM;
    const first = isOld || dice.once(5) ? each[0] : undefined;
    const stay = first
      ? isOld
        ? revisableFrom(start, first.unit.id, dice)
        : stayOf(paper, first.unit.id, dice)
      : null;
    const tenant = !isOld && dice.once(8) ? null : named(world, "tenants", dice);
    const signature = !isOld && dice.once(8) ? null : plusDays(start, -10);
    const own = {
      reference: `L${dice.nat(9)}`,
      type: dice.of(TYPES),
      auto: dice.once(2),
      noticeMonths: dice.of([null, 0, 1, 3]),
    };
    const json = {
      lease: {
        ...{ reference: own.reference, lease_type: own.type, start_date: start, end_date: end, status },
        ...{ signature_date: signature, auto_renewal: own.auto },
        ...(own.noticeMonths !== null && { notice_months: own.noticeMonths }),
      },
      ...{ ...let_, ...term.json, ...stay?.json },
      ...(tenant && { tenant_id: tenant.id }),
    };
    const sent = { method: "POST", path: "/leases", json } as const;
    const hasRent = each.some(({ rent }) => rent.annual !== undefined);
    const lacks = status === "active" && (signature === null || !hasRent || !tenant);
    const isBackwards = stay?.isBackwards || isTermBackwards(term.from ?? start, term) || (end !== null && end < start);
    if (!areKnown || tenant?.isKnown === false || lacks || isBackwards) return { ...sent, ...REFUSED };
    const write = (answer: Body) => {
      const lease: PaperLease = {
        ...own,
        id: answer.id,
        status,
        start,
        end,
        signature,
        anchor: end,
        before: [null, null],
        stays: [],
        revisions: [],
      };
      paper.leases.push(lease);
      addStays(lease, each, answer);
      if (stay) Object.assign(lease.stays.find(({ unitId }) => unitId === first?.unit.id) ?? {}, stay.change);
      writeRents(paper, lease, term, each, answer);
      if (tenant) nameTenant(paper, lease, tenant.id, answer);
      settleLease(lease, paper.today);
    };
    return { ...sent, status: 201, write };
  },

  changeLease: onOne(
    "leases",
    (lease, { paper }, dice) => {
      const what = dice.of(["reference", "type", "start", "end", "end", "auto", "signature", "notice"] as const);
      const changed = {
        ...(what === "reference" && { reference: `L${dice.nat(9)}` }),
        ...(what === "type" && { type: dice.of(TYPES) }),
        ...(what === "start" && { start: dice.day(paper.today) }),
        ...(what === "end" && { end: dice.dayOrNone(paper.today) }),
        ...(what === "auto" && { auto: dice.once(2) }),
        ...(what === "signature" && { signature: dice.dayOrNone(paper.today) }),
        ...(what === "notice" && { noticeMonths: dice.nat(4) }),
      };
      const names = { ...FIELDS } as Readonly<Record<string, string>>;
      const fields = Object.fromEntries(Object.entries(changed).map(([name, value]) => [names[name] ?? name, value]));
      const sent = { method: "PATCH", json: { lease: fields } } as const;
      if (lease.status === "cancelled") return { ...sent, ...CLOSED };
      const after = { ...lease, ...changed };
      const isBackwards = after.end !== null && after.end < after.start;
      const resumes = what === "end" && lease.status === "ended" && (after.end === null || after.end >= paper.today);
      const isEndless = lease.status === "notice" && after.end === null;
      if (isBackwards || isEndless) return { ...sent, ...REFUSED };
      if (resumes && !paper.lease_terms.some(({ leaseId }) => leaseId === lease.id)) return { ...sent, ...CLOSED };
      const write = () => {
        Object.assign(lease, changed);
        // In a notice renewals are counted from what they were counted from before it.
        if (what === "end" && lease.status !== "notice") lease.anchor = lease.end;
        if (resumes) Object.assign(lease, { status: "active", before: [null, null] });
        settleLease(lease, paper.today);
      };
      return { ...sent, status: 200, write };
    },
    ({ status }) => status !== "cancelled",
  ),

  letMore: onOne(
    "leases",
    (lease, world, dice) => {
      const { paper } = world;
      const { each, areKnown, json: let_ } = letUnits(world, dice);
      const term = openingOf(paper, dice);
      const tenant = dice.once(4) ? named(world, "tenants", dice) : null;
      const json = {
        lease: {},
        ...{ ...let_, ...term.json },
        ...(tenant && { tenant_id: tenant.id }),
      };
      const sent = { method: "PATCH", json } as const;
      if (lease.status === "cancelled") return { ...sent, ...CLOSED };
      const isBackwards = isTermBackwards(openedDay(paper, lease, term.from), term);
      if (!areKnown || tenant?.isKnown === false || isBackwards) return { ...sent, ...REFUSED };
      const write = (answer: Body) => {
        addStays(lease, each, answer);
        writeRents(paper, lease, term, each, answer);
        if (tenant) nameTenant(paper, lease, tenant.id, answer);
      };
      return { ...sent, status: 200, write };
    },
    ({ status }) => status !== "cancelled",
  ),

  moveStay: onOne("leases", (lease, { paper }, dice) => {
    const stay = lease.stays.length === 0 ? null : dice.of(lease.stays);
    const moved = stay && stayOf(paper, dice.of([stay.id, stay.unitId]), dice);
    const sent = { method: "PATCH", json: { lease: {}, ...moved?.json } } as const;
    if (lease.status === "cancelled") return { ...sent, ...CLOSED };
    if (moved?.isBackwards) return { ...sent, ...REFUSED };
    return { ...sent, status: 200, write: () => stay && Object.assign(stay, moved?.change) };
  }),

  activate: onOne(
    "leases",
    (lease, { paper }) => {
      const sent = { method: "POST", door: "/activate" } as const;
      const terms = paper.lease_terms.filter(({ leaseId }) => leaseId === lease.id);
      const hasRent = terms.some(({ rents }) => rents.size > 0);
      const hasTenant = paper.lease_parties.some(({ leaseId, type }) => leaseId === lease.id && type === "tenant");
      if (lease.status !== "draft" || lease.signature === null || !hasRent || !hasTenant) return { ...sent, ...CLOSED };
      const write = () => {
        lease.status = "active";
        settleLease(lease, paper.today);
      };
      return { ...sent, status: 200, write };
    },
    ({ status }) => status === "draft",
  ),

  giveNotice: onOne(
    "leases",
    (lease, { paper }, dice) => {
      const [on, until] = [dice.day(paper.today), dice.once(2) ? dice.day(paper.today) : null];
      const json = { notice_date: on, ...(until && { end_date: until }) };
      const sent = { method: "POST", door: "/give_notice", json } as const;
      if (lease.status !== "active") return { ...sent, ...CLOSED };
      if (until !== null && (until < on || until < lease.start)) return { ...sent, ...REFUSED };
      const write = () => {
        lease.before = [lease.end, lease.anchor];
        Object.assign(lease, { status: "notice", end: until ?? noticeOver(lease, on) });
        settleLease(lease, paper.today);
      };
      return { ...sent, status: 200, write };
    },
    ({ status }) => status === "active",
  ),

  withdraw: onOne(
    "leases",
    (lease, { paper }) => {
      const sent = { method: "POST", door: "/withdraw_notice" } as const;
      if (lease.status !== "notice") return { ...sent, ...CLOSED };
      const write = () => {
        const [end, anchor] = lease.before;
        Object.assign(lease, { status: "active", end, anchor, before: [null, null] });
        settleLease(lease, paper.today);
      };
      return { ...sent, status: 200, write };
    },
    ({ status }) => status === "notice",
  ),

  cancel: onOne(
    "leases",
    (lease) => {
      const sent = { method: "POST", door: "/cancel" } as const;
      if (lease.status !== "draft") return { ...sent, ...CLOSED };
      return { ...sent, status: 200, write: () => Object.assign(lease, { status: "cancelled" }) };
    },
    ({ status }) => status === "draft",
  ),

  dropLease: onOne("leases", ({ id }, { paper }) => {
    const write = () => {
      strike(paper, "leases", id);
      paper.lease_terms = paper.lease_terms.filter(({ leaseId }) => leaseId !== id);
      paper.lease_parties = paper.lease_parties.filter(({ leaseId }) => leaseId !== id);
    };
    return { method: "DELETE", status: 204, write };
  }),
} satisfies Readonly<Record<string, Doing>>;

const NO_TERM = { json: {}, from: null, opening: null } as const;

/** How a body calls the fields of a lease. */
const FIELDS = {
  ...{ type: "lease_type", start: "start_date", end: "end_date", auto: "auto_renewal" },
  ...{ signature: "signature_date", noticeMonths: "notice_months" },
};
