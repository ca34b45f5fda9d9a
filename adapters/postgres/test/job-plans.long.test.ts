import { turnOf } from "@cartulary/kernel";
import { JOB_QUEUES } from "@cartulary/ports/kernel";
import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { Client, Pool } from "pg";
import { PgBoss } from "pg-boss";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { createJobLeases } from "../src/job-store.ts";
import { jobsModule } from "../src/jobs-module.ts";
import { createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");
const [queue = ""] = JOB_QUEUES;
const [MANY, FEW] = [100_000, 10];

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

describe.runIf(url !== null)("with a server", () => {
  it("claims a job of the owner whose turn it is through an index, however many jobs another owner has", async () => {
    const databases = createTestDatabases(url ?? "", (own) => [
      jobsModule({ url: own, queues: JOB_QUEUES, supervise: false }),
    ]);
    onTestFinished(() => databases.close());
    const database = await databases.open();
    onTestFinished(() => database.close());
    const client = new Client({ connectionString: database.url });
    await client.connect();
    onTestFinished(() => client.end());
    await database.transact.write(({ jobs }) => jobs.enqueue({ queue, owner: "many" }));
    const columns =
      "name, policy, data, retry_limit, retry_delay, retry_backoff, heartbeat_seconds, expire_seconds, keep_until";
    const waiting = async (owner: string, count: number) =>
      client.query(
        `insert into pgboss.job (${columns}, priority, singleton_key)
         select ${columns}, ${turnOf(owner)}, gen_random_uuid()::text
         from (select * from pgboss.job limit 1) as one, generate_series(1, ${count})`,
      );
    await waiting("many", MANY);
    await waiting("few", FEW);
    await client.query("analyze");

    const boss = new PgBoss({
      db: { executeSql: (text, values) => client.query(text, values) },
      ...{ supervise: false, schedule: false, migrate: false },
    });
    boss.on("error", () => {});
    await boss.start();
    onTestFinished(() => boss.stop({ graceful: false }));
    const statements: CompiledQuery[] = [];
    const pool = new Pool({ connectionString: database.url, max: 1 });
    const db = new Kysely<never>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void statements.push(query),
    });
    onTestFinished(() => db.destroy());
    const leases = createJobLeases({ db } as never, { boss, schema: "pgboss", queues: JOB_QUEUES });

    const served = new Map([[queue, turnOf("many")]]);
    const claimed = await leases.claim(JOB_QUEUES, served);
    expect(claimed).toMatchObject({ queue, turn: turnOf("few") });
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
    expect(ofJobs.reduce((sum, plan) => sum + rowsIn(plan), 0)).toBeLessThan(50);
  });
});

const partsOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)];

/** Rows that a part of a plan went through. */
const rowsIn = (plan: Plan): number =>
  (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
