import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { listOf, text } from "../fields.ts";
import { DOCUMENTS_BASE, operations, PAGES } from "../operation.ts";
import { record } from "../record.ts";
import { documentFields } from "./document-record.ts";

/** A document that was found. */
export const FoundDocument = record("FoundDocument", {
  ...documentFields,
  /** What it says where the words are, in its own spelling; three at most, of 200 characters at most. */
  highlights: listOf(text()),
});

/** What can be searched. */
export const searchOperations = operations({
  searchDocuments: {
    method: "get",
    path: `${DOCUMENTS_BASE}/search`,
    tag: "documents",
    summary:
      'The documents that have all these words, or others of their stems, in name, description or text, best first; loy* is a prefix, "gestion locative" words in a row, -caution must be absent',
    scope: "read",
    query: snakeObject({ query: text() }),
    list: PAGES,
    searches: true,
    replies: { 200: z.array(FoundDocument) },
  },
});
