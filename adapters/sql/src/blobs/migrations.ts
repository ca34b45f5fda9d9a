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
  {
    name: "2027-05-01 blobs: pauses of collection",
    up: ({ types: { id, instant }, tableOptions }) => [
      `create table blob_collection_pauses (
        id ${id} not null primary key,
        until ${instant} not null
      ) ${tableOptions}`,
    ],
  },
];
