import type { BlobKey } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import { instant, integer, text } from "../engine/columns.ts";

/** What is known of every stored blob (uploads.md 5.5). */
export const blobRows = defineEntity({
  name: "Blob",
  tableName: "blobs",
  properties: {
    key: text<BlobKey>().primary(),
    state: text<"staged" | "live" | "garbage">(),
    /** How many rows refer to it; above 0 exactly when it is live. */
    holders: integer(),
    /** Known once it is live. */
    byteSize: integer().nullable(),
    sha256: text().nullable(),
    /** When its bytes may go; `null` exactly when it is live. */
    collectAfter: instant().nullable(),
  },
  indexes: [{ name: "blobs_collect_after_index", properties: ["collectAfter", "key"] }],
});
