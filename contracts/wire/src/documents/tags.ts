import { tagListing } from "@cartulary/documents";
import { z } from "zod";
import { text } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

/** A tag as it is answered. */
export const TagRecord = record("Tag", { name: text() });

/** What can be done with tags; they are given by the `tag_list` of folders and documents. */
export const tagOperations = operations({
  listTags: {
    method: "get",
    path: `${DOCUMENTS_BASE}/tags`,
    tag: "tags",
    summary: "The tags of the folders and documents that permissions show you",
    scope: "read",
    list: tagListing,
    replies: { 200: z.array(TagRecord) },
  },
});
