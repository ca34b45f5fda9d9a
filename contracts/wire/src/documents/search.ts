import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { listOf, text } from "../fields.ts";
import { DOCUMENTS_BASE, operations, PAGES } from "../operation.ts";
import { record } from "../record.ts";
import { documentFields } from "./document-record.ts";

/** A document in search results. */
export const SearchResult = record("FoundDocument", {
  ...documentFields,
  /** Passages with the words as written in the document: at most three, of at most 200 characters. */
  highlights: listOf(text()),
});

export const searchOperations = operations({
  searchDocuments: {
    method: "get",
    path: `${DOCUMENTS_BASE}/search`,
    tag: "documents",
    summary:
      'Search documents for all words or their inflections in name, description and text, best match first; loy* is a prefix, "gestion locative" a phrase, -caution an excluded word',
    scope: "read",
    query: snakeObject({ query: text() }),
    list: PAGES,
    searches: true,
    replies: { 200: z.array(SearchResult) },
  },
});
