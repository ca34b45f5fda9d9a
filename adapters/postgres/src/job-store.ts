import {
  ATTEMPTS_MAX,
  type Job,
  type JobLeases,
  type Jobs,
  type JsonObject,
  LEASE_SECONDS,
  type QueueCounts,
  RETRY_SECONDS_MAX,
  RETRY_SECONDS_MIN,
  type ServedTurns,
  turnOf,
} from "@cartulary/kernel";
import type { Database, SqlTransaction } from "@cartulary/sql";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { fromKysely, type PgBoss, type SendOptions } from "pg-boss";

/** None of ours. */
type Tables = Database<never>;

const DAY_SECONDS = 86_400;

/** What pg-boss is told of every job. */
const OPTIONS = {
  // Runners renew a lease by a sign of life. pg-boss also ends whatever lasts longer than this, its highest limit.
  heartbeatSeconds: LEASE_SECONDS,
  expireInSeconds: DAY_SECONDS - 1,
  retryBackoff: true,
  retryDelay: RETRY_SECONDS_MIN,
  retryDelayMax: RETRY_SECONDS_MAX,
  // How long a job that is due may wait for a host: as good as for ever.
  retentionSeconds: 365 * DAY_SECONDS,
  deleteAfterSeconds: 14 * DAY_SECONDS,
} as const satisfies SendOptions;

/** What the stores of jobs are made of beside a transaction. */
export interface JobStoreDependencies {
  readonly boss: PgBoss;
  /** pg-boss's own. */
  readonly schema: string;
  readonly queues: readonly string[];
}

/** Jobs of a transaction. Every statement is pg-boss's, in the transaction that is under way. */
export function createJobs(
  { db: transaction }: SqlTransaction<Tables>,
  { boss, queues }: Pick<JobStoreDependencies, "boss" | "queues">,
): Jobs {
  const db = fromKysely(transaction);

  return {
    async enqueue({ queue, owner = null, payload = {}, runAt, dedupeKey, attemptsMax = ATTEMPTS_MAX }) {
      if (!queues.includes(queue)) throw new TypeError(`Not a queue of this database: ${queue}`);
      const added = await boss.send(queue, payload, {
        ...OPTIONS,
        db,
        retryLimit: attemptsMax - 1,
        // The index of priorities is then one of owners; that some have higher ones is of no weight, as each is claimed by its own.
        priority: turnOf(owner),
        // The queue's policy keeps one waiting job for each key; those without one are all different.
        singletonKey: dedupeKey ?? crypto.randomUUID(),
        ...(runAt !== undefined && { startAfter: new Date(runAt) }),
      });
      return added !== null;
    },
  };
}

/** Leases on the jobs of all hosts, by pg-boss's own statements too. */
export function createJobLeases(
  { db: transaction }: SqlTransaction<Tables>,
  { boss, schema, queues }: JobStoreDependencies,
): JobLeases {
  const db = fromKysely(transaction);

  const claimFrom = async (queue: string, limit: number, turn?: number): Promise<readonly Job[]> => {
    const ofTurn = turn === undefined ? {} : { minPriority: turn, maxPriority: turn };
    const jobs = await boss.fetch<JsonObject>(queue, { db, includeMetadata: true, batchSize: limit, ...ofTurn });
    return jobs.map(({ id, priority, data, retryCount, retryLimit }) => {
      return { id, queue, turn: priority, payload: data, attempt: retryCount + 1, attemptsMax: retryLimit + 1 };
    });
  };

  /** Some that are due: those of one turn, then others, as those may be another host's by now. */
  const claimUpTo = async (limit: number, { queue, turn }: Pick<Job, "queue" | "turn">): Promise<readonly Job[]> => {
    const those = await claimFrom(queue, limit, turn);
    if (those.length === limit) return those;
    return [...those, ...(await claimFrom(queue, limit - those.length))];
  };

  return {
    async claim(wanted, served = new Map()) {
      // Mostly there is nothing: one look into the queues, every second, and not a change of each.
      for (const next of await dueAmong(transaction, { schema, wanted, served })) {
        const [job] = await claimUpTo(1, next);
        if (job) return job;
      }
      return null;
    },
    claimMore: (of, limit) => claimUpTo(limit, of),
    async renew(job) {
      if (!(await isOwn(transaction, schema, job))) return false;
      await boss.touch(job.queue, job.id, { db });
      return true;
    },
    async complete(...jobs) {
      const [first] = jobs;
      const own = first ? await ownOf(transaction, schema, first.queue, jobs) : [];
      if (first && own.length > 0) await boss.complete(first.queue, own, null, { db });
    },
    async fail(job, reason) {
      if (await isOwn(transaction, schema, job)) await boss.fail(job.queue, job.id, { message: reason }, { db });
    },
    counts: () => countsOf(transaction, schema, queues),
  };
}

/**
 * Those of these queues in which a job is due, in their order, and whose turn it is in each: what pg-boss would fetch, were
 * nobody else about to.
 */
async function dueAmong(
  transaction: Kysely<Tables>,
  {
    schema,
    wanted,
    served,
  }: { readonly schema: string; readonly wanted: readonly string[]; readonly served: ServedTurns },
): Promise<readonly Pick<Job, "queue" | "turn">[]> {
  const last = wanted.map((queue) => served.get(queue) ?? -1);
  const turnAfter = (turn: RawBuilder<number>) => sql<number>`(
    select job.priority from ${sql.id(schema, "job")} as job
    where job.name = wanted.queue and job.state < 'active' and not job.blocked and job.start_after <= ${sql.id(schema, "job_now")}()
      and job.priority > ${turn} order by job.priority limit 1
  )`;
  const { rows } = await sql<Pick<Job, "queue" | "turn">>`
    select queue, turn from (
      select queue, place, coalesce(${turnAfter(sql`wanted.last`)}, ${turnAfter(sql`-1`)}) as turn
      from unnest(${wanted}::text[], ${last}::int[]) with ordinality as wanted (queue, last, place)
    ) as due where turn is not null order by place`.execute(transaction);
  return rows;
}

/** pg-boss ends whatever attempt runs; whoever was away for longer than its lease may not end the next one's. */
async function isOwn(transaction: Kysely<Tables>, schema: string, job: Job): Promise<boolean> {
  return (await ownOf(transaction, schema, job.queue, [job])).length === 1;
}

/** The ids of those whose attempts are under way still, in an order in which everybody locks them. */
async function ownOf(
  transaction: Kysely<Tables>,
  schema: string,
  queue: string,
  jobs: readonly Job[],
): Promise<string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select job.id from ${sql.id(schema, "job")} as job
    join unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ attempt }) => attempt)}::int[]) as asked (id, attempt)
      on asked.id = job.id and job.retry_count = asked.attempt - 1
    where job.name = ${queue} and job.state = 'active'
    order by job.id for update of job`.execute(transaction);
  return rows.map(({ id }) => id);
}

interface Counted {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
}

async function countsOf(
  transaction: Kysely<Tables>,
  schema: string,
  queues: readonly string[],
): Promise<readonly QueueCounts[]> {
  const { rows } = await sql<Counted>`
    select name,
      count(*) filter (where state in ('created', 'retry')) as waiting,
      count(*) filter (where state = 'active') as running,
      count(*) filter (where state = 'failed') as failed
    from ${sql.id(schema, "job")} where state not in ('completed', 'cancelled') group by name`.execute(transaction);
  return queues.map((queue) => {
    const { waiting, running, failed } = rows.find(({ name }) => name === queue) ?? {
      waiting: 0,
      running: 0,
      failed: 0,
    };
    return { queue, waiting, running, failed };
  });
}
