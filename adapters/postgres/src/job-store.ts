import {
  ATTEMPTS_MAX,
  type Job,
  type JobLeases,
  type Jobs,
  type JsonObject,
  LEASE_SECONDS,
  payloadWithTrace,
  type QueueCounts,
  RETRY_SECONDS_MAX,
  RETRY_SECONDS_MIN,
  type ServedTurns,
  traceOfPayload,
  turnOf,
} from "@cartulary/kernel";
import type { Database, SqlTransaction } from "@cartulary/sql";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { fromKysely, type PgBoss, type SendOptions } from "pg-boss";

/** No tables of our own. */
type Tables = Database<never>;

const DAY_SECONDS = 86_400;

/** The options of every job. */
const OPTIONS = {
  // Runners renew leases with heartbeats. pg-boss also ends jobs after this time, which is its maximum.
  heartbeatSeconds: LEASE_SECONDS,
  expireInSeconds: DAY_SECONDS - 1,
  retryBackoff: true,
  retryDelay: RETRY_SECONDS_MIN,
  retryDelayMax: RETRY_SECONDS_MAX,
  // The maximum time that a due job waits for a host.
  retentionSeconds: 365 * DAY_SECONDS,
  deleteAfterSeconds: 14 * DAY_SECONDS,
} as const satisfies SendOptions;

export interface JobStoreDependencies {
  readonly boss: PgBoss;
  /** The schema of pg-boss. */
  readonly schema: string;
  readonly queues: readonly string[];
  /** Returns the current trace, which jobs continue; without it, jobs have no trace. */
  readonly traceparent?: (() => string | null) | undefined;
}

/** The jobs of a transaction, enqueued by pg-boss's statements. */
export function createJobs(
  { db: transaction }: SqlTransaction<Tables>,
  { boss, queues, traceparent }: Pick<JobStoreDependencies, "boss" | "queues" | "traceparent">,
): Jobs {
  const db = fromKysely(transaction);

  return {
    async enqueue({ queue, owner = null, payload = {}, runAt, dedupeKey, attemptsMax = ATTEMPTS_MAX }) {
      if (!queues.includes(queue)) throw new TypeError(`This database has no queue named ${queue}`);
      const added = await boss.send(queue, payloadWithTrace(payload, traceparent?.()), {
        ...OPTIONS,
        db,
        retryLimit: attemptsMax - 1,
        // The index of priorities then serves as an index of owners. The order of priorities is irrelevant, because
        // each claim names its priority.
        priority: turnOf(owner),
        // The queue's policy allows one waiting job for each key; jobs without a key get a unique one.
        singletonKey: dedupeKey ?? crypto.randomUUID(),
        ...(runAt !== undefined && { startAfter: new Date(runAt) }),
      });
      return added !== null;
    },
  };
}

/** Leases on the jobs of all hosts, by pg-boss's statements. */
export function createJobLeases(
  { db: transaction }: SqlTransaction<Tables>,
  { boss, schema, queues }: JobStoreDependencies,
): JobLeases {
  const db = fromKysely(transaction);

  const claimFrom = async (queue: string, limit: number, turn?: number): Promise<readonly Job[]> => {
    const ofTurn = turn === undefined ? {} : { minPriority: turn, maxPriority: turn };
    const jobs = await boss.fetch<JsonObject>(queue, { db, includeMetadata: true, batchSize: limit, ...ofTurn });
    return jobs.map(({ id, priority, data, retryCount, retryLimit }) => {
      const attempts = { attempt: retryCount + 1, attemptsMax: retryLimit + 1 };
      return { id, queue, turn: priority, ...traceOfPayload(data), ...attempts };
    });
  };

  /** Claims due jobs: those of one turn, then others, because another host may have claimed the first ones. */
  const claimUpTo = async (limit: number, { queue, turn }: Pick<Job, "queue" | "turn">): Promise<readonly Job[]> => {
    const those = await claimFrom(queue, limit, turn);
    if (those.length === limit) return those;
    return [...those, ...(await claimFrom(queue, limit - those.length))];
  };

  return {
    async claim(wanted, served = new Map()) {
      // Mostly there is no job: one read of the queues each second, instead of one update for each queue.
      for (const next of await dueAmong(transaction, { schema, wanted, served })) {
        const [job] = await claimUpTo(1, next);
        if (job) return job;
      }
      return null;
    },
    claimBatch: (of, limit) => claimUpTo(limit, of),
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

/** Returns the queues with a due job, in order, with their next turn. Ignores concurrent claims. */
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

/** pg-boss ends the current attempt, whichever it is; a runner whose lease has expired must not end the next one. */
async function isOwn(transaction: Kysely<Tables>, schema: string, job: Job): Promise<boolean> {
  return (await ownOf(transaction, schema, job.queue, [job])).length === 1;
}

/** Returns the ids of the jobs whose attempts are still current, locked in a fixed order. */
async function ownOf(
  transaction: Kysely<Tables>,
  schema: string,
  queue: string,
  jobs: readonly Job[],
): Promise<string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select job.id from ${sql.id(schema, "job")} as job
    join unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ attempt }) => attempt)}::int[]) as wanted (id, attempt)
      on wanted.id = job.id and job.retry_count = wanted.attempt - 1
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
