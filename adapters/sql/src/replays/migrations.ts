import type { Migration } from "../engine/migration.ts";

/** Databases with documents already have the table, from before it was a separate module. */
export const replayMigrations: readonly Migration[] = [
  {
    name: "2026-11-22 replays: answers under an Idempotency-Key",
    up: ({ types: { id, text, instant }, tableOptions }) => [
      `create table if not exists replays (
        user_id ${id} not null,
        scope ${text} not null,
        key ${text} not null,
        fingerprint ${text} not null,
        reply ${text} not null,
        expires_at ${instant} not null,
        primary key (user_id, scope, key)
      ) ${tableOptions}`,
      "create index if not exists replays_expires_at_index on replays (expires_at)",
    ],
  },
  {
    name: "2027-09-20 replays: the record of a reply",
    up: ({ types: { text } }) => [
      `alter table replays add column record_id ${text}`,
      "create index replays_record_id_index on replays (record_id)",
    ],
  },
];
