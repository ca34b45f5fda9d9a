import type { JobStores, LeaseStores } from "@cartulary/kernel";
import { type SqlModule, sqlModule } from "@cartulary/sql";
import { PgBoss } from "pg-boss";
import { createJobStores } from "./job-store.ts";

/** Where jobs are kept. */
export interface JobsOptions {
  /** As for `openPostgres`, and the same. */
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
 */
export function jobsModule({ url, schema, queues, supervise = true, onError = () => {} }: JobsOptions): JobsModule {
  const own = schema === undefined ? "pgboss" : `${schema}_pgboss`;
  const boss = new PgBoss({
    connectionString: url,
    max: CONNECTIONS,
    schema: own,
    supervise,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISED_SECONDS,
    // What recurs enqueues itself.
    schedule: false,
  });
  // Unheard, the event would end the process.
  boss.on("error", onError);

  async function open(): Promise<void> {
    await boss.start();
    const present = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const queue of queues) {
      // At most one job of a key waits for its first attempt.
      if (!present.has(queue)) await boss.createQueue(queue, { policy: "short" });
    }
  }

  return {
    ...sqlModule({
      name: "jobs",
      entities: [],
      migrations: [],
      stores: (transaction): JobStores & LeaseStores => createJobStores(transaction, { boss, schema: own, queues }),
      // Its workers are not used: runners are ours, and have ended by now.
      life: { open, close: () => boss.stop({ graceful: false }) },
    }),
    supervise: () => boss.supervise(),
  };
}
