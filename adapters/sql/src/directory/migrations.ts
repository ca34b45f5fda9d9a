import type { Dialect } from "../engine/dialect.ts";
import type { Migration } from "../engine/migration.ts";
import { fillEmailKeys } from "./email-key-backfill.ts";

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
  { name: "2026-11-23 directory: contacts, groups, teams", up: contactsGroupsTeams },
  {
    name: "2026-11-24 directory: what an e-mail address is unique by",
    up: ({ types: { text } }) => [`alter table users add column email_key ${text} not null default ''`],
    fill: fillEmailKeys,
  },
  {
    name: "2026-11-24 directory: e-mail addresses are unique by their key",
    up: () => [
      "create unique index users_email_key_unique on users (email_key)",
      "drop index users_email_address_fold_unique",
      "create index users_email_address_index on users (email_address_fold, id)",
    ],
  },
];

/** Memberships do not cascade: the code that deletes a user or a group deletes them explicitly. */
function contactsGroupsTeams({ types: { id, text, integer, instant }, tableOptions }: Dialect): readonly string[] {
  const dates = `
    created_at ${instant} not null,
    updated_at ${instant} not null,
    version ${integer} not null default 1`;
  return [
    `create table contacts (
    id ${id} not null primary key,
    email_address ${text} not null,
    email_address_fold ${text} not null,
    first_name ${text},
    first_name_fold ${text},
    last_name ${text},
    last_name_fold ${text},
    full_name ${text} not null,
    full_name_fold ${text} not null,
    display_name ${text} not null,
    display_name_fold ${text} not null,
    external_id ${text},
    external_id_fold ${text},${dates}
  ) ${tableOptions}`,
    "create index contacts_email_address_index on contacts (email_address_fold, id)",
    "create index contacts_first_name_asc_index on contacts ((first_name_fold is null), first_name_fold asc, id asc)",
    "create index contacts_first_name_desc_index on contacts ((first_name_fold is null), first_name_fold desc, id desc)",
    "create index contacts_last_name_asc_index on contacts ((last_name_fold is null), last_name_fold asc, id asc)",
    "create index contacts_last_name_desc_index on contacts ((last_name_fold is null), last_name_fold desc, id desc)",
    "create index contacts_created_at_index on contacts (created_at, id)",
    "create index contacts_updated_at_index on contacts (updated_at, id)",

    `create table groups (
    id ${id} not null primary key,
    name ${text} not null,
    name_fold ${text} not null,
    description ${text},
    description_fold ${text},
    external_id ${text},
    external_id_fold ${text},${dates}
  ) ${tableOptions}`,
    "create index groups_name_index on groups (name_fold, id)",

    `create table group_members (
    id ${id} not null primary key,
    group_id ${id} not null references groups (id),
    user_id ${id} not null references users (id),
    created_at ${instant} not null
  ) ${tableOptions}`,
    "create unique index group_members_user_unique on group_members (user_id, group_id)",
    "create index group_members_created_at_index on group_members (group_id, created_at, id)",

    `create table teams (
    id ${id} not null primary key,
    name ${text} not null,
    name_fold ${text} not null,
    description ${text},
    description_fold ${text},${dates}
  ) ${tableOptions}`,
    "create index teams_name_index on teams (name_fold, id)",
    "create index teams_created_at_index on teams (created_at, id)",
    "create index teams_updated_at_index on teams (updated_at, id)",
  ];
}
