import { REASONS } from "@cartulary/public-access";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { databases } from "../../support/databases.ts";
import { newWorld } from "../../support/document-fixture.ts";
import { agree } from "../../support/public-access-agreement.ts";
import { publicAccessHouse } from "../../support/public-access-fixture.ts";
import { programs } from "../../support/public-access-programs.ts";
import { runs } from "../../support/runs.ts";

const LONG = process.env.CARTULARY_TEST_LONG !== undefined;
const RUNS = runs({ sparing: 5, usual: 24, long: 300 });
const SEED = 20_261_121;

describe.each(databases)("public access on $name", ({ open }) => {
  it("equals a set of grants edited by hand, after every command [I-1, I-2, I-3, I-22]", {
    timeout: LONG ? 1_200_000 : 600_000,
  }, async () => {
    const database = await open();
    onTestFinished(() => database.close());
    const world = newWorld("public access");
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(programs(40), (program) =>
        agree(publicAccessHouse(database.transact, world), program, (kind) => seen.add(kind)),
      ),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    expect([...seen].sort()).toEqual([...REASONS, "public"].sort());
  });
});
