import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { throwEstate } from "../../support/billing-simulation/estate.ts";
import { beginPlay, type Play } from "../../support/billing-simulation/history.ts";
import { endPlay, stepPlay } from "../../support/billing-simulation/play.ts";
import { openTwice, type TestEngine, usualDatabases } from "../../support/databases.ts";
import { diceOf } from "../../support/estate-model/random.ts";
import { fecFindingsOf } from "../../support/fec-file.ts";
import { type Agent, agentAt, agentOf } from "../../support/worked-example.ts";

const LONG = process.env.CARTULARY_TEST_LONG !== undefined;
const SEED = 20_261_123;
/** The totals of long histories. */
const OFTEN_AND_SELDOM = ["validated 200", "applied 200", "validated 409"]
  .map((each) => `apply ${each}`)
  .concat(["cancel applied 200", "cancel applied 409", "validate review 422", "recompute validated 200"]);

/** The hosts of a history: on SQLite one, on Postgres two that share the database. */
async function housesOn({ name, open }: TestEngine): Promise<readonly House[]> {
  if (name === "SQLite") return [await openHouse(await open())];
  const [database, secondDatabase] = await openTwice(inject("postgresUrl") ?? "");
  return [await openHouse(database), await openHouse(secondDatabase, { seed: "beside" })];
}

describe.each(usualDatabases)("runs of random agencies over HTTP on $name,", (engine) => {
  let houses: readonly House[];
  const answers = new Map<string, number>();
  beforeAll(async () => {
    houses = await housesOn(engine);
  });
  afterAll(async () => {
    for (const house of houses.toReversed()) await house.close();
  });

  async function begun(seed: number): Promise<Play> {
    const [house] = houses as [House];
    const dice = diceOf({ seed });
    const isCash = dice.once(2);
    const agent = await agentOf(house, { accounting_mode: isCash ? "cash" : "accrual" });
    const estate = await throwEstate(agent, dice);
    const hosts = houses.map((each) => ({ agent: agentAt(each, agent.id), work: () => each.work() }));
    return beginPlay({ hosts, estate, isCash, answers, bank: await bankOf(house, agent) });
  }

  it("keep the invariants of billing and represent the funds after every step of any history [R-14, R-15, R-16, R-17, R-18, R-19, R-20, R-21, R-22, R-29]", {
    timeout: 3_600_000,
  }, async () => {
    const steps = fc.array(fc.noBias(fc.nat()), { minLength: 14, maxLength: 30, size: "max" });
    const runs = LONG ? 100 : engine.name === "SQLite" ? 3 : 1;
    await fc.assert(
      fc.asyncProperty(fc.noBias(fc.nat()), steps, async (seed, seeds) => {
        const play = await begun(seed);
        try {
          for (const each of seeds) await stepPlay(play, diceOf({ seed: each }));
          await endPlay(play);
          expect(await fecFindingsOf(play.hosts[0]?.agent as Agent)).toEqual([]);
        } catch (error) {
          throw new Error([`estate ${seed}`, ...play.log].join("\n"), { cause: error });
        }
      }),
      { numRuns: runs, seed: SEED, endOnFailure: true },
    );
    expect([...answers.keys()]).toEqual(expect.arrayContaining(LONG ? OFTEN_AND_SELDOM : ["apply validated 200"]));
    expect((await houses[0]?.findings())?.map(({ message }) => message)).toEqual([]);
  });
});
