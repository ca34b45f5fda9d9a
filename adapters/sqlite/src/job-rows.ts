import type { Id, JsonObject } from "@cartulary/kernel";
import { boolean, id, instant, integer, json, type Migration, text } from "@cartulary/sql";
import { defineEntity } from "@mikro-orm/core";

/** Jobs that wait, run or have failed for good. What is done is gone. */
export const jobRows = defineEntity({
  name: "Job",
  tableName: "jobs",
  properties: {
    id: id<Id<"Job">>().primary(),
    queue: text(),
    /** The place of its owner among those who take turns. */
    turn: integer().default(0),
    dedupeKey: text().nullable(),
    payload: json<JsonObject>(),
    /** How many attempts have begun; names the one that is under way, so that nobody ends another one's. */
    attempts: integer(),
    attemptsMax: integer(),
    leased: boolean(),
    /** When it may be claimed: waiting, when its time has come; leased, when the lease runs out; failed, never. */
    dueAt: instant().nullable(),
    /** What the last attempt failed with. */
    reason: text().nullable(),
    /** When it failed for good. */
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
