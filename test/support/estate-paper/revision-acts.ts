import { plusMonths } from "./calendar.ts";
import { type Body, type Doing, onOne, REFUSED } from "./doing.ts";
import type { PaperRevisionLine, PublishedOnPaper } from "./paper.ts";
import { isFrozen, quarterOfDay, quartersOn, raisedOnPaper, rentsOn, standingsOf } from "./revisions.ts";
import { openTerm } from "./term-acts.ts";

const REFUSALS = ["revision_frozen", "index_missing", "revision_not_due"] as const;
const refused = (error: (typeof REFUSALS)[number]) => ({ status: 422, error });

/** What indices are known to have been, and what revisions make of rents by them. */
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
    // In the order in which they are kept: by their codes and quarters.
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
      const standings = standingsOf(paper, lease);
      const due = standings.filter(({ state }) => state === "due");
      const [first] = due;
      const isWaiting = standings.some(({ state }) => state === "unpublished");
      if (!first) return { ...sent, ...refused(isWaiting ? "index_missing" : "revision_not_due") };
      const isTaken = paper.lease_terms.some((term) => term.leaseId === lease.id && term.from === from);
      const rents = rentsOn(paper, lease.id, from);
      const raised = due.flatMap((standing) => {
        const rent = rents.get(standing.stay.id);
        return rent ? [{ standing, rent, ...raisedOnPaper(paper, lease, standing, rent, from) }] : [];
      });
      const isLate = lease.end !== null && from > lease.end;
      if (from < first.anniversary || isTaken || isLate || raised.length === 0) return { ...sent, ...REFUSED };
      const write = ({ id, lines }: Body) => {
        const made = raised.map(({ standing: { stay, code, reference, revision }, old, made, cap }) => {
          if (!reference || !revision) throw new Error("Nothing is due");
          return { stay: stay.id, code, reference, revision, old, made, cap } satisfies PaperRevisionLine;
        });
        lease.revisions.push({ id, date: first.anniversary, lines: made });
        const earlier = paper.lease_terms.filter((term) => term.leaseId === lease.id && term.from < from);
        const before = earlier.sort((one, other) => (one.from < other.from ? -1 : 1)).at(-1);
        const until = before?.until && before.until >= from ? before.until : null;
        const changes = raised.map(({ standing, rent, annual }) => {
          return [standing.stay.id, { annual, by: rent.by, json: {} }] as const;
        });
        // The answer does not name the term that it opened; lists do, before anybody asks for it by its id.
        openTerm(paper, lease, from, changes, `${UNNAMED}${lines[0].id}`, { until });
      };
      return { ...sent, status: 201, write };
    },
    (lease, paper) => !isFrozen(paper, lease) && standingsOf(paper, lease).some(({ state }) => state === "due"),
  ),
} satisfies Readonly<Record<string, Doing>>;

/** Stands before what a term is called until its id is known. */
export const UNNAMED = "unnamed ";
