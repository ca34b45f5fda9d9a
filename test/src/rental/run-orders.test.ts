import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { openTwice } from "../../support/databases.ts";
import { type PausedDatabase, pausedDatabase } from "../../support/paused-database.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";
import { runs } from "../../support/runs.ts";
import { endsOrWaits } from "../../support/waiting.ts";
import { type Agent, agentAt, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const url = inject("postgresUrl");
const LONG = process.env.CARTULARY_TEST_LONG !== undefined;

/** A change of a run's inputs while the run is applied. */
interface Ground {
  readonly agent: Agent;
  readonly estate: Awaited<ReturnType<typeof workedEstate>>;
  readonly run: string;
  readonly change: () => Promise<Body>;
}

describe.runIf(url !== null)("A run that is applied on one host while another one changes its inputs", () => {
  let paused: PausedDatabase;
  let slow: House;
  let other: House;
  let databaseUrl: string;
  beforeAll(async () => {
    const [database, secondDatabase] = await openTwice(url ?? "");
    databaseUrl = (database as unknown as { readonly url: string }).url;
    other = await openHouse(database);
    paused = pausedDatabase(secondDatabase);
    slow = await openHouse(paused.database, { seed: "slow" });
  });
  afterAll(async () => {
    await slow.close();
    await other.close();
  });

  async function march(accountingMode: string) {
    const agent = await agentOf(other, { accounting_mode: accountingMode });
    return { agent, estate: await workedEstate(agent) };
  }

  const grounds: Readonly<Record<string, () => Promise<Ground>>> = {
    "a term of the lease": async () => {
      const { agent, estate } = await march("accrual");
      const { id } = await validatedRun(other, agent);
      const units = [{ lease_unit_id: estate.lease.units[0].id, base_rent_cents: 200_000 }];
      const lease_term = { lease_id: estate.lease.id, effective_from: "2026-03-20", lease_unit_terms: units };
      return { agent, estate, run: id, change: () => agent.ask("POST", "/lease_terms", { lease_term }) };
    },
    "the fee of a mandate": async () => {
      const { agent, estate } = await march("accrual");
      const { id } = await validatedRun(other, agent);
      const path = `/mandates/${estate.mandates[0].id}`;
      return { agent, estate, run: id, change: () => agent.ask("PATCH", path, { management_fee_rate: 3 }) };
    },
    "who owns the unit": async () => {
      const { agent, estate } = await march("accrual");
      const { id } = await validatedRun(other, agent);
      const [first] = (await agent.found(`/units/${estate.unit.id}`)).ownerships;
      const ownership = { share_numerator: 1, share_denominator: 6 };
      return { agent, estate, run: id, change: () => agent.ask("PATCH", `/ownerships/${first.id}`, { ownership }) };
    },
    "what was collected": async () => {
      const { agent, estate } = await march("cash");
      const first = await validatedRun(other, agent);
      await agent.done(`/billing_runs/${first.id}/apply`);
      const bank = await bankOf(other, agent);
      await bank.bring({ bank_reference: "B-1", amount_cents: 108_386, rent_call_reference: "AP-2026-000001" });
      const { id } = await validatedRun(other, agent, { period_start: "2026-04-01" });
      const undone = { direction: "outbound", method: "rejection", reverses: "B-1", booked_on: "2026-03-01" };
      const change = () => bank.ask([{ ...undone, bank_reference: "B-2", amount_cents: 108_386, currency: "EUR" }]);
      return { agent, estate, run: id, change };
    },
    "what another run bills": async () => {
      const { agent, estate } = await march("accrual");
      const [{ id }, second] = [await validatedRun(other, agent), await validatedRun(other, agent)];
      return { agent, estate, run: id, change: () => agent.ask("POST", `/billing_runs/${second.id}/apply`) };
    },
  };

  /** Applies the run, and changes its inputs just before the nth call of a store. */
  async function met(begin: () => Promise<Ground>, call: number) {
    const { agent, run, change } = await begin();
    const before = await agent.found("/accounting/trial_balance");
    const pause = paused.pauseAt(call);
    const applying = agentAt(slow, agent.id).ask("POST", `/billing_runs/${run}/apply`);
    await Promise.race([pause.reached, applying]);
    const changing = change();
    const order = await endsOrWaits(databaseUrl, changing);
    pause.release();
    const [answer, changed] = [await applying, await changing];
    return { agent, run, before, answer, changed, order, calls: pause.calls() };
  }

  /** The calls before which the change happens: all of them in a long run, some in a usual one. */
  function places(calls: number): readonly number[] {
    const all = Array.from({ length: calls }, (_, index) => index + 1);
    return LONG ? all : [1, Math.ceil(0.4 * calls), calls].slice(0, runs({ sparing: 2, usual: 3 }));
  }

  it.each(Object.keys(grounds))("is stale, or was first: %s [R-22]", async (name) => {
    const begin = grounds[name] as () => Promise<Ground>;
    const { answer: undisturbed, calls } = await met(begin, Number.POSITIVE_INFINITY);
    expectStatus(undisturbed, 200);
    let wasFirst = false;
    for (const call of places(calls)) {
      const { agent, run, before, answer, changed, order } = await met(begin, call);
      const { status, totalTenantAmount } = await agent.found(`/billing_runs/${run}`);
      if (answer.status === 200) wasFirst = true;
      // If the run is applied before the change, later changes find it applied, and so do those that waited for it.
      expect([call, wasFirst, answer.status]).toEqual([call, wasFirst, wasFirst ? 200 : 409]);
      if (order === "waits") expect([call, wasFirst]).toEqual([call, true]);
      if (wasFirst) expect([status, totalTenantAmount]).toEqual(["applied", undisturbed.body.totalTenantAmount]);
      else {
        expectRefusal(answer, 409, "run_stale");
        expect(status).toBe("validated");
      }
      if (name === "what another run bills") {
        expect([answer.status, changed.status].toSorted()).toEqual([200, 409]);
        expect(await agent.found("/rent_calls")).toHaveLength(1);
      } else expect(changed.status).toBeLessThan(300);
      if (!wasFirst && name !== "what was collected" && name !== "what another run bills")
        expect(await agent.found("/accounting/trial_balance")).toEqual(before);
    }
    expect(wasFirst).toBe(true);
  });
});
