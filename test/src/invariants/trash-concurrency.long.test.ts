import { describe, it } from "vitest";
import { databases } from "../../support/databases.ts";
import { anyRounds, checkRounds, PAIRS, withRounds } from "./trash-rounds.ts";

const RUNS = 150;

describe.each(databases)("the trash on $name", (engine) => {
  it("has the state after some order of any two commands at once", { timeout: 1_800_000 }, async () => {
    await withRounds(engine, async (round) => {
      for (const pair of PAIRS) await round(pair);
    });
  });

  it(`has the state after some order of concurrent commands, ${RUNS} times`, { timeout: 1_800_000 }, async () => {
    await withRounds(engine, (round) => checkRounds(anyRounds, round, RUNS));
  });
});
