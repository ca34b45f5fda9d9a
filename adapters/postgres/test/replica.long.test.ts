import { setTimeout as wait } from "node:timers/promises";
import { blobKey, type Instant, instantOf } from "@cartulary/kernel";
import { blobsModule } from "@cartulary/sql/blobs";
import { Client } from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { openPostgres } from "../src/index.ts";
import { startReplicatedPostgres } from "../src/testkit.ts";

const NOW: Instant = instantOf(Date.UTC(2026, 10, 21));
const PATIENCE_MS = 60_000;

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

    const keys = [1, 2, 3].map((count) => blobKey("key", `${count}`));
    /** The number of keys that are stored, where the read goes to. */
    const stored = async () => {
      const missing = await transact.read(({ blobs }) => blobs.findUnrecorded(keys));
      return keys.length - missing.length;
    };
    const store = (index: number) => transact.write(({ blobs }) => blobs.stage(keys[index] as never, NOW));
    await store(0);
    await until("the replica has the row", async () => (await readingRecent(stored)) === 1);

    // Rows that the replica has not replayed yet show which reads it answers.
    await until("the replica is used", async () => {
      await copy.query("select pg_wal_replay_pause()");
      await store(1);
      const [recent, current] = [await readingRecent(stored), await stored()];
      if (recent === 1 && current === 2) return true;
      await copy.query("select pg_wal_replay_resume()");
      return false;
    });
    // Inside a transaction of writes, reads use the database.
    expect(
      await readingRecent(() => transact.write(async ({ blobs }) => (await blobs.findUnrecorded(keys)).length)),
    ).toBe(1);

    // Five seconds later it is too old.
    await until("the database is used again", async () => (await readingRecent(stored)) === 2);
    await until("the warning is logged", async () =>
      problems.some((problem) => problem.includes("more than five seconds")),
    );
    await copy.query("select pg_wal_replay_resume()");
    await store(2);
    await until("the replica has it all", async () => (await readingRecent(stored)) === 3);

    await copy.end();
    await replica.stop();
    for (let count = 0; count < 20; count += 1) expect(await readingRecent(stored)).toBe(3);
  });
});
