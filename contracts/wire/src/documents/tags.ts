import { tagListing } from "@cartulary/documents";
import { z } from "zod";
import { text } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

export const TagRecord = record("Tag", { name: text() });

/** Operations on tags, which `tag_list` of folders and documents sets. */
export const tagOperations = operations({
  listTags: {
    method: "get",
    path: `${DOCUMENTS_BASE}/tags`,
    tag: "tags",
    summary: "List the tags of visible folders and documents",
    scope: "read",
    list: tagListing,
    replies: { 200: z.array(TagRecord) },
  },
});
