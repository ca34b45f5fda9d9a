import type { Migration } from "../migration.ts";

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
];
