import type { UserId } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import { id, instant, text } from "../engine/columns.ts";

/** Responses stored under an Idempotency-Key. */
export const replayRows = defineEntity({
  name: "Replay",
  tableName: "replays",
  properties: {
    userId: id<UserId>().primary(),
    scope: text().primary(),
    key: text().primary(),
    fingerprint: text(),
    reply: text(),
    recordId: text().nullable(),
    expiresAt: instant(),
  },
  indexes: [
    { name: "replays_expires_at_index", properties: ["expiresAt"] },
    { name: "replays_record_id_index", properties: ["recordId"] },
  ],
});
