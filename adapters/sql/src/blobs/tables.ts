import type { BlobKey, Id } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import { id, instant, integer, text } from "../engine/columns.ts";

/** The state of every stored blob (uploads.md 5.5). */
export const blobRows = defineEntity({
  name: "Blob",
  tableName: "blobs",
  properties: {
    key: text<BlobKey>().primary(),
    state: text<"staged" | "live" | "garbage">(),
    /** The number of rows that refer to it; greater than 0 exactly if it is live. */
    holders: integer(),
    /** Known once it is live. */
    byteSize: integer().nullable(),
    sha256: text().nullable(),
    /** The time from which its bytes may be deleted; `null` exactly if it is live. */
    collectAfter: instant().nullable(),
  },
  indexes: [{ name: "blobs_collect_after_index", properties: ["collectAfter", "key"] }],
});

/** Pauses of the removal of bytes, such as a running backup's. */
export const collectionPauseRows = defineEntity({
  name: "CollectionPause",
  tableName: "blob_collection_pauses",
  properties: {
    id: id<Id<"CollectionPause">>().primary(),
    until: instant(),
  },
});
