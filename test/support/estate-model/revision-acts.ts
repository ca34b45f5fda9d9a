import { plusMonths } from "./calendar.ts";
import type { Paper, PaperLease, PaperRevision, PaperRevisionLine, PublishedOnPaper } from "./paper.ts";
import { noted } from "./record-state.ts";
import {
  isFrozen,
  quarterOfDay,
  quartersOn,
  type RevisionState,
  raisedOnPaper,
  rentsOn,
  revisionStatesOf,
} from "./revisions.ts";
import { type Body, type Doing, onOne, REFUSED } from "./run-operation.ts";
import { openTerm } from "./term-acts.ts";

const REFUSALS = ["revision_frozen", "index_missing", "revision_not_due", "retroactive"] as const;
const refused = (error: (typeof REFUSALS)[number]) => ({ status: 422, error });

/** The acts on indices, and on revisions of rents by them. */
export const revisionActs = {
  publish: ({ paper }, dice) => {
    const [code, isAll] = [dice.of(["IRL", "IRL", "ILC", "ILAT", "ICC"]), dice.once(3)];
    const first = quartersOn(quarterOfDay(paper.today), isAll ? -24 : -6 - dice.nat(10));
    const ofCode = (code: string) =>
      Array.from({ length: isAll ? 26 : 4 + dice.nat(18) }, (_, at): PublishedOnPaper => {
        const period = quartersOn(first, at);
        const on = plusMonths(`${period.slice(0, 4)}-${String(3 * Number(period.slice(6))).padStart(2, "0")}-15`, 1);
        const value = code === "ICC" ? 1900 + dice.nat(300) : (10_000 + dice.nat(4000)) / 100;
        return { code, period, value, on };
      });
    // In the stored order: by their codes and quarters.
    const values = isAll ? ["ICC", "ILAT", "ILC", "IRL"].flatMap(ofCode) : ofCode(code);
    const isWrong = dice.once(15);
    const wrong = dice.of([
      { index_code: code, period: first, value: 1, published_on: paper.today },
      { index_code: "IRL", period: "1999-Q5", value: 1, published_on: paper.today },
      { index_code: "ICC", period: "1999-Q1", value: 1.5, published_on: paper.today },
      { index_code: "IRL", period: "1999-Q1", value: 0, published_on: paper.today },
    ]);
    const index_values = [
      ...values.map(({ code, period, value, on }) => ({ index_code: code, period, value, published_on: on })),
      ...(isWrong ? [wrong] : []),
    ];
    const sent = { method: "POST", path: "/index_values", json: { index_values } } as const;
    if (isWrong) return { ...sent, ...REFUSED };
    const write = () => {
      for (const value of values) paper.indices.set(`${value.code} ${value.period}`, value);
    };
    const shows = values.map(({ code, period, value, on }) => ({ indexCode: code, period, value, publishedOn: on }));
    return { ...sent, status: 200, shows, write };
  },

  revise: onOne(
    "leases",
    (lease, { paper }, dice) => {
      const [day, isToday] = [dice.day(paper.today), !dice.once(3)];
      const from = isToday ? paper.today : day;
      const json = isToday ? {} : { effective_from: day };
      const sent = { method: "POST", door: "/revisions", json } as const;
      if (isFrozen(paper, lease)) return { ...sent, ...refused("revision_frozen") };
      const states = revisionStatesOf(paper, lease);
      const due = states.filter(({ state }) => state === "due");
      const [first] = due;
      const isWaiting = states.some(({ state }) => state === "unpublished");
      if (!first) return { ...sent, ...refused(isWaiting ? "index_missing" : "revision_not_due") };
      if (!mayBegin(paper, lease, first, from)) return { ...sent, ...REFUSED };
      if (RISES_FROM_TODAY.includes(lease.type) && from < paper.today) return { ...sent, ...refused("retroactive") };
      const raised = risesOf(paper, lease, due, from);
      if (raised.length === 0) return { ...sent, ...REFUSED };
      const write = ({ id }: Body) => writeDown(paper, lease, { id, date: first.anniversary, from, raised });
      return { ...sent, status: 201, write };
    },
    (lease, paper) => !isFrozen(paper, lease) && revisionStatesOf(paper, lease).some(({ state }) => state === "due"),
  ),
} satisfies Readonly<Record<string, Doing>>;

/** The prefix of the id of a revision or term until an answer gives the real one. */
export const UNNAMED = "unnamed ";

/** Leases whose rent rises from the day of the request at the earliest (loi 89-462, article 17-1). */
const RISES_FROM_TODAY = ["residential_unfurnished", "residential_furnished", "student"];

/** The daily job applies the revisions that are due of leases in mode `automatic` (effects.md 1.5). */
export function reviseAutomatically(paper: Paper): void {
  for (const lease of paper.leases) {
    if (noted(paper, "leases", lease.id, "revisionMode") !== "automatic" || isFrozen(paper, lease)) continue;
    const due = revisionStatesOf(paper, lease).filter(({ state }) => state === "due");
    const [first] = due;
    if (!first) continue;
    const days = RISES_FROM_TODAY.includes(lease.type) ? [paper.today] : [first.anniversary, paper.today];
    const [start] = days
      .filter((from) => mayBegin(paper, lease, first, from))
      .map((from) => ({ from, raised: risesOf(paper, lease, due, from) }))
      .filter(({ raised }) => raised.length > 0);
    if (start) writeDown(paper, lease, { id: UNNAMED + lease.id, date: first.anniversary, ...start });
  }
}

/** Returns true if the new rents of a lease may begin on a day. */
function mayBegin(paper: Paper, lease: PaperLease, { anniversary }: RevisionState, from: string): boolean {
  const isTaken = paper.lease_terms.some((term) => term.leaseId === lease.id && term.from === from);
  const isLate = lease.end !== null && from > lease.end;
  return from >= anniversary && !isTaken && !isLate;
}

/** Returns the new rents from a day on, of the stays that have a rent then. */
function risesOf(paper: Paper, lease: PaperLease, due: readonly RevisionState[], from: string) {
  const rents = rentsOn(paper, lease.id, from);
  return due.flatMap((state) => {
    const rent = rents.get(state.stay.id);
    return rent ? [{ state, rent, ...raisedOnPaper(paper, lease, state, rent, from) }] : [];
  });
}

interface RevisionToWrite extends Pick<PaperRevision, "id" | "date"> {
  readonly from: string;
  readonly raised: ReturnType<typeof risesOf>;
}

/** Writes a revision on paper, with the term that it opens. */
function writeDown(paper: Paper, lease: PaperLease, { id, date, from, raised }: RevisionToWrite): void {
  const lines = raised.map(({ state: { stay, code, reference, revision }, old, made, cap }) => {
    if (!reference || !revision) throw new Error("Nothing is due");
    return { stay: stay.id, code, reference, revision, old, made, cap } satisfies PaperRevisionLine;
  });
  lease.revisions.push({ id, date, lines });
  const earlier = paper.lease_terms.filter((term) => term.leaseId === lease.id && term.from < from);
  const before = earlier.sort((one, other) => (one.from < other.from ? -1 : 1)).at(-1);
  const until = before?.until && before.until >= from ? before.until : null;
  const changes = raised.map(({ state, rent, annual }) => {
    return [state.stay.id, { annual, by: rent.by, json: {} }] as const;
  });
  // The answer does not name the term that it opened; the list of terms names it before a request needs its id.
  openTerm(paper, lease, from, changes, UNNAMED + id, { until });
}
