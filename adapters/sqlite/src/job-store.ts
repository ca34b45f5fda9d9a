import {
  ATTEMPTS_MAX,
  type Clock,
  type Job,
  type JobLeases,
  type Jobs,
  LEASE_SECONDS,
  type NewId,
  retrySeconds,
  secondsAfter,
} from "@cartulary/kernel";
import { type Database, jsonFrom, jsonTo, type Source, type SqlTransaction, statement } from "@cartulary/sql";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { jobRows } from "./job-rows.ts";

type Tables = Database<typeof jobRows>;

/** How long somebody may look at what failed for good. */
const FAILED_RETENTION_SECONDS = 14 * 86_400;

/** What the stores of jobs are made of beside a transaction. */
export interface JobStoreDependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly queues: readonly string[];
}

/** A job stands in the way of whatever asks for it: its text is made once. */
const enqueueing = statement(({ db }: Source<Tables>, row: Tables["jobs"]) =>
  db
    .insertInto("jobs")
    .values(row)
    .onConflict((conflict) => conflict.columns(["queue", "dedupe_key"]).where("attempts", "=", sql.lit(0)).doNothing())
    .compile(),
);

/** So is that of what ends one: many end together. */
const ending = statement(({ db, dialect }: Source<Tables>, { id, attempts }: Pick<Tables["jobs"], "id" | "attempts">) =>
  db
    .deleteFrom("jobs")
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("leased", "=", dialect.boolean(true))
    .compile(),
);

/** What makes the jobs of a transaction. */
export function createJobs({
  clock,
  newId,
  queues,
}: JobStoreDependencies): (transaction: SqlTransaction<Tables>) => Jobs {
  return (transaction) => ({
    async enqueue({ queue, payload = {}, runAt = clock.now(), dedupeKey = null, attemptsMax = ATTEMPTS_MAX }) {
      if (!queues.includes(queue)) throw new TypeError(`Not a queue of this database: ${queue}`);
      const { dialect } = transaction;
      const row = {
        id: newId<"Job">(),
        queue,
        dedupe_key: dedupeKey,
        payload: jsonTo(payload),
        attempts: 0,
        attempts_max: attemptsMax,
        leased: dialect.boolean(false),
        due_at: dialect.instant(runAt),
        reason: null,
        failed_at: null,
      };
      const { numAffectedRows } = await enqueueing(transaction, row, undefined);
      return numAffectedRows === 1n;
    },
  });
}

/** Leases on the jobs of all hosts. Every change names the attempt that it ends, and takes place only then. */
export function createJobLeases(
  transaction: SqlTransaction<Tables>,
  { clock, queues }: JobStoreDependencies,
): JobLeases {
  const { db, dialect } = transaction;
  const leaseEnd = () => dialect.instant(secondsAfter(clock.now(), LEASE_SECONDS));

  const own = ({ id, attempt }: Job) =>
    db
      .updateTable("jobs")
      .where("id", "=", id as Tables["jobs"]["id"])
      .where("attempts", "=", attempt)
      .where("leased", "=", dialect.boolean(true));

  /** A runner that died during the last attempt told nobody. */
  async function giveUpLost(): Promise<void> {
    const now = dialect.instant(clock.now());
    await db
      .updateTable("jobs")
      .set({ leased: dialect.boolean(false), due_at: null, reason: "The lease ran out", failed_at: now })
      .where("due_at", "<=", now)
      .where(sql<boolean>`leased = 1`)
      .whereRef("attempts", ">=", "attempts_max")
      .execute();
  }

  /** Claims those that a statement names by their ids. */
  async function claimAll(ids: RawBuilder<string>): Promise<readonly Job[]> {
    const rows = await db
      .updateTable("jobs")
      .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), leased: dialect.boolean(true), due_at: leaseEnd() }))
      .where("id", "in", sql<Tables["jobs"]["id"]>`(${ids})`)
      .returning(["id", "queue", "payload", "attempts", "attempts_max"])
      .execute();
    return rows.map(({ id, queue, payload, attempts: attempt, attempts_max: attemptsMax }) => {
      return { id, queue, payload: jsonFrom(payload), attempt, attemptsMax };
    });
  }

  /** The first ones of a queue that are due. */
  const dueIn = (queue: RawBuilder<string>, limit: number) => sql<string>`
    select id from jobs where queue = ${queue} and due_at <= ${dialect.instant(clock.now())}
    order by due_at, id limit ${limit}`;

  /** One of the first of these queues in which one is due: each is a look into the index. */
  const firstDueOf = (queues: readonly string[]) => sql<string>`
    select due.id from (
      select wanted.key as place, (${dueIn(sql`wanted.value`, 1)}) as id from json_each(${JSON.stringify(queues)}) as wanted
    ) as due where due.id is not null order by due.place limit 1`;

  return {
    async claim(wanted) {
      if (wanted.length === 0) return null;
      await giveUpLost();
      return (await claimAll(firstDueOf(wanted)))[0] ?? null;
    },

    claimMore: (queue, limit) => claimAll(dueIn(sql`${queue}`, limit)),

    async renew(job) {
      const { numUpdatedRows } = await own(job).set({ due_at: leaseEnd() }).executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async complete(...jobs) {
      for (const { id, attempt } of jobs) {
        await ending(transaction, { id: id as Tables["jobs"]["id"], attempts: attempt }, undefined);
      }
    },

    async fail(job, reason) {
      const now = clock.now();
      const last = job.attempt >= job.attemptsMax;
      await own(job)
        .set({
          leased: dialect.boolean(false),
          due_at: last ? null : dialect.instant(secondsAfter(now, retrySeconds(job.attempt))),
          failed_at: last ? dialect.instant(now) : null,
          reason,
        })
        .execute();
      const old = dialect.instant(secondsAfter(now, -FAILED_RETENTION_SECONDS));
      await db.deleteFrom("jobs").where("failed_at", "<", old).execute();
    },

    counts: () => countsOf(db, queues),
  };
}

async function countsOf(db: Kysely<Tables>, queues: readonly string[]) {
  const rows = await db
    .selectFrom("jobs")
    .select(({ fn }) => [
      "queue",
      fn.count<number>("failed_at").as("failed"),
      fn.sum<number>("leased").as("running"),
      fn.countAll<number>().as("total"),
    ])
    .groupBy("queue")
    .execute();
  return queues.map((queue) => {
    const { failed, running, total } = rows.find((row) => row.queue === queue) ?? { failed: 0, running: 0, total: 0 };
    return { queue, waiting: total - running - failed, running, failed };
  });
}
