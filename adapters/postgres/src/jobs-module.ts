import type { JobStores, LeaseStores } from "@cartulary/kernel";
import { type SqlModule, sqlModule } from "@cartulary/sql";
import { TypeOverrides } from "pg";
import { type ConstructorOptions, PgBoss } from "pg-boss";
import { createJobLeases, createJobs } from "./job-store.ts";
import { UPKEEP } from "./limits.ts";
import { MIGRATION_LOCK, type MigratingOptions, MigrationError } from "./migrating.ts";
import { type Connections, createPool } from "./pool.ts";
import { tenantRoleIn } from "./tenant-role.ts";

/** Where jobs are kept. */
export interface JobsOptions extends MigratingOptions {
  /** As for `openPostgres`, and the same; so are all options of migrating. */
  readonly url: string;
  readonly schema?: string;
  /** Made when they are missing. */
  readonly queues: readonly string[];
  /** Whether to give the jobs of lost runners to others, and to remove what is old: the default, but for tests. */
  readonly supervise?: boolean;
  /** Is told what goes wrong while nobody waits for it. */
  readonly onError?: (error: Error) => void;
}

/** Jobs on pg-boss. */
export interface JobsModule extends SqlModule<JobStores & LeaseStores, object> {
  /** What is otherwise done twice a minute, now. */
  supervise(): Promise<void>;
}

/** How often the jobs of lost runners are looked for. */
const SUPERVISE_SECONDS = 30;
/** A queue that another host looked through so lately is left out. */
const SUPERVISED_SECONDS = 15;
/** Beside the connections that transactions have: for supervision, and for nothing else. */
const CONNECTIONS = 2;

/**
 * Jobs on pg-boss: enqueued, claimed and ended by its statements in our transactions, and supervised by it on connections
 * of its own. It makes and migrates its own schema, `pgboss`, under a lock of its own: several hosts may do so at once.
 * The tenants' role may use that schema, so that their transactions enqueue too.
 */
export function jobsModule({
  url,
  schema,
  queues,
  supervise = true,
  onError = () => {},
  ...migrating
}: JobsOptions): JobsModule {
  const own = schema === undefined ? "pgboss" : `${schema}_pgboss`;
  const role = tenantRoleIn(migrating);
  const { migrationUrl } = migrating;
  const bossAt = (at: string, options: Pick<ConstructorOptions, "supervise" | "migrate">): Boss => {
    const pool = createPool({ url: at, pool: CONNECTIONS, limits: UPKEEP, types: new TypeOverrides() });
    const boss = new PgBoss({
      db: { executeSql: (text, values) => query(pool, text, values) },
      schema: own,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISED_SECONDS,
      // What recurs enqueues itself.
      schedule: false,
      ...options,
    });
    // Unheard, the event would end the process.
    boss.on("error", onError);
    return { boss, end: () => ended(boss, pool) };
  };
  const { boss, end } = bossAt(url, { supervise, migrate: migrationUrl === undefined });
  const dependencies = { boss, schema: own, queues };

  async function equip(owner: PgBoss): Promise<void> {
    await owner.start();
    const present = new Set((await owner.getQueues()).map(({ name }) => name));
    for (const queue of queues) {
      // At most one job of a key waits for its first attempt.
      if (!present.has(queue)) await owner.createQueue(queue, { policy: "short" });
    }
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
      },
      // Its workers are not used: runners are ours, and have ended by now.
      life: { open, close: end },
    }),
    supervise: () => boss.supervise(),
  };
}

/** pg-boss, and the end of it and of its connections. */
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
    // What pg-boss asks may begin a transaction in one message, whose end is not reached after a failure.
    session.release(failed);
  }
}

/** pg-boss waits for what it is doing, for as long as the connections are there. */
async function ended(boss: PgBoss, pool: Connections): Promise<void> {
  const stopped = boss.stop({ graceful: false });
  await pool.end();
  await stopped;
}

/** One statement, so that hosts that start together give the same rights one after another. */
const grants = (schema: string, role: string) => `
  do $$ begin
    if to_regrole('${role}') is null then return; end if;
    perform pg_advisory_xact_lock(${MIGRATION_LOCK});
    grant usage on schema "${schema}" to ${role};
    grant select, insert, update, delete on all tables in schema "${schema}" to ${role};
  end $$`;
