import { expect } from "vitest";
import type { Bank } from "../bank.ts";
import type { Dice } from "../estate-paper/dice.ts";
import { expectRefusal, expectStatus } from "../refusals.ts";
import type { Agent } from "../worked-example.ts";
import { type Body, changeEstate, type Estate } from "./estate.ts";
import {
  centsOf,
  counted,
  expectBilledOnce,
  expectPayouts,
  expectTotals,
  fixedPart,
  isReviewed,
  of,
  type RunRead,
  total,
} from "./sums.ts";

/** A host that a history is asked of: one of several on one database, or the only one. */
interface PlayHost {
  readonly agent: Agent;
  /** Does what was to be done later. */
  work(): Promise<unknown>;
}

/** A run of the history, and what is known of it. */
interface RunKnown {
  readonly id: string;
  status: string;
  read: RunRead;
  /** What applying it moved on the accounts. */
  moved: ReadonlyMap<string, number>;
  /** Nothing else was written since it was computed: it can't be stale. */
  isFresh: boolean;
}

/** A history of an agency's runs, as far as it has come. */
export interface Play {
  readonly hosts: readonly PlayHost[];
  readonly bank: Bank;
  readonly estate: Estate;
  readonly isCash: boolean;
  readonly runs: RunKnown[];
  readonly log: string[];
  /** How often each command had each answer, over all histories. */
  readonly answers: Map<string, number>;
  balances: ReadonlyMap<string, number>;
  received: number;
  suspended: number;
  transactions: number;
}

/** A history that begins with an estate. */
export async function beginPlay(start: Pick<Play, "hosts" | "bank" | "estate" | "isCash" | "answers">): Promise<Play> {
  return {
    ...start,
    ...{ runs: [], log: [], received: 0, suspended: 0, transactions: 0 },
    balances: new Map(),
  };
}

/** Which doors a status has (rental.md 3.1), and where they lead. */
const DOORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  recompute: { failed: "draft", computed: "draft", review: "draft", validated: "draft" },
  acknowledge_anomalies: { computed: "computed", review: "review" },
  validate: { computed: "validated", review: "validated" },
  apply: { validated: "applied", applied: "applied" },
  cancel: Object.fromEntries(
    ["draft", "scheduled", "failed", "computed", "review", "validated", "applied"].map((from) => [from, "cancelled"]),
  ),
};

/** What may happen at a step; what stands there oftener happens oftener. */
const COMMANDS = [
  ...["create", "create", "create", "review", "review", "review", "recompute", "acknowledge", "validate", "force"],
  ...["force", "apply", "apply", "apply", "cancel", "change", "change", "receive", "receive", "finish", "finish"],
  "close",
] as const;

/** Does one thing, and looks at all that has to hold after it. */
export async function stepPlay(play: Play, dice: Dice): Promise<void> {
  const name = dice.of(COMMANDS);
  const host = dice.of(play.hosts);
  const live = play.runs.filter(({ status }) => status !== "cancelled");
  const run = dice.once(8) || live.length === 0 ? dice.of(play.runs) : dice.of(live);
  play.log.push(`${name} ${run ? play.runs.indexOf(run) : ""} at ${play.hosts.indexOf(host)}`);
  if (name === "create" || !run) await create(play, host, dice);
  else if (name === "change") await change(play, host, dice);
  else if (name === "receive") await receive(play, host, dice);
  else if (name === "close") await close(play, host);
  else if (name === "review") await review(play, host, run, dice);
  else if (name === "recompute") await recompute(play, host, run);
  else if (name === "acknowledge") await acknowledge(play, host, run);
  else if (name === "validate" || name === "force") await validate(play, host, run, name === "force");
  else if (name === "apply") await apply(play, host, run);
  else if (name === "cancel") await cancel(play, host, run);
  else {
    await validate(play, host, run, true);
    await apply(play, host, run);
  }
  await expectRepresented(play, host);
}

/** What has to hold once a history is over: runs that ended are as they were when they did. */
export async function endPlay(play: Play): Promise<void> {
  const [host] = play.hosts as [PlayHost];
  for (const run of play.runs) {
    const now = await readRun(host, run.id);
    expect(now.run.status).toBe(run.status);
    if (!["applied", "cancelled"].includes(run.status)) continue;
    const lines = ({ tenant, owner }: RunRead) => [...tenant, ...owner].map(fixedPart);
    expect(lines(now)).toEqual(lines(run.read));
  }
  await expectNumbered(host);
}

async function readRun({ agent }: PlayHost, id: string): Promise<RunRead> {
  const lines = (type: string) => agent.found(`/billing_runs/${id}/lines`, { type, per_page: "100", sort: "id" });
  return { run: await agent.found(`/billing_runs/${id}`), tenant: await lines("tenant"), owner: await lines("owner") };
}

/** Reads a run anew and looks at its sums. */
async function look(play: Play, host: PlayHost, run: RunKnown): Promise<void> {
  run.read = await readRun(host, run.id);
  run.status = run.read.run.status;
  expectTotals(run.read);
  const { estate } = play;
  expectPayouts(run.read, (ownerId) =>
    estate.mandates.every((each) => each.ownerActorId !== ownerId || each.distributionFrequency === "monthly"),
  );
  if (!play.isCash) expectGross(play, run.read);
}

/** Invariant 15: owners are credited with what tenants are called for, but for what nobody owns, paid out or withheld. */
function expectGross({ estate }: Play, { tenant, owner }: RunRead): void {
  const gross = total(of(owner, "owner_rent", "owner_charges", "owner_vat"));
  const called = counted(tenant);
  const incomplete = [...estate.incomplete].map((id) => estate.units.find((unit) => unit.id === id)?.identifier);
  const parted = called.filter(({ unitIdentifier }) => incomplete.includes(unitIdentifier));
  expect(gross).toBeLessThanOrEqual(total(called));
  expect(gross).toBeGreaterThanOrEqual(total(called) - total(parted));
}

async function create(play: Play, host: PlayHost, dice: Dice): Promise<void> {
  const scopes = [{}, {}, {}, { timings: ["arrears"] }, { property_id: dice.of(play.estate.properties).id }];
  const { id } = await host.agent.made("/billing_runs", {
    period_start: dice.of(["2026-01-01", "2026-02-01", "2026-03-01", "2026-03-01", "2026-04-01"]),
    grouping_mode: dice.of(["per_lease", "per_tenant"]),
    ...dice.of(scopes),
  });
  await dice.of(play.hosts).work();
  unsettle(play);
  const read = await readRun(host, id);
  const run: RunKnown = { id, status: read.run.status, read, moved: new Map(), isFresh: true };
  play.runs.push(run);
  await look(play, host, run);
  expect(run.status).toBe(isReviewed(run.read) ? "computed" : "review");
}

/** Whatever was computed before may follow from something else now. */
function unsettle(play: Play): void {
  for (const run of play.runs) run.isFresh = false;
}

async function change(play: Play, host: PlayHost, dice: Dice): Promise<void> {
  play.log.push(await changeEstate(host.agent, play.estate, dice));
  unsettle(play);
}

/** Money comes in for a call, or for nobody knows what. */
async function receive(play: Play, { agent }: PlayHost, dice: Dice): Promise<void> {
  const calls: Body[] = (await agent.found("/rent_calls", { per_page: "100" })).filter(
    ({ status }: Body) => status !== "cancelled",
  );
  const call = dice.once(6) || calls.length === 0 ? null : dice.of(calls);
  const amount_cents = call && !dice.once(3) ? call.remainingAmountCents || 5 : 1 + dice.nat(200_000);
  play.transactions += 1;
  const { unmatched } = await play.bank.bring({
    ...{ bank_reference: `T${play.transactions}`, amount_cents, label: "Virement" },
    ...(call && { rent_call_reference: call.reference }),
  });
  if (unmatched.length > 0) play.suspended += amount_cents;
  else play.received += amount_cents;
  unsettle(play);
}

/** The next month is closed, if it is over. */
async function close(play: Play, { agent }: PlayHost): Promise<void> {
  const periods: Body[] = await agent.found("/accounting/periods");
  const next = periods.find(({ status }) => status === "open");
  if (!next || next.period >= "2026-02") return;
  await agent.done(`/accounting/periods/${next.period}/close`);
  unsettle(play);
}

/** Invariant 17: what is taken out and back leaves no trace, and other leases' lines never change. */
async function review(play: Play, host: PlayHost, run: RunKnown, dice: Dice): Promise<void> {
  const lines = [...run.read.tenant, ...run.read.owner];
  if (lines.length === 0) return;
  const line = dice.of(lines);
  const path = `/billing_runs/${run.id}/lines/${line.id}`;
  const json = dice.of([
    { excluded: true },
    { excluded: false },
    { review_status: "ok" },
    { review_status: "flagged" },
  ]);
  const answer = await host.agent.ask("PATCH", path, json);
  const isBilled = [line.anomalyType, ...(line.anomalyDetails?.others ?? [])].includes("already_billed");
  if (!DOORS.validate?.[run.status] || ("excluded" in json && !json.excluded && isBilled)) {
    expectRefusal(answer, 422, "invalid_transition");
    return;
  }
  expectStatus(answer, 200);
  const before = run.read;
  await look(play, host, run);
  const others = ({ tenant }: RunRead) => tenant.filter(({ id }) => id !== line.id);
  expect(others(run.read)).toEqual(others(before));
  if (!json.excluded || line.status === "excluded") return;
  await host.agent.ask("PATCH", path, { excluded: false });
  const after = await readRun(host, run.id);
  const whole = (read: RunRead) => [...read.tenant, ...read.owner].map(fixedPart);
  // Lines of nothing that were made for what is out go with it, and owners' lines keep what was made of them by hand.
  if (!isBilled && run.read.owner.length === after.owner.length)
    expect(whole(after).map(amountOf)).toEqual(whole(before).map(amountOf));
  if (dice.once(2) && !isBilled) await host.agent.ask("PATCH", path, { excluded: true });
  await look(play, host, run);
}

const amountOf = ({ id, status, amountTtc }: Body) => [id, status, amountTtc];

/** Invariant 14: computed again out of the same, a run has the same lines, and what was made of them. */
async function recompute(play: Play, host: PlayHost, run: RunKnown): Promise<void> {
  const answer = await answerOf(play, host, run, "recompute");
  if (!passes("recompute", run, answer)) return;
  expect(answer.body).toMatchObject({ status: "draft", validatedAt: null, validatedBy: null });
  const [before, wasFresh] = [run.read, run.isFresh];
  await host.work();
  await look(play, host, run);
  expect(run.status).toBe(isReviewed(run.read) ? "computed" : "review");
  run.isFresh = true;
  if (!wasFresh) return;
  const lines = ({ tenant, owner }: RunRead) => [...tenant, ...owner].map(fixedPart);
  expect(lines(run.read)).toEqual(lines(before));
}

async function answerOf({ answers }: Play, { agent }: PlayHost, { id, status }: RunKnown, door: string): Promise<Body> {
  const answer = await agent.ask("POST", `/billing_runs/${id}/${door}`);
  const name = `${door} ${status} ${answer.status}`;
  answers.set(name, (answers.get(name) ?? 0) + 1);
  return answer;
}

/** Whether a door is one of the status; where it isn't, that the answer says so (invariant 19). */
function passes(door: string, run: RunKnown, answer: Body): boolean {
  if (DOORS[door]?.[run.status]) {
    expect([door, run.status, answer.status === 200 ? null : answer.text]).toEqual([door, run.status, null]);
    return true;
  }
  expectRefusal(answer, 422, "invalid_transition");
  return false;
}

async function acknowledge(play: Play, host: PlayHost, run: RunKnown): Promise<void> {
  const answer = await answerOf(play, host, run, "acknowledge_anomalies");
  if (!passes("acknowledge_anomalies", run, answer)) return;
  await look(play, host, run);
  const open = [...run.read.tenant, ...run.read.owner].filter(
    ({ hasAnomaly, reviewStatus }) => hasAnomaly && !reviewStatus,
  );
  expect(open).toEqual([]);
}

/** Invariant 18. */
async function validate(play: Play, host: PlayHost, run: RunKnown, isForced: boolean): Promise<void> {
  const answer = await answerOf(play, host, run, isForced ? "validate?force=false" : "validate");
  if (DOORS.validate?.[run.status] && !isForced && !isReviewed(run.read)) {
    expectRefusal(answer, 422, "anomalies_unacknowledged");
    return;
  }
  if (passes("validate", run, answer)) await look(play, host, run);
}

/** Asked of every host at once: one of them does it, the others say the same (invariant 20). */
async function apply(play: Play, host: PlayHost, run: RunKnown): Promise<void> {
  const wasApplied = run.status === "applied";
  const before = await balancesOf(host);
  const answers = await Promise.all(play.hosts.map((each) => answerOf(play, each, run, "apply")));
  const [answer] = answers as [Body];
  if (run.status === "validated" && answer.status === 409 && !run.isFresh) {
    for (const each of answers) expectRefusal(each, 409, "run_stale");
    expect(answer.body.details.changed.length).toBeGreaterThan(0);
    expect(await balancesOf(host)).toEqual(before);
    return;
  }
  if (!passes("apply", run, answer)) return;
  for (const each of answers) expect(each.body).toEqual(answer.body);
  await look(play, host, run);
  const moved = difference(await balancesOf(host), before);
  if (wasApplied) {
    expect(moved).toEqual(new Map());
    return;
  }
  run.moved = moved;
  unsettle(play);
  expectBilledOnce(play.runs.filter(({ status }) => status === "applied").map(({ read }) => read));
  expectMoved(play, run, moved);
}

/** What applying a run moves: what tenants are called for, what owners are paid, what is taken from them. */
function expectMoved({ isCash, balances, estate }: Play, { read }: RunKnown, moved: ReadonlyMap<string, number>): void {
  const on = (...codes: readonly string[]) =>
    [...moved].filter(([name]) => codes.includes(name.slice(0, 6))).reduce((sum, [, cents]) => sum + cents, 0);
  const { tenant, owner } = { tenant: counted(read.tenant), owner: counted(read.owner) };
  const fees = of(owner, "management_fee", "management_fee_vat", "service_fee", "gli_premium");
  const suspended = 0 - on("471000");
  const paid = total(of(owner, "payout"));
  expect([on("411000"), 0 - on("467900"), on("706100", "706200", "445710", "401000"), on("512000")]).toEqual([
    total(tenant),
    paid,
    total(fees),
    0,
  ]);
  expect(0 - on("467000", "467100")).toBe(total(tenant) - suspended + total(fees) - paid);
  if (isCash) return;
  // Invariant 15, of all lines together: what nobody owns is what went into suspense.
  expect(total(of(read.owner, "owner_rent", "owner_charges", "owner_vat"))).toBe(total(tenant) - suspended);
  // Invariant 28: nobody is paid out of what is not his.
  for (const { ownerId } of of(owner, "payout").filter(({ amountTtc }) => centsOf(amountTtc) > 0)) {
    const { accountingCode } = estate.owners.find(({ id }) => id === ownerId);
    const name = `467000 ${accountingCode}`;
    expect((balances.get(name) ?? 0) + (moved.get(name) ?? 0)).toBeLessThanOrEqual(0);
  }
}

/** Invariant 21: what applying moved is back where it was, each account by itself. */
async function cancel(play: Play, host: PlayHost, run: RunKnown): Promise<void> {
  const before = await balancesOf(host);
  const { cancellable } = await host.agent.found(`/billing_runs/${run.id}`);
  const answer = await answerOf(play, host, run, "cancel");
  if (run.status === "applied" && answer.status === 409) {
    expectRefusal(answer, 409, "conflict");
    expect([cancellable, await balancesOf(host)]).toEqual([false, before]);
    return;
  }
  if (!passes("cancel", run, answer)) return;
  expect(cancellable).toBe(true);
  const back = new Map([...run.moved].map(([name, cents]) => [name, 0 - cents]));
  expect(difference(await balancesOf(host), before)).toEqual(back);
  run.status = "cancelled";
  run.read = await readRun(host, run.id);
  unsettle(play);
}

/** What stands on each account and auxiliary, in cents; nothing where it is nothing. */
async function balancesOf({ agent }: PlayHost): Promise<ReadonlyMap<string, number>> {
  const { accounts, totalDebit, totalCredit } = await agent.found("/accounting/trial_balance");
  expect(totalDebit).toBe(totalCredit);
  const named = accounts.map(({ accountCode, auxiliaryCode, balance }: Body) => [
    [accountCode, auxiliaryCode].filter(Boolean).join(" "),
    centsOf(balance),
  ]);
  return new Map(named.filter(([, cents]: Body) => cents !== 0));
}

function difference(
  after: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return new Map(
    names
      .map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)] as const)
      .filter(([, cents]) => cents !== 0),
  );
}

/**
 * Representation of funds (rental.md 2.1, invariant 29): the bank has what came in; tenants owe what their calls have left
 * but for what they paid ahead; in cash owners wait for no more than that, and with nothing left to be paid all that is at
 * the bank is somebody's: owners', suspense, tenants' credit, insurers' and fees.
 */
async function expectRepresented(play: Play, host: PlayHost): Promise<void> {
  play.balances = await balancesOf(host);
  const on = (...codes: readonly string[]) =>
    [...play.balances].filter(([name]) => codes.includes(name.slice(0, 6))).reduce((sum, [, cents]) => sum + cents, 0);
  const calls: Body[] = await host.agent.found("/rent_calls", { per_page: "100" });
  const live = calls.filter(({ status }) => status !== "cancelled");
  const sum = (field: string) => live.reduce((all: number, call) => all + call[field], 0);
  const [due, paid] = [sum("remainingAmountCents"), sum("paidAmountCents")];
  expect([on("512000"), on("411000")]).toEqual([play.received + play.suspended, due - (play.received - paid)]);
  expect(0 - on("467100")).toBeGreaterThanOrEqual(0);
  expect(0 - on("467100")).toBeLessThanOrEqual(play.isCash ? due : 0);
  const isSomebodys = 0 - on("467000", "467900", "165000", "471000", "411000", "401000", "706100", "706200", "445710");
  if (due === 0) expect(on("512000")).toBe(isSomebodys);
}

/** Invariant 24: in each journal the numbers run from 1 without a gap, in the order in which entries were made. */
async function expectNumbered({ agent }: PlayHost): Promise<void> {
  const entries: Body[] = [];
  for (let page = 1; ; page += 1) {
    const some = await agent.found("/accounting_entries", { per_page: "100", page: String(page), sort: "created_at" });
    entries.push(...some);
    if (some.length < 100) break;
  }
  const series = Map.groupBy(entries, ({ reference }): string => reference.replace(/\d+$/, ""));
  for (const own of series.values()) {
    const numbers = own.map(({ reference }) => Number(/\d+$/.exec(reference)?.[0])).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  }
}
