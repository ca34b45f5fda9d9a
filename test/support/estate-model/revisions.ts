import { isWithin, plusMonths } from "./calendar.ts";
import { type Expected, found, monthly, rounded, staysOf } from "./lists.ts";
import {
  type Note,
  type Paper,
  type PaperLease,
  type PaperRent,
  type PaperRevision,
  type PaperRevisionLine,
  type PaperStay,
  type PublishedOnPaper,
  type QuarterOnPaper,
  termsOnPaper,
} from "./paper.ts";
import { noted } from "./record-state.ts";

/** The state of the revision of a rent: due, waiting for an index to be published, or not due yet. */
export interface RevisionState {
  readonly stay: PaperStay;
  readonly code: string;
  readonly state: "due" | "unpublished" | "resting";
  readonly anniversary: string;
  readonly reference: QuarterOnPaper | null;
  readonly revision: QuarterOnPaper | null;
  /** The quarter of the next revision, where there is none now. */
  readonly next: string | null;
  readonly last: (PaperRevisionLine & { readonly date: string }) | null;
}

const CODES = ["IRL", "ILC", "ILAT", "ICC"];
const HOMES = ["residential_unfurnished", "residential_furnished", "mobility", "student"];

/** The quarter of a day: 2026-Q2. */
export const quarterOfDay = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
const yearsOn = (quarter: string, years: number): string => `${Number(quarter.slice(0, 4)) + years}${quarter.slice(4)}`;
const firstDayOf = (quarter: string): string =>
  `${quarter.slice(0, 4)}-${String(3 * Number(quarter.slice(6)) - 2).padStart(2, "0")}-01`;
/** The quarter so many quarters on. */
export const quartersOn = (quarter: string, count: number): string =>
  quarterOfDay(plusMonths(firstDayOf(quarter), 3 * count));

/** The anniversaries of a lease, one a year, up to the first one after a day: none is before the start. */
function anniversariesUntil({ start }: PaperLease, month: number | null, day: string): readonly string[] {
  const all: string[] = [];
  const firstOfYear = `${start.slice(0, 5)}01-${start.slice(8)}`;
  for (let year = 0; all.length === 0 || (all.at(-1) ?? "") <= day; year += 1) {
    const of = plusMonths(firstOfYear, 12 * year + (month ?? Number(start.slice(5, 7))) - 1);
    all.push(of < start ? start : of);
  }
  return all;
}

/** The revision clauses of a lease: of its term of today, otherwise of its first term. */
function clausesOf(paper: Paper, leaseId: string) {
  const terms = termsOnPaper(paper, leaseId);
  const { id = "" } = terms.findLast(({ from }) => from <= paper.today) ?? terms[0] ?? {};
  const at = (as: string) => noted(paper, "lease_terms", id, as) as number | null;
  return { month: at("revisionMonth"), every: at("revisionFrequencyYears") ?? 1 };
}

/** The rents of stays on a day; before the first day there is no term. */
export function rentsOn(paper: Paper, leaseId: string, day: string): ReadonlyMap<string, PaperRent> {
  return termsOnPaper(paper, leaseId).findLast(({ from }) => from <= day)?.rents ?? new Map();
}

/** True when no rent of a lease may rise: a home with a poor energy rating. */
export function isFrozen(paper: Paper, { type, stays }: PaperLease): boolean {
  const let_ = stays.filter(({ entry, exit }) => isWithin(paper.today, entry, exit));
  const classOf = ({ unitId }: PaperStay) => noted(paper, "units", unitId, "energyClass");
  return HOMES.includes(type) && let_.some((stay) => ["F", "G"].includes(String(classOf(stay))));
}

/** The states of the revisions of a lease today, one for each indexed unit, by name. */
export function revisionStatesOf(paper: Paper, lease: PaperLease): readonly RevisionState[] {
  const stays = staysOf(paper, lease).map(({ stay }) => stay);
  return stays
    .filter(({ entry, exit, index }) => isWithin(paper.today, entry, exit) && CODES.includes(index ?? ""))
    .map((stay) => revisionStateOf(paper, lease, stay));
}

const publishedBy = ({ indices }: Paper, code: string, day: string): readonly PublishedOnPaper[] =>
  [...indices.values()].filter((value) => value.code === code && value.on <= day);

function revisionStateOf(paper: Paper, lease: PaperLease, stay: PaperStay): RevisionState {
  const { today } = paper;
  const code = stay.index ?? "";
  const { month, every } = clausesOf(paper, lease.id);
  const published = publishedBy(paper, code, today);
  const lines = lease.revisions.flatMap(({ date, lines }) => lines.map((line) => ({ ...line, date })));
  const isRevised = (anniversary: string) => lines.some((line) => line.stay === stay.id && line.date >= anniversary);
  const last = lines
    .filter((line) => line.stay === stay.id && line.code === code)
    .reduce<RevisionState["last"]>((one, other) => (one && one.date > other.date ? one : other), null);
  const all = anniversariesUntil(lease, month, today);
  const reached = all.filter((day) => day <= today).length - 1;
  const anniversary = all[reached] ?? "";
  const known = published.filter(({ on }) => on <= (lease.signature ?? lease.start)).map(({ period }) => period);
  const base = stay.baseDay ? quarterOfDay(stay.baseDay) : (known.sort().at(-1) ?? null);
  const common = { stay, code, anniversary, last, reference: null, revision: null } as const;
  // The first anniversary on or after the first day of the base quarter; those behind today may be many.
  const first = base === null ? 0 : firstIndexFrom(lease, month, firstDayOf(base));
  const passed = reached - first;
  const next = base && yearsOn(base, nextMultiple(Math.max(0, Math.max(0, reached) - first), every));
  const resting = { ...common, state: "resting", next } as const;
  const rent = rentsOn(paper, lease.id, today).get(stay.id);
  const isInForce = (lease.status === "active" || lease.status === "notice") && lease.start <= today;
  const isNeverRevised = lease.type === "mobility" || noted(paper, "leases", lease.id, "revisionMode") === "none";
  if (!isInForce || isNeverRevised || !rent?.annual) return resting;
  if (reached < 1 || isRevised(anniversary)) return resting;
  if (base === null) return { ...common, state: "unpublished", next };
  const period = yearsOn(base, passed);
  if (passed < 1 || passed % every !== 0 || (last && last.revision.period >= period)) return resting;
  const valueIn = (quarter: string): QuarterOnPaper | null => {
    if (quarter === base && stay.baseValue !== null) return { period: quarter, value: stay.baseValue };
    const value = published.find((each) => each.period === quarter)?.value;
    return value === undefined ? null : { period: quarter, value };
  };
  const [revision, reference] = [
    valueIn(period),
    code !== "IRL" && last ? last.revision : valueIn(code === "IRL" ? yearsOn(period, -every) : base),
  ];
  if (!revision || !reference) return { ...common, state: "unpublished", next };
  return { ...common, state: "due", revision, reference, next };
}

function firstIndexFrom(lease: PaperLease, month: number | null, day: string): number {
  return anniversariesUntil(lease, month, day).findIndex((each) => each >= day);
}

const nextMultiple = (passed: number, every: number): number => {
  for (let years = every; ; years += every) if (years > passed) return years;
};

/** Ten-thousandths of a value or a percentage. */
const parts = (value: number): bigint => BigInt(Math.round(value * 10_000));
/** A fraction of a number, halves up. */
const fractionOf = (amount: bigint, above: bigint, below: bigint): bigint =>
  (2n * amount * above + below) / (2n * below);

/** By how many percent a rent may rise from a day on: as the lease's rules have it, and the law of some quarters. */
function capOf(paper: Paper, { id }: PaperLease, { code, revision }: RevisionState, from: string): number | null {
  const rules = ((paper.notes.get(id)?.cappingRules ?? []) as readonly Note[]).filter(
    ({ startDate }) => startDate === null || String(startDate) <= from,
  );
  const own = rules.flatMap(({ maxIncreasePercent }) =>
    maxIncreasePercent === null ? [] : [Number(maxIncreasePercent)],
  );
  const period = revision?.period ?? "";
  const isSmall = rules.some(({ cappingType }) => cappingType === "max_increase");
  const byLaw =
    (code === "IRL" && period >= "2022-Q3" && period <= "2024-Q1") ||
    (code === "ILC" && period >= "2022-Q2" && period <= "2024-Q1" && isSmall);
  return [...own, ...(byLaw ? [3.5] : [])].sort((one, other) => one - other)[0] ?? null;
}

/** A rent after a revision: by the year, and by the month before and after. */
export function raisedOnPaper(paper: Paper, lease: PaperLease, state: RevisionState, rent: PaperRent, from: string) {
  const { revision, reference } = state;
  if (!revision || !reference) throw new Error("Nothing is due");
  const cap = capOf(paper, lease, state, from);
  const [above, below] = [parts(revision.value), parts(reference.value)];
  const [held, whole] = [parts(100 + (cap ?? 0)), parts(100)];
  const isHeld = cap !== null && held * below < above * whole;
  const ratio = isHeld ? ([held, whole] as const) : ([above, below] as const);
  const annual = BigInt(rent.annual);
  // A twelfth of the year times the ratio, in one fraction.
  const raised = rent.by === "year" ? fractionOf(annual, ...ratio) : 12n * fractionOf(annual, ratio[0], 12n * ratio[1]);
  const made = Number(raised);
  return { annual: made, old: monthly(rent.annual), made: monthly(made), cap: isHeld ? cap : null };
}

/** By how many percent something rose, halves away from zero; null of nothing. */
function riseOf(old: number, made: number): number | null {
  if (old === 0) return null;
  const sign = made < old ? -1 : 1;
  const rise = rounded(BigInt(sign * (made - old)) * 100n, BigInt(old), 4);
  return rise === 0 ? 0 : sign * rise;
}

/** The expected fields of a lease about its next revision. */
export function expectedIndicator(paper: Paper, lease: PaperLease): Expected {
  const states = revisionStatesOf(paper, lease);
  const due = isFrozen(paper, lease) ? undefined : states.find(({ state }) => state === "due");
  const one = due ?? states[0];
  const published = one ? publishedBy(paper, one.code, paper.today) : [];
  const latest = published.toSorted((a, b) => (a.period < b.period ? 1 : -1))[0];
  const rent = due && rentsOn(paper, lease.id, paper.today).get(due.stay.id);
  const raised = due && rent && raisedOnPaper(paper, lease, due, rent, paper.today);
  return {
    ...{ indexCode: one?.code ?? null, revisionDue: due !== undefined, lastRevisionDate: one?.last?.date ?? null },
    estimatedIncrease: raised ? riseOf(raised.old, raised.made) : null,
    revisionMonth: clausesOf(paper, lease.id).month ?? Number(lease.start.slice(5, 7)),
    indexAvailable:
      one?.state === "resting" ? published.some(({ period }) => period === one.next) : one?.state === "due",
    latestPeriod: latest?.period ?? null,
    nextPublicationInfo: latest
      ? { period: quartersOn(latest.period, 1), expectedDate: plusMonths(latest.on, 3) }
      : null,
  };
}

/** A revision in an answer: with the common fields of its lines. */
export function expectedRevision(paper: Paper, lease: PaperLease, { id, date, lines }: PaperRevision): Expected {
  const codes = [...new Set(lines.map(({ code }) => code))].sort();
  const common = <Value>(of: (line: PaperRevisionLine) => Value): Value | null => {
    const values = [...new Set(lines.map(of))];
    return codes.length === 1 && values.length === 1 ? (values[0] ?? null) : null;
  };
  const [oldRent, newRent] = [(line: PaperRevisionLine) => line.old, (line: PaperRevisionLine) => line.made].map((of) =>
    lines.map(of).reduce((sum, each) => sum + each, 0),
  ) as [number, number];
  return {
    ...{ id, revisionDate: date, indexCodes: codes, multiIndex: codes.length > 1, oldRent, newRent },
    ...{ indexCode: common(({ code }) => code), increasePercent: riseOf(oldRent, newRent) },
    referencePeriod: common(({ reference }) => reference.period),
    revisionPeriod: common(({ revision }) => revision.period),
    referenceValue: common(({ reference }) => reference.value),
    revisionValue: common(({ revision }) => revision.value),
    effectiveRatio: common(({ cap, revision, reference }) =>
      cap === null
        ? rounded(parts(revision.value), parts(reference.value), 6)
        : rounded(parts(100 + cap), parts(100), 6),
    ),
    lines: lines.map((line) => ({
      ...{ leaseUnitId: line.stay, unitIdentifier: identifierOf(paper, lease, line.stay), indexCode: line.code },
      ...{ referencePeriod: line.reference.period, revisionPeriod: line.revision.period },
      ...{ referenceValue: line.reference.value, revisionValue: line.revision.value },
      ...{ oldCents: line.old, newCents: line.made, increasePercent: riseOf(line.old, line.made) },
    })),
  };
}

const identifierOf = (paper: Paper, { stays }: PaperLease, stay: string): string =>
  found(paper.units, found(stays, stay).unitId).identifier;
