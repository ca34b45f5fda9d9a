import { describe, it } from "vitest";
import { backupGrounds } from "../../support/dumped-postgres.ts";
import { backupRounds } from "./backup-rounds.ts";

const ROUNDS = 30;
const SEED = 441_128;

describe.each(backupGrounds)("On $name", (kind) => {
  it(`${ROUNDS} of ${ROUNDS} backups under load are restored whole`, { timeout: 3_600_000 }, async () => {
    await backupRounds({ kind, rounds: ROUNDS, seed: SEED });
  });
});
