import { describe, expect, it } from "vitest";
import { hostGrounds } from "../../support/host-fixtures.ts";
import { killRounds } from "./kill-rounds.ts";
import { unusedFiles } from "./unused-files.ts";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const ROUNDS = 30;

describe.each(hostGrounds)("On $name", ({ prepare }) => {
  it.each(SEEDS)(
    "a host that is killed again and again loses nothing acknowledged (seed %i)",
    async (seed) => {
      await using ground = await prepare();
      await killRounds({ ground, rounds: ROUNDS, seed });
      if (ground.environment.CARTULARY_DATA) expect(await unusedFiles(ground.environment)).toEqual([]);
    },
    600_000,
  );
});
