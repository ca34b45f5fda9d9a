import fc from "fast-check";
import { it } from "vitest";
import { databases } from "../../support/databases.ts";
import { expectSame } from "./parity.ts";
import { sequences } from "./parity-steps.ts";

it("every engine answers many more requests alike", { timeout: 1_800_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(sequences(), (sequence) => expectSame(databases, sequence)),
    { numRuns: 200 },
  );
});
