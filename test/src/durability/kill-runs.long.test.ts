import { describe, it } from "vitest";
import { hostGrounds } from "../../support/host-fixtures.ts";
import { killRuns } from "./kill-runs.ts";

describe.each(hostGrounds)("On $name", ({ prepare }) => {
  it("a host that is killed while it computes, applies or cancels a run has done it soon after it starts again", async () => {
    await using ground = await prepare();
    await killRuns(ground);
  });
});
