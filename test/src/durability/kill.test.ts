import { describe, expect, it } from "vitest";
import { usualGrounds } from "../../support/host-fixtures.ts";
import { killRounds } from "./kill-rounds.ts";
import { unusedFiles } from "./unused-files.ts";

const SEED = 20_261_121;

// A database of our own process is the more likely to be hurt with it. A long run has hundreds of rounds on each.
describe.each(usualGrounds)("On $name", ({ prepare }) => {
  const rounds = 1;

  it(`a host that is killed under load ${rounds} times loses nothing acknowledged and shows nothing half`, async () => {
    await using ground = await prepare();
    await killRounds({ ground, rounds, seed: SEED });
    if (ground.environment.CARTULARY_DATA) expect(await unusedFiles(ground.environment)).toEqual([]);
  }, 600_000);
});
