import type { Migration } from "../engine/migration.ts";

export const blobsMigrations: readonly Migration[] = [
  {
    name: "2026-11-21 blobs: records",
    up: ({ types: { text, integer, instant }, tableOptions }) => [
      `create table blobs (
        key ${text} not null primary key,
        state ${text} not null,
        holders ${integer} not null,
        byte_size ${integer},
        sha256 ${text},
        collect_after ${instant}
      ) ${tableOptions}`,
      "create index blobs_collect_after_index on blobs (collect_after, key)",
    ],
  },
];
