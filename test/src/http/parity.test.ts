import fc from "fast-check";
import { expect, it } from "vitest";
import { databases } from "../../support/databases.ts";
import { runs } from "../../support/runs.ts";
import { expectSame } from "./parity.ts";
import { sequences } from "./parity-steps.ts";

it("every engine answers the same requests alike [R-38]", { timeout: 600_000 }, async () => {
  expect(databases[0]?.name).toBe("SQLite");
  await fc.assert(
    fc.asyncProperty(sequences(), (sequence) => expectSame(databases, sequence)),
    {
      numRuns: runs({ sparing: 2, usual: 5 }),
      endOnFailure: false,
      interruptAfterTimeLimit: 240_000,
      markInterruptAsFailure: true,
    },
  );
});
