import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { converge, histories, openHosts } from "../../support/convergence.ts";
import { databases } from "../../support/databases.ts";

const LONG = process.env.CARTULARY_TEST_LONG !== undefined;
const RUNS = { SQLite: LONG ? 120 : 5, Postgres: LONG ? 60 : 1 } as const;
/** The events that must occur among all histories of one engine. */
const ACTS = [
  ...["committed late", "undone late", "lasting", "imported", "week", "discard", "revoke", "disband", "revised"],
  ...["leases", "lease_terms", "lease_parties", "mandates"].map((each) => `made ${each}`),
  ...["leases", "lease_terms", "lease_parties"].map((each) => `removed ${each}`),
];
const SEED = 20_261_123;

describe.each(databases)("a copy of an estate on $name", ({ name, open }) => {
  it("ends with the state of the lists, under concurrent writes by two hosts whose clocks differ [R-36]", {
    timeout: LONG ? 1_800_000 : 600_000,
  }, async () => {
    const hosts = await openHosts(await open());
    onTestFinished(() => hosts.close());
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(histories, (history) => converge(hosts, history, (act) => seen.add(act))),
      { numRuns: RUNS[name], seed: SEED, endOnFailure: true },
    );
    if (name === "SQLite") expect(ACTS.filter((act) => !seen.has(act))).toEqual([]);
  });
});
