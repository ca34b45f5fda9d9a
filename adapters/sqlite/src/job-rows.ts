import type { Id, JsonObject } from "@cartulary/kernel";
import { boolean, id, instant, integer, json, type Migration, text } from "@cartulary/sql";
import { defineEntity } from "@mikro-orm/core";

/** Waiting, running and failed jobs. Completed jobs are deleted. */
export const jobRows = defineEntity({
  name: "Job",
  tableName: "jobs",
  properties: {
    id: id<Id<"Job">>().primary(),
    queue: text(),
    /** The position of the owner in the rotation. */
    turn: integer().default(0),
    dedupeKey: text().nullable(),
    payload: json<JsonObject>(),
    /** The number of attempts so far. Identifies the current attempt, so that a runner cannot end a later one. */
    attempts: integer(),
    attemptsMax: integer(),
    leased: boolean(),
    /** The time from which it may be claimed: its due time, or the end of its lease; null if failed. */
    dueAt: instant().nullable(),
    /** The error of the last attempt. */
    reason: text().nullable(),
    /** The time of the final failure. */
    failedAt: instant().nullable(),
  },
  indexes: [
    { name: "jobs_queue_due_at_index", properties: ["queue", "dueAt", "id"] },
    { name: "jobs_queue_turn_index", properties: ["queue", "turn", "dueAt", "id"] },
    { name: "jobs_leased_index", properties: ["dueAt"], where: "leased = 1" },
    { name: "jobs_failed_at_index", properties: ["failedAt"] },
  ],
  uniques: [{ name: "jobs_dedupe_key_unique", properties: ["queue", "dedupeKey"], where: "attempts = 0" }],
});

export const jobMigrations: readonly Migration[] = [
  {
    name: "2026-11-21 jobs: leases",
    up: ({
      types: { id: uuid, text: words, integer: whole, boolean: flag, instant: time, json: object },
      tableOptions,
    }) => [
      `create table jobs (
        id ${uuid} not null primary key,
        queue ${words} not null,
        dedupe_key ${words},
        payload ${object} not null,
        attempts ${whole} not null,
        attempts_max ${whole} not null,
        leased ${flag} not null,
        due_at ${time},
        reason ${words},
        failed_at ${time}
      ) ${tableOptions}`,
      "create index jobs_due_at_index on jobs (due_at, id)",
      "create index jobs_failed_at_index on jobs (failed_at)",
      "create unique index jobs_dedupe_key_unique on jobs (queue, dedupe_key) where attempts = 0",
    ],
  },
  {
    name: "2026-12-09 jobs: by queue",
    up: () => [
      "create index jobs_queue_due_at_index on jobs (queue, due_at, id)",
      "create index jobs_leased_index on jobs (due_at) where leased = 1",
      "drop index jobs_due_at_index",
    ],
  },
  {
    name: "2027-01-09 jobs: by owner",
    up: ({ types: { integer: whole } }) => [
      `alter table jobs add column turn ${whole} not null default 0`,
      "create index jobs_queue_turn_index on jobs (queue, turn, due_at, id)",
    ],
  },
];
