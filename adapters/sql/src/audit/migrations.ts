import type { Dialect } from "../engine/dialect.ts";
import type { Migration } from "../engine/migration.ts";

export const auditMigrations: readonly Migration[] = [
  {
    name: "2026-11-21 audit: events",
    up: ({ types: { id, text, instant, json }, tableOptions }) => [
      `create table audit_events (
        id ${id} not null primary key,
        at ${instant} not null,
        actor_id ${id},
        token_id ${id},
        action ${text} not null,
        resource_type ${text},
        resource_id ${id},
        request_id ${text},
        detail ${json} not null
      ) ${tableOptions}`,
      "create index audit_events_at_index on audit_events (at, id)",
      "create index audit_events_actor_id_index on audit_events (actor_id, at)",
      "create index audit_events_resource_id_index on audit_events (resource_id, at)",
    ],
  },
  { name: "2026-11-22 audit: events stay as they are", up: ({ name }) => APPEND_ONLY[name] },
  {
    name: "2026-11-22 audit: the address that a request came from",
    up: ({ types: { text } }) => [`alter table audit_events add column address ${text}`],
  },
  { name: "2026-11-22 audit: no event takes the row of another", up: ({ name }) => APPEND_ONLY_GUARDS[name] },
];

/** Audit events are immutable. SQLite's `insert or replace` deletes a row without running delete triggers. */
const APPEND_ONLY: Readonly<Record<Dialect["name"], readonly string[]>> = {
  sqlite: [
    ["update", "true"],
    ["delete", "true"],
    ["insert", "exists (select 1 from audit_events where id = new.id)"],
  ].map(
    ([change, when]) => `create trigger audit_events_${change}_refused before ${change} on audit_events when ${when}
      begin select raise(abort, 'audit_events is append-only'); end`,
  ),
  postgres: [
    `create function audit_events_refuse() returns trigger language plpgsql as
      $$ begin raise exception 'audit_events is append-only'; end $$`,
    `create trigger audit_events_append_only before update or delete or truncate on audit_events
      for each statement execute function audit_events_refuse()`,
  ],
};

/** SQLite's `insert or replace` can also name a row by its rowid; otherwise, `new.rowid` is below all rowids. */
const APPEND_ONLY_GUARDS: Readonly<Record<Dialect["name"], readonly string[]>> = {
  sqlite: [
    "drop trigger audit_events_insert_refused",
    `create trigger audit_events_insert_refused before insert on audit_events
      when exists (select 1 from audit_events where id = new.id or rowid = new.rowid)
      begin select raise(abort, 'audit_events is append-only'); end`,
  ],
  postgres: [],
};
