import { expect } from "vitest";
import { daysBetween } from "./calendar.ts";
import { nowOf, type Twins, todayOf } from "./compare.ts";
import { expectedDetail, UNORDERED } from "./details.ts";
import { type Expected, expectedLists } from "./lists.ts";
import { type ActName, acts } from "./operations.ts";
import { emptyPaper, numberMandates, type Paper, type PaperList, turnTo } from "./paper.ts";
import { type Act, diceOf } from "./random.ts";
import { reviseAutomatically, UNNAMED } from "./revision-acts.ts";
import type { Body, Doing, World } from "./run-operation.ts";

const HOUR = 3_600_000;
export const LISTS = Object.keys(expectedLists) as PaperList[];

/** One step of a history: an act, or a passage of time. */
export type Step = Act<ActName | "time">;

/** The estate of a history, and its expected state on paper. */
export interface Play extends World {
  readonly of: string;
  readonly twins: Twins;
  /** How each record was answered when days were decided last: without when it changed, and when. */
  readonly seen: Map<string, readonly [listRecord: string, updatedAt: string]>;
  /** True when the daily job has run today. */
  isDecided: boolean;
  /** Which acts succeeded, or were refused. */
  readonly done: Set<string>;
  /** The requests so far, for the message of a failure. */
  readonly log: string[];
}

export async function beginPlay(twins: Twins, foreign: World["foreign"], done: Set<string>): Promise<Play> {
  const of = await twins.mandataire();
  const paper = emptyPaper(todayOf(twins), twins.indices);
  return { of, twins, foreign, paper, seen: new Map(), isDecided: true, done, log: [] };
}

/** Does each of some things, however often it takes until one succeeds. */
export async function succeed(play: Play, names: readonly ActName[]): Promise<void> {
  for (const [at, name] of names.entries())
    for (let seed = at; ((await step(play, { name, seed }, "go on")) ?? 404) >= 400; seed += names.length);
}

/** Does one thing, and expects of the answer what paper foresees; then of a detail and of some lists. Answers its status. */
export async function step(play: Play, { name, seed }: Step, look: "look" | "go on" = "look"): Promise<number | null> {
  const dice = diceOf({ seed });
  play.twins.pass(1000);
  turnIfMidnight(play);
  if (name === "time") {
    await letTimePass(play, dice);
    return null;
  }
  const doing: Doing = acts[name];
  const foreseen = doing(play, dice);
  if (!foreseen) return null;
  const { path, json, status, error, shows, write } = foreseen;
  const method = foreseen.method === "PATCH" && dice.once(4) ? "PUT" : foreseen.method;
  play.log.push(`${nowOf(play.twins)} ${method} ${path} ${JSON.stringify(json)}`);
  const reply = await play.twins.ask(play.of, method, path, json);
  const answer = { status: reply.status, ...(error && { error: reply.body?.error }) };
  expect(answer, `${method} ${path} ${JSON.stringify(json)} ${reply.text}`).toEqual({
    status,
    ...(error && { error }),
  });
  play.done.add(`${name} ${status}`);
  if (shows) expect(reply.body).toEqual(shows);
  write?.(reply.body);
  await nameTerms(play);
  if (look === "go on") return status;
  const [, list, id = reply.body?.id] = path.split("/");
  if (status < 300 && method !== "DELETE" && list !== "index_values") await expectDetail(play, list as PaperList, id);
  await expectLists(play, dice.once(12) ? LISTS : [dice.of(LISTS)]);
  return status;
}

/** A second that goes by may begin a day. */
function turnIfMidnight(play: Play): void {
  const today = todayOf(play.twins);
  if (today === play.paper.today) return;
  turnTo(play.paper, today);
  play.isDecided = false;
}

/** Hours, years, or until a day that paper has or the one after it; the job comes by at once, later or not at all. */
async function letTimePass(play: Play, dice: ReturnType<typeof diceOf>): Promise<void> {
  const { twins, paper } = play;
  const noted = daysToCome(paper).map((day) => daysBetween(paper.today, day) + dice.nat(2));
  const days = dice.of([0, 1, dice.nat(40), dice.nat(1200), ...(noted.length > 0 ? dice.some(noted, 6) : [])]);
  twins.pass((24 * days + dice.nat(24)) * HOUR);
  const today = todayOf(twins);
  play.isDecided &&= today === paper.today;
  turnTo(paper, today);
  play.done.add("time");
  await expectLists(play, LISTS);
  if (play.isDecided || dice.once(3)) return;
  await twins.decide();
  numberMandates(paper);
  reviseAutomatically(paper);
  await nameRevisions(play);
  await nameTerms(play);
  play.isDecided = true;
  await expectLists(play, LISTS);
  for (const list of LISTS) {
    const some = paper[list].length > 0 ? dice.of<{ readonly id: string }>(paper[list]) : null;
    if (some) await expectDetail(play, list, some.id);
  }
}

/** The days on paper behind today, but those far away: what begins or is over then. */
function daysToCome({ today, leases, lease_terms, lease_parties, mandates, ownerships }: Paper): readonly string[] {
  const days = [
    ...leases.flatMap(({ start, end, stays }) => [start, end, ...stays.flatMap(({ entry, exit }) => [entry, exit])]),
    ...mandates.flatMap(({ start, end }) => [start, end]),
    ...[...ownerships, ...lease_parties].flatMap(({ from, to }) => [from, to]),
    ...lease_terms.map(({ from }) => from),
  ];
  return days.filter((day) => day !== null && day > today && daysBetween(today, day) < 2000) as string[];
}

/** Every list and every detail is what paper says. */
export async function expectEverything(play: Play): Promise<void> {
  await expectLists(play, LISTS);
  for (const list of LISTS) for (const { id } of play.paper[list]) await expectDetail(play, list, id);
}

/** Writes down what the terms are called that revisions opened. */
async function nameTerms({ twins, of, paper }: Play): Promise<void> {
  const unnamed = paper.lease_terms.filter(({ id }) => id.startsWith(UNNAMED));
  if (unnamed.length === 0) return;
  const { body } = await twins.ask(of, "GET", "/lease_terms", undefined, "per_page=100&sort=created_at&direction=desc");
  for (const term of unnamed) {
    const { id } = body.find((each: Body) => each.leaseId === term.leaseId && each.effectiveFrom === term.from);
    paper.notes.set(id, paper.notes.get(term.id) ?? {});
    Object.assign(term, { id });
  }
}

/** Reads the ids of the revisions that the daily job applied. */
async function nameRevisions({ twins, of, paper }: Play): Promise<void> {
  for (const { id: leaseId, revisions } of paper.leases) {
    const unnamed = revisions.find(({ id }) => id.startsWith(UNNAMED));
    if (!unnamed) continue;
    const { body } = await twins.ask(of, "GET", `/leases/${leaseId}`);
    const known = new Set(revisions.map(({ id }) => id));
    Object.assign(unnamed, { id: body.revisions.find(({ id }: Body) => !known.has(id))?.id });
  }
}

async function expectLists(play: Play, lists: readonly PaperList[]): Promise<void> {
  for (const list of lists) {
    const expected = expectedLists[list](play.paper);
    const { body } = await play.twins.ask(play.of, "GET", `/${list}`, undefined, "per_page=100");
    for (const record of body) sortUnordered(list, record);
    expect({ list, today: play.paper.today, records: shown(body, expected) }).toEqual({
      ...{ list, today: play.paper.today, records: expected.slice(0, 100) },
    });
    if (play.isDecided) for (const record of body) expectMoved(play, list, record);
  }
}

/** Expects a later `updatedAt` of each list record that has changed since the last date triggers (estate.md 4.1). */
function expectMoved({ seen }: Play, list: PaperList, { updatedAt, ...record }: Body): void {
  const key = `${list} ${record.id}`;
  const [was, before] = seen.get(key) ?? [];
  const current = JSON.stringify(record);
  if (was !== undefined && before !== undefined && was !== current)
    expect(updatedAt > before, `${key} moves: ${was} ${current}`).toBe(true);
  seen.set(key, [current, updatedAt]);
}

async function expectDetail(play: Play, list: PaperList, id: string): Promise<void> {
  const expected = expectedDetail(play.paper, list, id);
  if (!expected) return;
  const { body } = await play.twins.ask(play.of, "GET", `/${list}/${id}`);
  sortUnordered(list, body);
  expect({ list, today: play.paper.today, record: onlyOf(body, expected) }).toEqual({
    ...{ list, today: play.paper.today, record: expected },
  });
}

/** Puts elements that have no order into one. */
function sortUnordered(list: PaperList, record: Body): void {
  const rank = (element: Body): string => element.leaseUnitId ?? element.shareKeyId ?? element.id;
  const sort = (elements: Body) => elements?.sort((one: Body, other: Body) => (rank(one) < rank(other) ? -1 : 1));
  for (const name of UNORDERED[list] ?? []) sort(record[name]);
  if (list === "properties") for (const unit of record.units ?? []) sort(unit.allocations);
}

const shown = (body: readonly Body[], expected: readonly Expected[]) =>
  body.map((record, at) => onlyOf(record, expected[at] ?? {}));

/** Those fields of an answer that are foreseen, in arrays too; amounts in cents. */
function onlyOf(answer: Body, expected: unknown): unknown {
  if (answer?.currency === "EUR") return answer.cents;
  if (Array.isArray(answer))
    return answer.map((each, at) => onlyOf(each, (expected as Body)?.[at] ?? (expected as Body)?.[0]));
  if (answer === null || typeof answer !== "object" || expected === null || typeof expected !== "object") return answer;
  return Object.fromEntries(
    Object.keys(expected).map((name) => [name, onlyOf(answer[name], (expected as Body)[name])]),
  );
}
