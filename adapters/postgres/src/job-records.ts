import { type Id, instantOf, type JobRecords, type JobStatus, type StoredJob } from "@cartulary/kernel";
import type { Database, SqlTransaction } from "@cartulary/sql";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { fromKysely } from "pg-boss";
import type { JobStoreDependencies } from "./job-store.ts";

/** No tables of our own. */
type Tables = Database<never>;

interface Row {
  readonly id: Id<"Job">;
  readonly queue: string;
  readonly status: JobStatus;
  readonly attempts: number;
  readonly attempts_max: number;
  readonly due_ms: number;
  readonly failed_ms: number | null;
  readonly reason: string | null;
}

/**
 * Returns the statement that indexes running and failed jobs in pg-boss's table, which has no index of them. Waiting jobs
 * are not in it, so that enqueuing costs nothing more. Under a lock, because hosts may start together. Only the table's
 * owner can create an index, and only where one is missing: a role that merely serves may start afterwards.
 */
export const jobRecordIndexes = (schema: string, lock: number): string => `
  do $$ begin
    if (select count(*) from pg_indexes where schemaname = '${schema}'
      and indexname in ('cartulary_job_active_index', 'cartulary_job_failed_index')) = 2 then return; end if;
    perform pg_advisory_xact_lock(${lock});
    create index if not exists cartulary_job_active_index on "${schema}".job (started_on) where state = 'active';
    create index if not exists cartulary_job_failed_index on "${schema}".job (completed_on) where state = 'failed';
  end $$`;

/** The jobs of all hosts, for administrators, in pg-boss's table. */
export function createJobRecords(
  { db: transaction }: SqlTransaction<Tables>,
  { boss, schema, queues }: JobStoreDependencies,
): JobRecords {
  /** Waiting jobs come from the index by which runners claim them, a few of each queue; it is not ordered by due time. */
  const waiting = (limit: number) => sql`
    select job.* from unnest(${queues}::text[]) as wanted (queue), lateral (
      select * from ${sql.id(schema, "job")} as job
      where job.name = wanted.queue and job.state < 'active' and not job.blocked
      order by job.priority desc, job.created_on limit ${limit}
    ) as job order by job.start_after limit ${limit}`;
  const running = (limit: number) => sql`
    select * from ${sql.id(schema, "job")} where state = 'active' order by started_on limit ${limit}`;
  const failed = (limit: number) => sql`
    select * from ${sql.id(schema, "job")} where state = 'failed' order by completed_on desc limit ${limit}`;
  const lists = { waiting, running, failed } as const;

  /** The primary key begins with the queue. */
  const byId = (id: Id<"Job">) => sql`
    select * from ${sql.id(schema, "job")}
    where name = any(${queues}::text[]) and id = ${id}::uuid and state not in ('completed', 'cancelled')`;

  const find = async (id: Id<"Job">) => (await storedJobs(transaction, byId(id)))[0] ?? null;

  return {
    list: (status, limit) => storedJobs(transaction, lists[status](limit)),
    find,
    async retry(id) {
      const { rows } = await sql<Pick<Row, "queue">>`
        select name as queue from ${sql.id(schema, "job")}
        where name = any(${queues}::text[]) and id = ${id}::uuid and state = 'failed' for update`.execute(transaction);
      for (const { queue } of rows) await boss.retry(queue, id, { db: fromKysely(transaction) });
      return rows.length === 1;
    },
  };
}

async function storedJobs(transaction: Kysely<Tables>, jobs: RawBuilder<unknown>): Promise<readonly StoredJob[]> {
  const { rows } = await sql<Row>`
    select job.id, job.name as queue,
      case when job.state < 'active' then 'waiting' when job.state = 'active' then 'running' else 'failed' end as status,
      case when job.started_on is null then 0 else job.retry_count + 1 end as attempts,
      job.retry_limit + 1 as attempts_max,
      floor(extract(epoch from job.start_after) * 1000)::float8 as due_ms,
      floor(extract(epoch from job.completed_on) * 1000)::float8 as failed_ms,
      coalesce(job.output ->> 'message', job.output -> 'value' ->> 'message') as reason
    from (${jobs}) as job`.execute(transaction);
  return rows.map(({ id, queue, status, attempts, attempts_max: attemptsMax, reason, ...row }) => ({
    ...{ id, queue, status, attempts, attemptsMax, reason },
    dueAt: status === "waiting" ? instantOf(Number(row.due_ms)) : null,
    failedAt: status === "failed" && row.failed_ms !== null ? instantOf(Number(row.failed_ms)) : null,
  }));
}
