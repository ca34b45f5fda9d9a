import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf, entriesOf } from "../../support/bank.ts";
import { usualDatabases, waysTo } from "../../support/databases.ts";
import { type MortalDatabase, mortalDatabase } from "../../support/killable-database.ts";
import { expectStatus } from "../../support/refusals.ts";
import { runs } from "../../support/runs.ts";
import { type Agent, agentAt, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

/** A long run loses the host at every step, a usual one at every fourth. */
const STRIDE = runs({ sparing: 17, usual: 4, long: 1 });

describe.each(usualDatabases)("A host that is lost at any write, on $name,", (engine) => {
  let mortal: MortalDatabase;
  let lost: House;
  let next: House;
  beforeAll(async () => {
    const [database, secondConnection] = await waysTo(engine);
    next = await openHouse(database);
    mortal = mortalDatabase(secondConnection);
    lost = await openHouse(mortal.database, { seed: "lost", logged: () => {} });
    // Signs in before the process is lost.
    await lost.admin.token();
  });
  afterAll(async () => {
    await lost.close();
    await next.close();
  });

  /**
   * An agency in cash mode with the collected call of March and an overpayment: applying April remits the receipts,
   * pays the call from the rest and deducts fees, so that the run writes everything that a run can write.
   */
  async function agency() {
    const agent = await agentOf(next, { accounting_mode: "cash" });
    await workedEstate(agent);
    const march = await validatedRun(next, agent);
    await agent.done(`/billing_runs/${march.id}/apply`);
    const bank = await bankOf(next, agent);
    await bank.bring({ bank_reference: "B", amount_cents: 158_386, rent_call_reference: "AP-2026-000001" });
    const { id } = await validatedRun(next, agent, { period_start: "2026-04-01" });
    return { agent, id: id as string, asLost: agentAt(lost, agent.id) };
  }

  /** The visible result of a run. */
  async function linesOf({ found }: Agent, id: string): Promise<readonly string[]> {
    const { status, totalTenantAmount, totalOwnerAmount, currentStep } = await found(`/billing_runs/${id}`);
    const lines = async (type: string) =>
      (await found(`/billing_runs/${id}/lines`, { type, per_page: "100" })).map(
        ({ billingCategory, periodStart, amountTtc, status: own, reviewStatus, comment, ownerName }: Body) =>
          [billingCategory, periodStart, amountTtc, own, reviewStatus, comment, ownerName].join(" "),
      );
    const totals = [status, currentStep, totalTenantAmount, totalOwnerAmount].join(" ");
    return [totals, ...(await lines("tenant")), ...(await lines("owner"))].toSorted();
  }

  /** The same with all rows that it has written. */
  async function stateOf(agent: Agent, id: string): Promise<object> {
    const { found } = agent;
    const calls: Body[] = await found("/rent_calls", { per_page: "100" });
    const payouts: Body[] = await found("/owner_payouts", { per_page: "100" });
    const payments: Body[] = await found("/payments", { per_page: "100" });
    return {
      lines: await linesOf(agent, id),
      calls: calls.map((call) => [call.reference, call.status, call.remainingAmountCents].join(" ")).toSorted(),
      payouts: payouts.map((payout) => [payout.reference, payout.status, payout.amountCents].join(" ")).toSorted(),
      payments: payments.map(({ reference, status: own }) => [reference, own].join(" ")),
      entries: await entriesOf(agent),
    };
  }

  /** Resumes the job that another host was killed at, as a starting host does; the dead host's lease has expired. */
  async function start(): Promise<void> {
    mortal.revive();
    next.clock.pass(6_000);
    lost.clock.pass(6_000);
    await next.upkeep.run();
    await next.work();
  }

  /** A digest that shows whether a run was applied, cancelled or neither. */
  async function signsOf({ found }: Agent, id: string): Promise<string> {
    const [{ status }, { accounts }] = [await found(`/billing_runs/${id}`), await found("/accounting/trial_balance")];
    return JSON.stringify([status, accounts]);
  }

  /** A run that waits at a door, and how it looks before it goes through. */
  async function before(door: "apply" | "cancel") {
    const made = await agency();
    if (door === "cancel") await made.agent.done(`/billing_runs/${made.id}/apply`);
    return { ...made, signs: await signsOf(made.agent, made.id) };
  }

  it.each(["apply", "cancel"] as const)(
    "completes %s once another host starts, with the same result [R-20, R-21]",
    async (door) => {
      const undisturbed = await before(door);
      await undisturbed.agent.done(`/billing_runs/${undisturbed.id}/${door}`);
      const done = await stateOf(undisturbed.agent, undisturbed.id);
      const signsDone = await signsOf(undisturbed.agent, undisturbed.id);
      const lostAt = async (steps: number, { asLost, id }: Awaited<ReturnType<typeof before>>) => {
        const life = mortal.lose(steps);
        const answer = await asLost.ask("POST", `/billing_runs/${id}/${door}`);
        mortal.revive();
        if (!life.isOver) expectStatus(answer, 200);
        return life.isOver;
      };
      let [present, lastUntouched] = [await before(door), 0];
      for (let steps = 0; await lostAt(steps, present); steps += STRIDE) {
        const { agent, id, signs } = present;
        const after = await signsOf(agent, id);
        // Until it is committed, all that the dead leaves is a note: one run waits for the next step.
        if (after === signs) {
          lastUntouched = steps;
          continue;
        }
        expect([steps, after]).toEqual([steps, signsDone]);
        await start();
        expect(await stateOf(agent, id)).toEqual(done);
        present = await before(door);
      }
      expect(lastUntouched).toBeGreaterThan(20);
      for (const steps of [lastUntouched, lastUntouched - 1, 3]) {
        const last = await before(door);
        await lostAt(steps, last);
        await start();
        expect([steps, await stateOf(last.agent, last.id)]).toEqual([steps, done]);
      }
    },
  );

  it("computes a run once another host starts, with the same result", async () => {
    const { agent, id } = await agency();
    const [payout] = await agent.found(`/billing_runs/${id}/lines`, {
      type: "owner",
      "q[billing_category_eq]": "payout",
    });
    await agent.done(`/billing_runs/${id}/recompute`);
    await next.work();
    await agent.ask("PATCH", `/billing_runs/${id}/lines/${payout.id}`, { comment: "wait", review_status: "flagged" });
    const done = await linesOf(agent, id);
    for (let steps = 0; ; steps += STRIDE) {
      await agent.done(`/billing_runs/${id}/recompute`);
      const life = mortal.lose(steps);
      await lost.work().catch(() => {});
      const wasLost = life.isOver;
      await start();
      expect([steps, await linesOf(agent, id)]).toEqual([steps, done]);
      if (wasLost) continue;
      expect(steps).toBeGreaterThan(10);
      break;
    }
  });
});
