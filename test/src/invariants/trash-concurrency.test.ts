import { describe, it } from "vitest";
import { databases } from "../../support/databases.ts";
import { runs } from "../../support/runs.ts";
import { anyRounds, checkRounds, ENDING_PAIRS, withRounds } from "./trash-rounds.ts";

const RUNS = runs({ sparing: 4, usual: 20 });

describe.each(databases)("the trash on $name", (engine) => {
  it("has the state after some order of a restoration of a folder and another one or a purge at once", async () => {
    await withRounds(engine, async (round) => {
      for (const pair of ENDING_PAIRS) await round(pair);
    });
  });

  it("has the state after some order of concurrent deletions, restorations, purges, moves and publications", async () => {
    await withRounds(engine, (round) => checkRounds(anyRounds, round, RUNS));
  });
});
