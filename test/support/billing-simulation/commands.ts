import { expect } from "vitest";
import type { Dice } from "../estate-model/random.ts";
import { expectRefusal, expectStatus } from "../refusals.ts";
import { balancesOf, difference, expectMoved } from "./accounts.ts";
import { type Body, changeEstate } from "./estate.ts";
import { look, type Play, type PlayHost, type RunKnown, readRun, unsettle } from "./history.ts";
import { expectBilledOnce, fixedPart, isReviewed, type RunRead } from "./sums.ts";

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

export async function create(play: Play, host: PlayHost, dice: Dice): Promise<void> {
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

export async function change(play: Play, host: PlayHost, dice: Dice): Promise<void> {
  play.log.push(await changeEstate(host.agent, play.estate, dice));
  unsettle(play);
}

/** Money comes in for a call, or without a known purpose. */
export async function receive(play: Play, { agent }: PlayHost, dice: Dice): Promise<void> {
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
export async function close(play: Play, { agent }: PlayHost): Promise<void> {
  const periods: Body[] = await agent.found("/accounting/periods");
  const next = periods.find(({ status }) => status === "open");
  if (!next || next.period >= "2026-02") return;
  await agent.done(`/accounting/periods/${next.period}/close`);
  unsettle(play);
}

/** Invariant 17: an exclusion and its reversal leave no trace, and other leases' lines never change. */
export async function review(play: Play, host: PlayHost, run: RunKnown, dice: Dice): Promise<void> {
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
  // An exclusion also removes the zero lines that depend on it, and owners' lines keep their manual changes.
  if (!isBilled && run.read.owner.length === after.owner.length)
    expect(whole(after).map(amountOf)).toEqual(whole(before).map(amountOf));
  if (dice.once(2) && !isBilled) await host.agent.ask("PATCH", path, { excluded: true });
  await look(play, host, run);
}

const amountOf = ({ id, status, amountTtc }: Body) => [id, status, amountTtc];

/** Invariant 14: a new computation from the same inputs gives the same lines, with their reviews. */
export async function recompute(play: Play, host: PlayHost, run: RunKnown): Promise<void> {
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

/** True when the status allows the transition; otherwise expects an answer that reports it (invariant 19). */
function passes(door: string, run: RunKnown, answer: Body): boolean {
  if (DOORS[door]?.[run.status]) {
    expect([door, run.status, answer.status === 200 ? null : answer.text]).toEqual([door, run.status, null]);
    expect(answer.body.status).toBe(DOORS[door][run.status]);
    return true;
  }
  expectRefusal(answer, 422, "invalid_transition");
  return false;
}

export async function acknowledge(play: Play, host: PlayHost, run: RunKnown): Promise<void> {
  const answer = await answerOf(play, host, run, "acknowledge_anomalies");
  if (!passes("acknowledge_anomalies", run, answer)) return;
  await look(play, host, run);
  const open = [...run.read.tenant, ...run.read.owner].filter(
    ({ hasAnomaly, reviewStatus }) => hasAnomaly && !reviewStatus,
  );
  expect(open).toEqual([]);
}

/** Invariant 18. */
export async function validate(play: Play, host: PlayHost, run: RunKnown, isForced: boolean): Promise<void> {
  const answer = await answerOf(play, host, run, isForced ? "validate?force=false" : "validate");
  if (DOORS.validate?.[run.status] && !isForced && !isReviewed(run.read)) {
    expectRefusal(answer, 422, "anomalies_unacknowledged");
    return;
  }
  if (passes("validate", run, answer)) await look(play, host, run);
}

/** Applies the run on every host at once: one of them applies it, the others answer the same (invariant 20). */
export async function apply(play: Play, host: PlayHost, run: RunKnown): Promise<void> {
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

/** Invariant 21: the movements of the application are reversed, account by account. */
export async function cancel(play: Play, host: PlayHost, run: RunKnown): Promise<void> {
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
