import { administer } from "@cartulary/postgres/testkit";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { openTwice } from "../../support/databases.ts";
import { type PausedDatabase, pausedDatabase } from "../../support/paused-database.ts";
import { endsOrWaits } from "../../support/waiting.ts";
import { agentAt, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("A run that is cancelled on one host while its rent is received on another", () => {
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

  /** The transactions that the database aborted because of deadlocks. */
  async function deadlocks(): Promise<number> {
    const question = "select deadlocks from pg_stat_database where datname = current_database()";
    await administer(databaseUrl, "select pg_stat_force_next_flush()");
    const rows = (await administer(databaseUrl, question)) as unknown as readonly { deadlocks: string }[];
    return Number(rows[0]?.deadlocks);
  }

  it("is taken back or paid, in either order, without deadlocks", async () => {
    const orders = new Set<string>();
    for (const place of [1, 2, 4, 1000]) {
      const agent = await agentOf(other, { accounting_mode: "cash" });
      await workedEstate(agent);
      const { id } = await validatedRun(other, agent);
      await agent.done(`/billing_runs/${id}/apply`);
      const bank = await bankOf(other, agent);
      const pause = paused.pauseAt(place);
      const cancelling = agentAt(slow, agent.id).ask("POST", `/billing_runs/${id}/cancel`);
      await Promise.race([pause.reached, cancelling]);
      const receipt = { bank_reference: "B", amount_cents: 108_386, rent_call_reference: "AP-2026-000001" };
      const bringing = bank.bring(receipt);
      orders.add(await endsOrWaits(databaseUrl, bringing));
      pause.release();
      const [{ status }] = [await cancelling, await bringing];
      const [call] = await agent.found("/rent_calls");
      expect([place, status, call.status, call.paidAmountCents]).toEqual([
        ...[place, status],
        ...(status === 200 ? ["cancelled", 0] : ["paid", 108_386]),
      ]);
    }
    expect(orders).toEqual(new Set(["changed", "waits"]));
    expect(await deadlocks()).toBe(0);
  });
});
