import type { Migration } from "../../engine/migration.ts";

export const convergenceMigrations: readonly Migration[] = [
  {
    name: "2026-12-07 rental: what is left of memberships, and writes that last",
    up: ({ types: { id, text, instant }, tableOptions }) => [
      `create table membership_tombstones (
        user_id ${id} not null,
        mandataire_id ${id} not null,
        reason ${text} not null,
        at ${instant} not null,
        primary key (user_id, mandataire_id)
      ) ${tableOptions}`,
      "create index membership_tombstones_user_index on membership_tombstones (user_id, at, mandataire_id)",
      "create index membership_tombstones_at_index on membership_tombstones (at)",
      `create table open_writes (
        id ${id} not null primary key,
        started_at ${instant} not null,
        until ${instant} not null
      ) ${tableOptions}`,
    ],
  },
  {
    name: "2026-12-19 rental: writes that are taken up where their host was killed",
    up: ({ types }) => [`alter table open_writes add column work ${types.json}`],
  },
];
