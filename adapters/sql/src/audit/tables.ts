import type { Id, JsonObject, UserId } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import { id, instant, json, text } from "../engine/columns.ts";

/** Actions with their actors; append-only. */
export const auditEventRows = defineEntity({
  name: "AuditEvent",
  tableName: "audit_events",
  properties: {
    id: id<Id<"AuditEvent">>().primary(),
    at: instant(),
    actorId: id<UserId>().nullable(),
    tokenId: id<Id<"Token">>().nullable(),
    action: text(),
    resourceType: text().nullable(),
    resourceId: id<string>().nullable(),
    requestId: text().nullable(),
    address: text().nullable(),
    detail: json<JsonObject>(),
  },
  indexes: [
    { name: "audit_events_at_index", properties: ["at", "id"] },
    { name: "audit_events_actor_id_index", properties: ["actorId", "at"] },
    { name: "audit_events_resource_id_index", properties: ["resourceId", "at"] },
  ],
});
