import { plusDays } from "./calendar.ts";
import type { Dice } from "./dice.ts";
import { type Body, CLOSED, type Doing, named, onOne, REFUSED, strike, type World } from "./doing.ts";
import { noticeOver, type Paper, type PaperLease, settleLease } from "./paper.ts";
import { nameTenant } from "./party-acts.ts";
import { openTerm, rentOf } from "./term-acts.ts";

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
  const each = some.filter(({ unit }, at) => some.findIndex((other) => other.unit.id === unit.id) === at);
  return {
    each,
    areKnown: each.every(({ unit }) => unit.isKnown),
    json: each.map(({ unit, rent }) => ({ id: unit.id, ...rent.json })),
  };
}

/** Adds the units that a lease has not by now, under the ids of the answer. */
function addStays(lease: PaperLease, unitIds: readonly string[], answer: Body): void {
  for (const unitId of unitIds) {
    if (lease.stays.some((stay) => stay.unitId === unitId)) continue;
    const { id } = answer.units.find((unit: Body) => unit.unitId === unitId);
    lease.stays.push({ id, unitId, entry: null, exit: null });
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

/** Writes down the rents that a body says. */
function writeRents(paper: Paper, lease: PaperLease, from: string | null, each: Let, answer: Body): void {
  const rents = each.filter(({ rent }) => rent.amount !== null);
  if (rents.length === 0 && from === null) return;
  const day = openedDay(paper, lease, from);
  const byStay = rents.map(({ unit, rent }) => {
    const stay = lease.stays.find(({ unitId }) => unitId === unit.id);
    return [stay?.id ?? "", rent] as const;
  });
  openTerm(paper, lease, day, byStay, answer);
}

/** What leases know besides lists: doors, and units that are let. */
export const leaseActs = {
  lease: (world, dice) => {
    const { paper } = world;
    const [start, status] = [dice.day(paper.today), dice.of(["draft", "active", "active"] as const)];
    const end = dice.once(3) ? null : dice.once(8) ? dice.day(paper.today) : plusDays(start, dice.nat(500));
    const { each, areKnown, json: units } = letUnits(world, dice, status === "active" ? 1 : 0);
    const tenant = dice.once(8) ? null : named(world, "tenants", dice);
    const signature = dice.once(8) ? null : plusDays(start, -10);
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
      ...(units.length > 0 && { units }),
      ...(tenant && { tenant_id: tenant.id }),
    };
    const sent = { method: "POST", path: "/leases", json } as const;
    const hasRent = each.some(({ rent }) => rent.amount !== null);
    const lacks = status === "active" && (signature === null || !hasRent || !tenant);
    if (!areKnown || tenant?.isKnown === false || lacks || (end !== null && end < start))
      return { ...sent, ...REFUSED };
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
      };
      paper.leases.push(lease);
      addStays(
        lease,
        each.map(({ unit }) => unit.id),
        answer,
      );
      writeRents(paper, lease, null, each, answer);
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
      const { each, areKnown, json: units } = letUnits(world, dice);
      const from = dice.once(2) ? dice.day(paper.today) : null;
      const tenant = dice.once(4) ? named(world, "tenants", dice) : null;
      const json = {
        lease: {},
        ...(units.length > 0 && { units }),
        ...(from && { term: { effective_from: from } }),
        ...(tenant && { tenant_id: tenant.id }),
      };
      const sent = { method: "PATCH", json } as const;
      if (lease.status === "cancelled") return { ...sent, ...CLOSED };
      if (!areKnown || tenant?.isKnown === false) return { ...sent, ...REFUSED };
      const write = (answer: Body) => {
        addStays(
          lease,
          each.map(({ unit }) => unit.id),
          answer,
        );
        writeRents(paper, lease, from, each, answer);
        if (tenant) nameTenant(paper, lease, tenant.id, answer);
      };
      return { ...sent, status: 200, write };
    },
    ({ status }) => status !== "cancelled",
  ),

  moveStay: onOne("leases", (lease, { paper }, dice) => {
    const stay = lease.stays.length === 0 ? null : dice.of(lease.stays);
    const [entry, exit] = [dice.dayOrNone(paper.today), dice.dayOrNone(paper.today)];
    const lease_units = stay ? [{ id: dice.of([stay.id, stay.unitId]), entry_date: entry, exit_date: exit }] : [];
    const sent = { method: "PATCH", json: { lease: {}, lease_units } } as const;
    if (lease.status === "cancelled") return { ...sent, ...CLOSED };
    if (stay && entry !== null && exit !== null && exit < entry) return { ...sent, ...REFUSED };
    return { ...sent, status: 200, write: () => stay && Object.assign(stay, { entry, exit }) };
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

/** How a body calls the fields of a lease. */
const FIELDS = {
  ...{ type: "lease_type", start: "start_date", end: "end_date", auto: "auto_renewal" },
  ...{ signature: "signature_date", noticeMonths: "notice_months" },
};
