import { setTimeout as wait } from "node:timers/promises";
import { blobKey, type Instant, instantOf } from "@cartulary/kernel";
import { blobsModule } from "@cartulary/sql/blobs";
import { Client } from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { openPostgres } from "../src/index.ts";
import { startReplicatedPostgres } from "../src/testkit.ts";

const NOW: Instant = instantOf(Date.UTC(2026, 10, 21));
const PATIENCE_MS = 60_000;
/** The most rows that the test writes: one for each try to see the replica behind. */
const KEYS_MAX = 1_000;

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not in time: ${what}`);
    await wait(50);
  }
}

describe.runIf(inject("postgresUrl") !== null)("A database with a replica", () => {
  it("sends reads of old data to the replica while it follows, and everything else to the database", async () => {
    const { primary, replica } = await startReplicatedPostgres();
    onTestFinished(async () => {
      await Promise.all([replica.stop(), primary.stop()]);
    });
    const problems: string[] = [];
    const database = await openPostgres({
      url: primary.url,
      modules: [blobsModule],
      replica: { url: replica.url, onProblem: (problem) => problems.push(problem) },
    });
    onTestFinished(() => database.close());
    const { transact, readingRecent } = database;
    const copy = new Client({ connectionString: replica.url });
    await copy.connect();
    onTestFinished(() => copy.end());

    const keys = Array.from({ length: KEYS_MAX }, (_, index) => blobKey("key", `${index}`));
    /** The number of keys that are stored, where the read goes to. */
    const stored = async () => {
      const missing = await transact.read(({ blobs }) => blobs.findUnrecorded(keys));
      return keys.length - missing.length;
    };
    let count = 0;
    const store = async () => {
      await transact.write(({ blobs }) => blobs.stage(keys[count] as never, NOW));
      count += 1;
    };
    await store();
    await until("the replica has the row", async () => (await readingRecent(stored)) === 1);

    // Rows that the replica has not replayed yet show which reads it answers.
    await until("the replica is used", async () => {
      await copy.query("select pg_wal_replay_pause()");
      await store();
      const [recent, current] = [await readingRecent(stored), await stored()];
      if (recent === count - 1 && current === count) return true;
      await copy.query("select pg_wal_replay_resume()");
      return false;
    });
    // Inside a transaction of writes, reads use the database.
    expect(
      await readingRecent(() => transact.write(async ({ blobs }) => (await blobs.findUnrecorded(keys)).length)),
    ).toBe(KEYS_MAX - count);

    // Five seconds later it is too old.
    await until("the database is used again", async () => (await readingRecent(stored)) === count);
    await until("the warning is logged", async () =>
      problems.some((problem) => problem.includes("more than five seconds")),
    );
    await copy.query("select pg_wal_replay_resume()");
    await store();
    await until("the replica has it all", async () => (await readingRecent(stored)) === count);

    await copy.end();
    await replica.stop();
    for (let reads = 0; reads < 20; reads += 1) expect(await readingRecent(stored)).toBe(count);
  });
});
