import { appendAll, type JobRecords, type JobStatus, type StoredJob } from "@cartulary/kernel";
import { booleanFrom, type Database, instantFrom, type SqlTransaction } from "@cartulary/sql";
import { sql } from "kysely";
import type { jobRows } from "./job-rows.ts";
import type { JobStoreDependencies } from "./job-store.ts";

type Tables = Database<typeof jobRows>;

const COLUMNS = ["id", "queue", "attempts", "attempts_max", "leased", "due_at", "reason", "failed_at"] as const;

type Row = Pick<Tables["jobs"], (typeof COLUMNS)[number]>;

/** The jobs of all hosts, for administrators. Every list reads the first rows of indexes that runners need as well. */
export function createJobRecords(
  { db, dialect }: SqlTransaction<Tables>,
  { clock, queues }: Pick<JobStoreDependencies, "clock" | "queues">,
): JobRecords {
  const rows = () => db.selectFrom("jobs").select(COLUMNS);

  /** One index range for each queue: there is no index of all due times. */
  async function waiting(limit: number): Promise<readonly StoredJob[]> {
    const found: Row[] = [];
    for (const queue of queues) {
      const waitsIn = rows().where("queue", "=", queue).where("due_at", "is not", null);
      const isUnleased = waitsIn.where("leased", "=", dialect.boolean(false));
      appendAll(found, await isUnleased.orderBy("due_at").orderBy("id").limit(limit).execute());
    }
    const jobs = found.map(storedJob);
    return jobs.toSorted((one, other) => ((one.dueAt ?? "") < (other.dueAt ?? "") ? -1 : 1)).slice(0, limit);
  }

  async function running(limit: number): Promise<readonly StoredJob[]> {
    const found = await rows().where(sql<boolean>`leased = 1`).orderBy("due_at").limit(limit).execute();
    return found.map(storedJob);
  }

  async function failed(limit: number): Promise<readonly StoredJob[]> {
    const found = await rows().where("failed_at", "is not", null).orderBy("failed_at", "desc").limit(limit).execute();
    return found.map(storedJob);
  }

  const lists: Readonly<Record<JobStatus, (limit: number) => Promise<readonly StoredJob[]>>> = {
    waiting,
    running,
    failed,
  };

  return {
    list: (status, limit) => lists[status](limit),

    async find(id) {
      const row = await rows().where("id", "=", id).executeTakeFirst();
      return row ? storedJob(row) : null;
    },

    async retry(id) {
      const { numUpdatedRows } = await db
        .updateTable("jobs")
        .set(({ eb }) => ({
          attempts_max: eb("attempts_max", "+", 1),
          due_at: dialect.instant(clock.now()),
          failed_at: null,
        }))
        .where("id", "=", id)
        .where("failed_at", "is not", null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}

function storedJob({ id, queue, attempts, attempts_max: attemptsMax, reason, ...row }: Row): StoredJob {
  const failedAt = row.failed_at === null ? null : instantFrom(row.failed_at);
  const status: JobStatus = failedAt !== null ? "failed" : booleanFrom(row.leased) ? "running" : "waiting";
  const dueAt = status === "waiting" && row.due_at !== null ? instantFrom(row.due_at) : null;
  return { id, queue, status, attempts, attemptsMax, dueAt, failedAt, reason };
}
