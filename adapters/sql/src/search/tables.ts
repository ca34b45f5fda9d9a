import type { DocumentId } from "@cartulary/documents";
import type { BlobKey } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import type { userRows } from "../directory/tables.ts";
import type {
  documentRows,
  documentTypeRows,
  domainRows,
  folderRows,
  grantRows,
  workspaceRows,
} from "../documents/tables.ts";
import { boolean, type Database, id, instant, integer, json, text } from "../engine/columns.ts";

/** Search entries of documents: the terms to find them by, and their texts for highlights. */
export const searchEntryRows = defineEntity({
  name: "SearchEntry",
  tableName: "search_entries",
  indexes: [{ properties: ["changedAt", "documentId"], name: "search_entries_latest" }],
  properties: {
    documentId: id<DocumentId>().primary(),
    /** When the document had last been changed. */
    changedAt: instant(),
    /** The content that was looked at; `null` until then. */
    blobKey: text<BlobKey>().nullable(),
    headingTerms: text(),
    textTerms: text(),
    /** Words in their order, in which phrases are looked for. */
    nameWords: text(),
    descriptionWords: text(),
    textWords: text(),
    text: text().nullable(),
  },
});

/** The words in which a typing error is forgiven. Those that no document has any more are removed by a job. */
export const searchWordRows = defineEntity({
  name: "SearchWord",
  tableName: "search_words",
  properties: {
    word: text().primary(),
    /** Its letters from the last to the first. */
    reversed: text().index("search_words_reversed"),
  },
});

/** How far readings of contents have come that are not at their end. */
export const textReadingRows = defineEntity({
  name: "TextReading",
  tableName: "text_readings",
  properties: {
    documentId: id<DocumentId>().primary(),
    blobKey: text<BlobKey>(),
    hasPages: boolean(),
    text: text(),
    nextPage: integer().nullable(),
    unrecognized: json<readonly (number | null)[]>(),
    hasGaps: boolean(),
    isReadOn: boolean(),
    cpuMilliseconds: integer(),
    failures: integer(),
    steps: integer(),
  },
});

export type SearchTables = Database<
  | typeof searchEntryRows
  | typeof searchWordRows
  | typeof textReadingRows
  | typeof documentRows
  | typeof folderRows
  | typeof workspaceRows
  | typeof grantRows
  | typeof domainRows
  | typeof documentTypeRows
  | typeof userRows
>;
