import type { JobRecordStores, JobStores, LeaseStores } from "@cartulary/kernel";
import { type SqlModule, sqlModule } from "@cartulary/sql";
import { TypeOverrides } from "pg";
import { type ConstructorOptions, PgBoss } from "pg-boss";
import { createJobRecords, jobRecordIndexes } from "./job-records.ts";
import { createJobLeases, createJobs } from "./job-store.ts";
import { MIGRATION_LOCK, MigrationError, type MigrationOptions } from "./migrate-schema.ts";
import { type Connections, createPool } from "./pool.ts";
import { tenantRoleIn } from "./tenant-role.ts";
import { MAINTENANCE_TIMEOUTS } from "./timeouts.ts";

export interface JobsOptions extends MigrationOptions {
  /** Must equal the options of `openPostgres`, also those of migrations. */
  readonly url: string;
  readonly schema?: string;
  /** Created if missing. */
  readonly queues: readonly string[];
  /** Returns the jobs of lost runners to their queues and deletes old jobs. Default true; false in tests. */
  readonly supervise?: boolean;
  /** Returns the current trace, which jobs continue; without it, jobs have no trace. */
  readonly traceparent?: (() => string | null) | undefined;
  /** Receives errors of background work. */
  readonly onError?: (error: Error) => void;
}

export interface JobsModule extends SqlModule<JobStores & LeaseStores & JobRecordStores, object> {
  /** Runs the supervision now, which otherwise runs twice a minute. */
  supervise(): Promise<void>;
}

/** The interval of the search for lost runners. */
const SUPERVISE_SECONDS = 30;
/** Queues that another host has checked within this time are skipped. */
const SUPERVISED_SECONDS = 15;
/** Connections for supervision, in addition to those of transactions. */
const CONNECTIONS = 2;

/**
 * Jobs on pg-boss: its statements enqueue, claim and end them in our transactions, and it supervises them on its own
 * connections. It creates and migrates its own schema, `pgboss`, under its own lock, so that several hosts may do so at
 * once. The tenants' role may use that schema, so that their transactions can enqueue jobs.
 */
export function jobsModule({
  url,
  schema,
  queues,
  supervise = true,
  onError = () => {},
  traceparent,
  ...migrating
}: JobsOptions): JobsModule {
  const own = schema === undefined ? "pgboss" : `${schema}_pgboss`;
  const role = tenantRoleIn(migrating);
  const { migrationUrl } = migrating;
  const bossAt = (at: string, options: Pick<ConstructorOptions, "supervise" | "migrate">): Boss => {
    const pool = createPool({ url: at, pool: CONNECTIONS, limits: MAINTENANCE_TIMEOUTS, types: new TypeOverrides() });
    const boss = new PgBoss({
      db: { executeSql: (text, values) => query(pool, text, values) },
      schema: own,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISED_SECONDS,
      // Recurring jobs enqueue their successors themselves.
      schedule: false,
      ...options,
    });
    // An unhandled `error` event would end the process.
    boss.on("error", onError);
    return { boss, end: () => ended(boss, pool) };
  };
  const { boss, end } = bossAt(url, { supervise, migrate: migrationUrl === undefined });
  const dependencies = { boss, schema: own, queues, traceparent };

  async function equip(owner: PgBoss): Promise<void> {
    await owner.start();
    const present = new Set((await owner.getQueues()).map(({ name }) => name));
    for (const queue of queues) {
      // At most one job with the same key waits for its first attempt.
      if (!present.has(queue)) await owner.createQueue(queue, { policy: "short" });
    }
    await owner.getDb().executeSql(jobRecordIndexes(own, MIGRATION_LOCK));
    await owner.getDb().executeSql(grants(own, role));
  }

  async function open(): Promise<void> {
    if (migrationUrl === undefined) return equip(boss);
    const owner = bossAt(migrationUrl, { supervise: false, migrate: true });
    try {
      await equip(owner.boss);
    } catch (error) {
      throw new MigrationError(error);
    } finally {
      await owner.end();
    }
    await boss.start();
  }

  return {
    ...sqlModule({
      name: "jobs",
      entities: [],
      migrations: [],
      stores: {
        jobs: (transaction) => createJobs(transaction, dependencies),
        leases: (transaction) => createJobLeases(transaction, dependencies),
        jobRecords: (transaction) => createJobRecords(transaction, dependencies),
      },
      // Its workers are not used: the runners are ours and have ended by now.
      life: { open, close: end },
    }),
    supervise: () => boss.supervise(),
  };
}

/** pg-boss, and a function that ends it and its connections. */
interface Boss {
  readonly boss: PgBoss;
  end(): Promise<void>;
}

async function query(pool: Connections, text: string, values?: unknown[]): Promise<{ rows: object[] }> {
  const session = await pool.connect();
  let failed = true;
  try {
    const reply = await session.query<object>(text, values);
    failed = false;
    return reply;
  } finally {
    // A message of pg-boss may begin a transaction that remains open after a failure.
    session.release(failed);
  }
}

/** Stops pg-boss, which waits for its current work as long as the connections exist. */
async function ended(boss: PgBoss, pool: Connections): Promise<void> {
  const stopped = boss.stop({ graceful: false });
  await pool.end();
  await stopped;
}

/** One statement under a lock, so that hosts that start together grant privileges one after another. */
const grants = (schema: string, role: string) => `
  do $$ begin
    if to_regrole('${role}') is null then return; end if;
    perform pg_advisory_xact_lock(${MIGRATION_LOCK});
    grant usage on schema "${schema}" to ${role};
    grant select, insert, update, delete on all tables in schema "${schema}" to ${role};
  end $$`;
