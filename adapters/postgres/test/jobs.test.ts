import { instantOf } from "@cartulary/kernel";
import { JOB_QUEUES, jobQueueContract } from "@cartulary/ports/kernel";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { openPostgres } from "../src/index.ts";
import { type JobsModule, jobsModule } from "../src/jobs-module.ts";
import { createTestDatabases, type TestPostgresDatabase } from "../src/testkit.ts";

const url = inject("postgresUrl");

/** All that pg-boss compares with its clock. Moving it back is, to pg-boss, the same as waiting. */
const PASS = `
  update pgboss.job set
    start_after = start_after - $1 * interval '1s',
    started_on = started_on - $1 * interval '1s',
    heartbeat_on = heartbeat_on - $1 * interval '1s',
    created_on = created_on - $1 * interval '1s',
    completed_on = completed_on - $1 * interval '1s',
    keep_until = keep_until - $1 * interval '1s'`;
const SUPERVISE_AGAIN = "update pgboss.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null";

describe.runIf(url !== null)("with a server", () => {
  const databases = createTestDatabases(url ?? "", (own) => [jobsAt(own)]);
  let one: TestPostgresDatabase<readonly [JobsModule]>;
  let two: Awaited<ReturnType<typeof another>>;
  let client: Client;

  const another = () => {
    const supervisor = jobsAt(one.url);
    return openPostgres({ url: one.url, modules: [supervisor] }).then((opened) => ({ ...opened, supervisor }));
  };

  beforeAll(async () => {
    one = await databases.open();
    two = await another();
    client = new Client({ connectionString: one.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await two.close();
    await one.close();
    await databases.close();
  });

  const inSchema = async (schema: string) => {
    const opened = await openPostgres({ url: one.url, schema, modules: [jobsAt(one.url, schema)] });
    onTestFinished(() => opened.close());
    return opened.transact;
  };
  const [queue = ""] = JOB_QUEUES;

  it("installs pg-boss once for several hosts that start at the same time", async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => inSchema("fresh")));
    expect(await first?.write(({ jobs }) => jobs.enqueue({ queue, dedupeKey: "a" }))).toBe(true);
    for (const other of others) {
      expect(await other.write(({ jobs }) => jobs.enqueue({ queue, dedupeKey: "a" }))).toBe(false);
    }
  });

  it("separates the jobs of two schemas", async () => {
    const [left, right] = [await inSchema("left"), await inSchema("right")] as const;
    await left.write(({ jobs }) => jobs.enqueue({ queue }));
    expect(await right.write(({ leases }) => leases.claim(JOB_QUEUES))).toBeNull();
    expect(await left.write(({ leases }) => leases.claim(JOB_QUEUES))).toMatchObject({ queue, attempt: 1 });
  });

  jobQueueContract("Postgres", {
    async openDatabase() {
      await client.query("delete from pgboss.job");
      return {
        hosts: [one.transact, two.transact],
        clock: { now: () => instantOf(Date.now()) },
        slackSeconds: 25,
        async pass(seconds) {
          await client.query(PASS, [seconds]);
          await client.query(SUPERVISE_AGAIN);
          await two.supervisor.supervise();
        },
      };
    },
  });
});

function jobsAt(own: string, schema?: string): JobsModule {
  return jobsModule({ url: own, queues: JOB_QUEUES, supervise: false, ...(schema !== undefined && { schema }) });
}
