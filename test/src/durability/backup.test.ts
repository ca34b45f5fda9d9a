import { describe, it } from "vitest";
import { backupGrounds } from "../../support/dumped-postgres.ts";
import { runs } from "../../support/runs.ts";
import { backupRounds } from "./backup-rounds.ts";

const SEED = 20_261_128;

// A long run has thirty rounds on each.
const grounds = backupGrounds.slice(0, runs({ sparing: 1, usual: backupGrounds.length }));

describe.each(grounds)("On $name", (kind) => {
  const rounds = 1;

  it(`a host that is backed up under load ${rounds} times is restored whole, with all that was acknowledged`, async () => {
    await backupRounds({ kind, rounds, seed: SEED });
  }, 600_000);
});
