import type { FolderId } from "@cartulary/documents";
import type { UserId } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import type { userRows } from "../directory/tables.ts";
import type { documentRows, folderRows } from "../documents/tables.ts";
import { type Database, id, instant, integer } from "../engine/columns.ts";

/** The barriers of exclusions, lifts and moves on a folder or document; a missing row means 0 and null. */
export const publicAccessNodeRows = defineEntity({
  name: "PublicAccessNode",
  tableName: "public_access_nodes",
  properties: {
    resourceId: id<string>().primary(),
    floorSeq: integer().default(0),
    excludedSeq: integer().nullable(),
    excludedBy: id<UserId>().nullable(),
    excludedAt: instant().nullable(),
  },
});

/** The roots of public access. */
export const publicRootRows = defineEntity({
  name: "PublicRoot",
  tableName: "public_roots",
  properties: {
    folderId: id<FolderId>().primary(),
    publishedSeq: integer(),
    publishedAt: instant(),
    publishedBy: id<UserId>().nullable(),
    lastPropagatedSeq: integer().nullable(),
    lastPropagatedAt: instant().nullable(),
  },
});

/** One stamp for each resource and root; deleted only with its resource or root. */
export const publicStampRows = defineEntity({
  name: "PublicStamp",
  tableName: "public_stamps",
  properties: {
    resourceId: id<string>().primary(),
    rootId: id<FolderId>().primary(),
    seq: integer(),
  },
  indexes: [{ name: "public_stamps_root_id_index", properties: ["rootId"] }],
});

export type PublicAccessTables = Database<
  | typeof publicAccessNodeRows
  | typeof publicRootRows
  | typeof publicStampRows
  | typeof folderRows
  | typeof documentRows
  | typeof userRows
>;
