import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { converge, histories, openHosts } from "../../support/convergence.ts";
import { databases } from "../../support/databases.ts";

const LONG = process.env.CARTULARY_TEST_LONG !== undefined;
const RUNS = { SQLite: LONG ? 120 : 8, Postgres: LONG ? 60 : 2 } as const;
const SEED = 20_261_123;

describe.each(databases)("a copy of an estate on $name", ({ name, open }) => {
  it("ends with what the lists answer, whatever is written meanwhile, by two hosts whose clocks differ", {
    timeout: LONG ? 1_800_000 : 600_000,
  }, async () => {
    const hosts = await openHosts(await open());
    onTestFinished(() => hosts.close());
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(histories, (history) => converge(hosts, history, (act) => seen.add(act))),
      { numRuns: RUNS[name], seed: SEED, endOnFailure: true },
    );
    if (name === "SQLite")
      for (const act of ["committed late", "undone late", "lasting", "week", "discard", "revoke", "disband"])
        expect(seen).toContain(act);
  });
});
