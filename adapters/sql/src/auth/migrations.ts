import type { Migration } from "../engine/migration.ts";

export const authMigrations: readonly Migration[] = [
  {
    name: "2026-11-21 auth: applications, credentials, tokens",
    up: ({ types: { id, text, boolean, instant, json }, tableOptions }) => [
      `create table applications (
        id ${id} not null primary key,
        client_id ${text} not null,
        secret_hash ${text},
        name ${text} not null,
        redirect_uris ${json} not null,
        scopes ${json} not null,
        default_scopes ${json} not null,
        confidential ${boolean} not null,
        trusted ${boolean} not null,
        created_at ${instant} not null
      ) ${tableOptions}`,
      "create unique index applications_client_id_unique on applications (client_id)",
      `create table credentials (
        user_id ${id} not null primary key,
        phc ${text} not null,
        updated_at ${instant} not null
      ) ${tableOptions}`,
      `create table tokens (
        id ${id} not null primary key,
        kind ${text} not null,
        hash ${text} not null,
        user_id ${id} not null,
        application_id ${id},
        family_id ${id},
        scopes ${json} not null,
        name ${text},
        created_at ${instant} not null,
        expires_at ${instant} not null,
        revoked_at ${instant},
        used_at ${instant}
      ) ${tableOptions}`,
      "create unique index tokens_hash_unique on tokens (hash)",
      "create index tokens_user_id_index on tokens (user_id)",
    ],
  },
  {
    name: "2026-11-21 auth: rate limits",
    up: ({ types: { text, instant, json }, tableOptions }) => [
      `create table rate_limits (
        key ${text} not null primary key,
        hits ${json} not null,
        expires_at ${instant} not null
      ) ${tableOptions}`,
      "create index rate_limits_expires_at_index on rate_limits (expires_at)",
    ],
  },
  {
    name: "2026-11-21 auth: sessions",
    up: ({ types: { id, text, instant }, tableOptions }) => [
      `create table sessions (
        id ${id} not null primary key,
        hash ${text} not null,
        user_id ${id} not null,
        created_at ${instant} not null,
        authenticated_at ${instant} not null,
        expires_at ${instant} not null
      ) ${tableOptions}`,
      "create unique index sessions_hash_unique on sessions (hash)",
      "create index sessions_user_id_index on sessions (user_id)",
      "create index sessions_expires_at_index on sessions (expires_at)",
    ],
  },
  {
    name: "2026-11-22 auth: authorization codes, families and pairs of tokens",
    up: ({ types: { id, text, instant, json }, tableOptions }) => [
      `alter table tokens add column family_ends_at ${instant}`,
      `alter table tokens add column pair_id ${id}`,
      "create index tokens_family_id_index on tokens (family_id)",
      "create index tokens_pair_id_index on tokens (pair_id)",
      `create table authorization_codes (
        id ${id} not null primary key,
        hash ${text} not null,
        application_id ${id} not null,
        user_id ${id} not null,
        family_id ${id} not null,
        redirect_uri ${text} not null,
        scopes ${json} not null,
        code_challenge ${text},
        created_at ${instant} not null,
        expires_at ${instant} not null,
        used_at ${instant}
      ) ${tableOptions}`,
      "create unique index authorization_codes_hash_unique on authorization_codes (hash)",
      "create index authorization_codes_user_id_index on authorization_codes (user_id)",
      "create index authorization_codes_expires_at_index on authorization_codes (expires_at)",
    ],
  },
  {
    name: "2026-11-22 auth: applications are listed and removed, connectors",
    up: ({ types: { id, text, instant, json }, tableOptions }) => [
      // Names could not be chosen before: each application is named after its client id, in ASCII.
      `alter table applications add column name_fold ${text} not null default ''`,
      "update applications set name_fold = lower(name)",
      "create index tokens_application_id_index on tokens (application_id)",
      "create index authorization_codes_application_id_index on authorization_codes (application_id)",
      `create table connectors (
        id ${id} not null primary key,
        name ${text} not null,
        name_fold ${text} not null,
        area ${text} not null,
        mandataire_id ${id},
        workspace_ids ${json} not null,
        disabled_at ${instant},
        created_at ${instant} not null
      ) ${tableOptions}`,
      `create table connector_keys (
        id ${id} not null primary key,
        connector_id ${id} not null,
        hash ${text} not null,
        created_at ${instant} not null
      ) ${tableOptions}`,
      "create unique index connector_keys_hash_unique on connector_keys (hash)",
      "create index connector_keys_connector_id_index on connector_keys (connector_id)",
    ],
  },
  {
    name: "2026-11-22 auth: device grants, identities, names of personal tokens",
    up: ({ types: { id, text, instant, json }, tableOptions }) => [
      `alter table tokens add column name_fold ${text}`,
      // Only administrators on the server could name tokens before.
      "update tokens set name_fold = lower(name)",
      `create table device_grants (
        id ${id} not null primary key,
        device_hash ${text} not null,
        user_hash ${text} not null,
        state ${text} not null,
        client_name ${text},
        address ${text} not null,
        scopes ${json} not null,
        user_id ${id},
        session_id ${id},
        created_at ${instant} not null,
        expires_at ${instant} not null
      ) ${tableOptions}`,
      "create unique index device_grants_device_hash_unique on device_grants (device_hash)",
      "create unique index device_grants_user_hash_unique on device_grants (user_hash)",
      "create index device_grants_user_id_index on device_grants (user_id)",
      "create index device_grants_expires_at_index on device_grants (expires_at)",
      `create table identities (
        id ${id} not null primary key,
        issuer ${text} not null,
        subject ${text} not null,
        user_id ${id} not null,
        created_at ${instant} not null
      ) ${tableOptions}`,
      "create unique index identities_issuer_subject_unique on identities (issuer, subject)",
      "create index identities_user_id_index on identities (user_id)",
      `create table used_assertions (
        key ${text} not null primary key,
        expires_at ${instant} not null
      ) ${tableOptions}`,
      "create index used_assertions_expires_at_index on used_assertions (expires_at)",
    ],
  },
  {
    name: "2026-11-24 auth: expired tokens are found",
    up: () => ["create index tokens_expires_at_index on tokens (kind, expires_at)"],
  },
  {
    name: "2026-11-24 auth: networks that people sign in from, refusals that are counted",
    up: ({ types: { id, text, integer, instant, json }, tableOptions }) => [
      `create table known_networks (
        key ${text} not null primary key,
        user_id ${id} not null,
        seen_at ${instant} not null
      ) ${tableOptions}`,
      "create index known_networks_user_id_index on known_networks (user_id)",
      "create index known_networks_seen_at_index on known_networks (seen_at)",
      `create table refusals (
        key ${text} not null primary key,
        recorded_at ${instant} not null,
        unrecorded ${integer} not null,
        last ${json}
      ) ${tableOptions}`,
      "create index refusals_recorded_at_index on refusals (recorded_at)",
    ],
  },
  {
    name: "2026-11-28 auth: answers to refreshes are given again",
    up: ({ types: { id, text, instant }, tableOptions }) => [
      `create table refresh_replies (
        token_id ${id} not null primary key,
        sealed ${text} not null,
        expires_at ${instant} not null
      ) ${tableOptions}`,
      "create index refresh_replies_expires_at_index on refresh_replies (expires_at)",
    ],
  },
  {
    name: "2026-11-28 auth: where sessions were opened from",
    up: ({ types: { text } }) => [
      `alter table sessions add column address ${text}`,
      `alter table sessions add column user_agent ${text}`,
    ],
  },
];
