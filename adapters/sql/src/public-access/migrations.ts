import type { Migration } from "../engine/migration.ts";

/**
 * The tables of public-access.md 4.2. Documents and folders share the column `resource_id`, so it is not a foreign key:
 * the deletion of folders and documents calls public access, which deletes their rows.
 */
export const publicAccessMigrations: readonly Migration[] = [
  {
    name: "2026-11-21 public access: nodes, roots, stamps",
    up: ({ types: { id, integer, instant }, tableOptions, keyedTableOptions }) => [
      `create table public_access_nodes (
        resource_id ${id} not null primary key,
        floor_seq ${integer} not null default 0,
        excluded_seq ${integer},
        excluded_by ${id},
        excluded_at ${instant}
      ) ${tableOptions}`,
      `create table public_roots (
        folder_id ${id} not null primary key,
        published_seq ${integer} not null,
        published_at ${instant} not null,
        published_by ${id},
        last_propagated_seq ${integer},
        last_propagated_at ${instant}
      ) ${tableOptions}`,
      `create table public_stamps (
        resource_id ${id} not null,
        root_id ${id} not null,
        seq ${integer} not null,
        primary key (resource_id, root_id)
      ) ${keyedTableOptions}`,
      "create index public_stamps_root_id_index on public_stamps (root_id)",
    ],
  },
];
