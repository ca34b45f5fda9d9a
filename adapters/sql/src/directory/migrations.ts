import type { Migration } from "../migration.ts";

export const directoryMigrations: readonly Migration[] = [
  {
    name: "2026-11-21 directory: users",
    up: ({ types: { id, text, integer, boolean, instant }, tableOptions }) => [
      `create table users (
        id ${id} not null primary key,
        email_address ${text} not null,
        email_address_fold ${text} not null,
        first_name ${text},
        first_name_fold ${text},
        last_name ${text},
        last_name_fold ${text},
        display_name ${text} not null,
        display_name_fold ${text} not null,
        initials ${text} not null,
        initials_fold ${text} not null,
        role ${text} not null,
        active ${boolean} not null,
        external_id ${text},
        external_id_fold ${text},
        created_at ${instant} not null,
        updated_at ${instant} not null,
        version ${integer} not null default 1
      ) ${tableOptions}`,
      "create unique index users_email_address_fold_unique on users (email_address_fold)",
      "create index users_first_name_asc_index on users ((first_name_fold is null), first_name_fold asc, id asc)",
      "create index users_first_name_desc_index on users ((first_name_fold is null), first_name_fold desc, id desc)",
      "create index users_last_name_asc_index on users ((last_name_fold is null), last_name_fold asc, id asc)",
      "create index users_last_name_desc_index on users ((last_name_fold is null), last_name_fold desc, id desc)",
      "create index users_role_index on users (role, id)",
      "create index users_created_at_index on users (created_at, id)",
      "create index users_updated_at_index on users (updated_at, id)",
    ],
  },
];
