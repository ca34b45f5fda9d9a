import type { JsonObject, UserId } from "@cartulary/kernel";
import type { MandataireId, OpenWrite, SnapshotState } from "@cartulary/rental/agency";
import { defineEntity } from "@mikro-orm/core";
import { type Database, id, instant, json, text } from "../../engine/columns.ts";

/** Tombstones of memberships. No row-level security and no foreign keys: the mandataire may be deleted. */
export const membershipTombstoneRows = defineEntity({
  name: "MembershipTombstone",
  tableName: "membership_tombstones",
  properties: {
    userId: id<UserId>().primary(),
    mandataireId: id<MandataireId>().primary(),
    reason: text<Exclude<SnapshotState, "present">>(),
    at: instant(),
  },
  indexes: [
    { name: "membership_tombstones_user_index", properties: ["userId", "at", "mandataireId"] },
    { name: "membership_tombstones_at_index", properties: ["at"] },
  ],
});

/** Announced long writes of all mandataires. */
export const openWriteRows = defineEntity({
  name: "OpenWrite",
  tableName: "open_writes",
  properties: {
    id: id<OpenWrite["id"]>().primary(),
    startedAt: instant(),
    until: instant(),
    work: json<JsonObject>().nullable(),
  },
});

export type ConvergenceTables = Database<typeof membershipTombstoneRows | typeof openWriteRows>;
