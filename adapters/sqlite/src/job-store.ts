import {
  ATTEMPTS_MAX,
  type Clock,
  type Job,
  type JobLeases,
  type Jobs,
  LEASE_SECONDS,
  type NewId,
  payloadWithTrace,
  retrySeconds,
  type ServedTurns,
  secondsAfter,
  traceOfPayload,
  turnOf,
} from "@cartulary/kernel";
import { type Database, jsonFrom, jsonTo, type Source, type SqlTransaction, statement } from "@cartulary/sql";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { jobRows } from "./job-rows.ts";

type Tables = Database<typeof jobRows>;

/** The retention of failed jobs. */
const FAILED_RETENTION_SECONDS = 14 * 86_400;

export interface JobStoreDependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly queues: readonly string[];
  /** Returns the current trace, which jobs continue; without it, jobs have no trace. */
  readonly traceparent?: (() => string | null) | undefined;
}

/** Compiled once, because requests wait for it. */
const enqueueing = statement(({ db }: Source<Tables>, row: Tables["jobs"]) =>
  db
    .insertInto("jobs")
    .values(row)
    .onConflict((conflict) => conflict.columns(["queue", "dedupe_key"]).where("attempts", "=", sql.lit(0)).doNothing())
    .compile(),
);

/** Compiled once, because many jobs complete together. */
const ending = statement(({ db, dialect }: Source<Tables>, { id, attempts }: Pick<Tables["jobs"], "id" | "attempts">) =>
  db
    .deleteFrom("jobs")
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("leased", "=", dialect.boolean(true))
    .compile(),
);

/** The jobs of a transaction. */
export function createJobs({
  clock,
  newId,
  queues,
  traceparent,
}: JobStoreDependencies): (transaction: SqlTransaction<Tables>) => Jobs {
  return (transaction) => ({
    async enqueue({ queue, owner = null, payload = {}, runAt = clock.now(), dedupeKey = null, ...others }) {
      if (!queues.includes(queue)) throw new TypeError(`This database has no queue named ${queue}`);
      const { dialect } = transaction;
      const row = {
        id: newId<"Job">(),
        queue,
        turn: turnOf(owner),
        dedupe_key: dedupeKey,
        payload: jsonTo(payloadWithTrace(payload, traceparent?.())),
        attempts: 0,
        attempts_max: others.attemptsMax ?? ATTEMPTS_MAX,
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

/** Leases on the jobs of all hosts. Every change requires that its attempt is still the current one. */
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

  /** Fails jobs whose runner died during the last attempt. */
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

  /** Claims the jobs whose ids a statement selects. */
  async function claimAll(ids: RawBuilder<string>): Promise<readonly Job[]> {
    const rows = await db
      .updateTable("jobs")
      .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), leased: dialect.boolean(true), due_at: leaseEnd() }))
      .where("id", "in", sql<Tables["jobs"]["id"]>`(${ids})`)
      .returning(["id", "queue", "turn", "payload", "attempts", "attempts_max"])
      .execute();
    return rows.map(({ payload, attempts: attempt, attempts_max: attemptsMax, ...row }) => {
      return { ...row, ...traceOfPayload(jsonFrom(payload)), attempt, attemptsMax };
    });
  }

  const isDue = () => sql`due_at <= ${dialect.instant(clock.now())}`;

  /** Claims due jobs: those of one turn, then others by due time. */
  async function claimUpTo(limit: number, { queue, turn }: Pick<Job, "queue" | "turn">): Promise<readonly Job[]> {
    const those = await claimAll(sql`
      select id from jobs where queue = ${queue} and turn = ${turn} and ${isDue()} order by due_at, id limit ${limit}`);
    if (those.length === limit) return those;
    const others = await claimAll(sql`
      select id from jobs where queue = ${queue} and ${isDue()} order by due_at, id limit ${limit - those.length}`);
    return [...those, ...others];
  }

  /** Selects the next turn of a queue with a due job, by one index lookup for each turn in between. */
  const turnAfter = (last: RawBuilder<number>) => sql<number>`(
    with recursive turns (turn) as (
      select min(turn) from jobs where queue = due.queue and turn > ${last}
      union all
      select (select min(turn) from jobs where queue = due.queue and jobs.turn > turns.turn) from turns where turn is not null
    )
    select turn from turns
    where exists (select 1 from jobs where queue = due.queue and jobs.turn = turns.turn and ${isDue()}) limit 1
  )`;

  /** Finds the first of these queues with a due job, and its next turn. */
  async function nextOf(
    queues: readonly string[],
    served: ServedTurns,
  ): Promise<Pick<Job, "queue" | "turn"> | undefined> {
    const wanted = queues.map((queue) => ({ queue, last: served.get(queue) ?? -1 }));
    const { rows } = await sql<Pick<Job, "queue" | "turn">>`
      select due.queue, coalesce(${turnAfter(sql`due.last`)}, ${turnAfter(sql`-1`)}) as turn from (
        select wanted.value ->> 'queue' as queue, wanted.value ->> 'last' as last from json_each(${JSON.stringify(wanted)}) as wanted
        where exists (select 1 from jobs where queue = wanted.value ->> 'queue' and ${isDue()}) order by wanted.key limit 1
      ) as due`.execute(db);
    return rows[0];
  }

  return {
    async claim(wanted, served = new Map()) {
      if (wanted.length === 0) return null;
      await giveUpLost();
      const next = await nextOf(wanted, served);
      return next ? ((await claimUpTo(1, next))[0] ?? null) : null;
    },

    claimBatch: (of, limit) => claimUpTo(limit, of),

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
