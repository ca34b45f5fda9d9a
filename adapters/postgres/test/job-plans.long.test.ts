import { JOB_STATUSES, turnOf } from "@cartulary/kernel";
import { JOB_QUEUES } from "@cartulary/ports/kernel";
import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { Client, Pool } from "pg";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createJobRecords } from "../src/job-records.ts";
import { createJobLeases } from "../src/job-store.ts";
import { jobsModule } from "../src/jobs-module.ts";
import { createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");
const [queue = ""] = JOB_QUEUES;
const [MANY, FEW, LISTED] = [100_000, 10, 50];

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

describe.runIf(url !== null)("with a server", () => {
  const databases = createTestDatabases(url ?? "", (own) => [
    jobsModule({ url: own, queues: JOB_QUEUES, supervise: false }),
  ]);
  const statements: CompiledQuery[] = [];
  let client: Client;
  let dependencies: Parameters<typeof createJobLeases>[1];
  let transaction: Parameters<typeof createJobLeases>[0];
  const ends: (() => Promise<unknown>)[] = [() => databases.close()];

  beforeAll(async () => {
    const database = await databases.open();
    ends.unshift(() => database.close());
    client = new Client({ connectionString: database.url });
    await client.connect();
    ends.unshift(() => client.end());
    await database.transact.write(({ jobs }) => jobs.enqueue({ queue, owner: "many" }));
    const columns =
      "name, policy, data, retry_limit, retry_delay, retry_backoff, heartbeat_seconds, expire_seconds, keep_until";
    const put = (owner: string, count: number, state: string) =>
      client.query(
        `insert into pgboss.job (${columns}, priority, singleton_key, state, started_on, completed_on)
         select ${columns}, ${turnOf(owner)}, gen_random_uuid()::text, '${state}'::pgboss.job_state, now(), now()
         from (select * from pgboss.job limit 1) as one, generate_series(1, ${count})`,
      );
    await put("many", MANY, "created");
    await put("few", FEW, "created");
    await put("many", MANY, "completed");
    await put("many", MANY, "failed");
    await put("few", FEW, "active");
    await client.query("vacuum analyze");

    const boss = new PgBoss({
      db: { executeSql: (text, values) => client.query(text, values) },
      ...{ supervise: false, schedule: false, migrate: false },
    });
    boss.on("error", () => {});
    await boss.start();
    ends.unshift(() => boss.stop({ graceful: false }));
    const pool = new Pool({ connectionString: database.url, max: 1 });
    const db = new Kysely<never>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void statements.push(query),
    });
    ends.unshift(() => db.destroy());
    transaction = { db } as never;
    dependencies = { boss, schema: "pgboss", queues: JOB_QUEUES };
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  /** Expects the statements of `work` to read few jobs, all through indexes. */
  async function expectFewReads(work: () => Promise<void>, rowsMax: number): Promise<void> {
    statements.length = 0;
    await work();
    const plans: Plan[] = [];
    for (const { sql, parameters } of statements) {
      const { rows } = await client.query(`explain (analyze, timing off, format json) ${sql}`, [...parameters]);
      plans.push(...partsOf(rows[0]["QUERY PLAN"][0].Plan));
    }
    const ofJobs = plans.filter((plan) => plan["Relation Name"]?.startsWith("job") && /Scan$/.test(plan["Node Type"]));
    expect(ofJobs.length).toBeGreaterThan(0);
    expect(ofJobs.filter((plan) => !/^(?:Index|Bitmap)/.test(plan["Node Type"]) && plan["Actual Loops"] > 0)).toEqual(
      [],
    );
    expect(ofJobs.reduce((sum, plan) => sum + rowsIn(plan), 0)).toBeLessThan(rowsMax);
  }

  it.each(JOB_STATUSES)("lists %s jobs through an index, however many jobs there are", async (status) => {
    const records = createJobRecords(transaction, dependencies);
    await expectFewReads(
      async () => {
        const jobs = await records.list(status, LISTED);
        expect(jobs).toHaveLength(Math.min(LISTED, status === "running" ? FEW : MANY));
      },
      2 * LISTED * JOB_QUEUES.length,
    );
  });

  it("claims a job of the owner whose turn it is through an index, however many jobs another owner has", async () => {
    const leases = createJobLeases(transaction, dependencies);
    const served = new Map([[queue, turnOf("many")]]);
    await expectFewReads(async () => {
      const claimed = await leases.claim(JOB_QUEUES, served);
      expect(claimed).toMatchObject({ queue, turn: turnOf("few") });
    }, 50);
  });
});

const partsOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)];

/** Rows that a part of a plan went through. */
const rowsIn = (plan: Plan): number =>
  (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
